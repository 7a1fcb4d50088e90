// Hands: all that can be dealt, each as a row of small cards; those in the event are lit.

import { ANIMAL_SIGNS, COLOR_SIGNS } from "../../shared/ui/art.js";
import { h } from "../../shared/ui/elements.js";
import { plotText } from "../../shared/ui/plots.js";
import { drawProportion, optionAt } from "./places.js";

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

/** Every hand of so many cards, the lit ones bold, and below what part of the list they are. */
export function drawHands({ controls, drawing }, { size, event }, width, height) {
  const hands = drawing.hands[size];
  const lit = drawing.lit[`${size}|${event}`];
  const [wide, high] = [Number(size) * (CARD.width + CARD.gap) - CARD.gap + 2 * PAD, CARD.height + 2 * PAD];
  const { columns, scale } = arrange(hands.length, wide, high, width, height - FOOT);
  const rows = Math.ceil(hands.length / columns);
  const [stepX, stepY] = [width / columns, (height - FOOT) / rows];
  const count = lit.filter(Boolean).length;
  return {
    parts: [
      hands.map((hand, k) => {
        const x = (k % columns) * stepX + (stepX - scale * wide) / 2;
        const y = Math.floor(k / columns) * stepY + (stepY - scale * high) / 2;
        return h(
          "g",
          { key: hand.join(" "), class: "mam-chance-hand", "data-lit": String(lit[k]), transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})` },
          h("rect", { class: "mam-chance-frame", width: wide, height: high, rx: 6 }),
          hand.map((code, at) => drawCard(code, PAD + at * (CARD.width + CARD.gap))),
        );
      }),
      drawProportion({ left: 4, right: width - 4, top: height - 34 }, count / hands.length),
      plotText(4, height - 3, `${count} lit`, { class: "mam-plot-label" }),
      plotText(width - 4, height - 3, `${hands.length} hands`, { class: "mam-plot-tick", "text-anchor": "end" }),
    ],
    valueAt: (px) => optionAt(controls[0], px / width),
  };
}
