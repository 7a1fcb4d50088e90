// Hands: all that can be dealt, each as a row of small cards; those in the event are lit.

import { ANIMAL_SIGNS, COLOR_SIGNS } from "../../shared/ui/art.js";
import { h } from "../../shared/ui/elements.js";
import { plotText } from "../../shared/ui/plots.js";
import { drawProportion, optionAt, remember } from "./places.js";

const CARD = { width: 30, height: 24, gap: 3 }; // before scaling
const PAD = 5; // of a hand around its cards
const FOOT = 40; // for the bar

/* A card as a chip: its color, its emblem, its rank. */
function drawCard(code, x) {
  const sign = ANIMAL_SIGNS[code] || COLOR_SIGNS[code[0]];
  const rank = code in ANIMAL_SIGNS ? "" : code.slice(1);
  return h(
    "g",
    { key: code, class: "mam-chance-card", "data-color": rank ? code[0] : "paper", transform: `translate(${x} ${PAD})` },
    h("rect", { width: CARD.width, height: CARD.height, rx: 3 }),
    h("path", { d: sign, transform: `translate(${rank ? 6.5 : 15} 12) scale(${rank ? 0.34 : 0.62})` }),
    rank && h("text", { x: 20.5, y: 16.5, "text-anchor": "middle" }, rank),
  );
}

/* In how many columns the hands are the largest, and their scale: of equals the most columns. */
function arrange(count, wide, high, width, height) {
  const fits = Array.from({ length: count }, (_, k) => ({ columns: k + 1, scale: Math.min(2.2, width / ((k + 1) * (wide + 4)), height / (Math.ceil(count / (k + 1)) * (high + 4))) }));
  return fits.reduce((best, fit) => (fit.scale >= best.scale ? fit : best));
}

/* All hands of a size in their places, the lit ones bold. */
function drawSize(hands, lit, width, height) {
  const [wide, high] = [hands[0].length * (CARD.width + CARD.gap) - CARD.gap + 2 * PAD, CARD.height + 2 * PAD];
  const { columns, scale } = arrange(hands.length, wide, high, width, height - FOOT);
  const rows = Math.ceil(hands.length / columns);
  const [stepX, stepY] = [width / columns, (height - FOOT) / rows];
  return hands.map((hand, k) => {
    const x = (k % columns) * stepX + (stepX - scale * wide) / 2;
    const y = Math.floor(k / columns) * stepY + (stepY - scale * high) / 2;
    return h(
      "g",
      { key: k, class: "mam-chance-hand", "data-lit": String(lit[k]), transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})` },
      h("rect", { class: "mam-chance-frame", width: wide, height: high, rx: 6 }),
      hand.map((code, at) => drawCard(code, PAD + at * (CARD.width + CARD.gap))),
    );
  });
}

/* The hands of every size: drawn once, so that a drag only shows those of another size. */
const drawSizes = remember((drawing, event, width, height) => Object.entries(drawing.hands).map(([size, hands]) => [size, drawSize(hands, drawing.lit[`${size}|${event}`], width, height)]));

/** Every hand of this size, the lit ones bold, and below what part of the list they are. */
export function drawHands({ controls, drawing }, { size, event }, width, height) {
  const total = drawing.hands[size].length;
  const count = drawing.lit[`${size}|${event}`].filter(Boolean).length;
  return {
    parts: [
      drawSizes(drawing, event, width, height).map(([dealt, hands]) => h("g", { key: dealt, class: "mam-chance-hands", "data-shown": String(dealt === size) }, hands)),
      drawProportion({ left: 4, right: width - 4, top: height - 34 }, count / total),
      plotText(4, height - 3, `${count} lit`, { class: "mam-plot-label" }),
      plotText(width - 4, height - 3, `${total} hands`, { class: "mam-plot-tick", "text-anchor": "end" }),
    ],
    valueAt: (px) => optionAt(controls[0], px / width),
  };
}
