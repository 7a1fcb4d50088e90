// Balance: what a bid scores. Bars of money captured, those below the bid dropped to minus the bid, and the point on which all balance.

import { h } from "../../shared/ui/elements.js";
import { formatGain, plotAxes, plotLine, plotScale, plotText } from "../../shared/ui/plots.js";
import { drawKey, drawSwatch, nearest, valuesOf } from "./places.js";

const [LOW, HIGH, STEP] = [-485, 475, 5]; // thousands of dollars
const KEY = [["made", drawSwatch("made")], ["missed", drawSwatch("missed")], ["captured, missed", drawSwatch("ghost")]];
const PILE = 150; // width of what is missed: an area is a probability

/** Bars at the right of the bid, and a pile at minus the bid; either can be dragged. */
export function drawBalance({ controls, drawing: { chances, expected, made } }, values, width, height) {
  const bid = Number(values[controls[0].id]);
  const bids = valuesOf(controls[0]);
  const box = { left: 4, right: width - 4, top: 42, bottom: height - 58 };
  const x = plotScale([LOW, HIGH], box.left, box.right);
  const y = plotScale([0, 1 / PILE, ...chances.map(([, chance]) => chance / STEP)], box.bottom, box.top);
  const heap = (kept) => chances.filter(([amount]) => kept(amount)).map(([amount, chance]) => `M${x(amount - STEP / 2).toFixed(1)} ${box.bottom}V${y(chance / STEP).toFixed(1)}H${x(amount + STEP / 2).toFixed(1)}V${box.bottom}`).join("");
  const missed = 1 - made[bid];
  const trail = bids.filter((passed) => passed <= bid).map((passed) => x(expected[passed]));
  const track = box.bottom + 18; // the axis lies below the point
  const point = trail.at(-1);
  const edge = x(bid - STEP / 2);
  return {
    parts: [
      drawKey(KEY, 0, 12),
      h("path", { key: "ghost", class: "mam-chance-heap", "data-heap": "ghost", d: heap((amount) => amount < bid) }),
      h("path", { key: "made", class: "mam-chance-heap", "data-heap": "made", d: heap((amount) => amount >= bid) }),
      h("path", { key: "missed", class: "mam-chance-heap", "data-heap": "missed", d: `M${x(-bid - PILE / 2).toFixed(1)} ${box.bottom}V${y(missed / PILE).toFixed(1)}H${x(-bid + PILE / 2).toFixed(1)}V${box.bottom}Z` }),
      plotAxes({ x: { label: "score, thousands of dollars" }, y: {} }, x, y, { ...box, bottom: track }, []),
      plotLine(box.left, box.bottom, box.right, box.bottom, "mam-plot-axis"),
      plotLine(edge, 20, edge, box.bottom, "mam-chance-line"),
      plotText(Math.max(box.left + 34, x(-bid)), Math.max(32, y(missed / PILE) - 6), `missed ${Math.round(100 * missed)}%`, { class: "mam-plot-label", "text-anchor": "middle" }),
      plotText(edge - 7, 32, `bid ${bid}`, { class: "mam-plot-label", "text-anchor": "end" }),
      h("path", { key: "trail", class: "mam-chance-trail", d: trail.map((px) => `M${px.toFixed(1)} ${box.bottom + 4}v9`).join("") }),
      h("path", { key: "point", class: "mam-chance-point", d: `M${point.toFixed(1)} ${box.bottom + 1}l8 14h-16Z` }),
      plotText(point - 11, track - 4, formatGain(Math.round(expected[bid])), { class: "mam-plot-label", "text-anchor": "end" }),
    ],
    valueAt: (px) => nearest(bids, Math.abs(x.valueAt(px))),
  };
}
