// Piles: a dot for each round or sample, over an axis, with their middle and a band around it.

import { h } from "../../shared/ui/elements.js";
import { plotAxes, plotLine, plotScale, plotText } from "../../shared/ui/plots.js";
import { disk, optionAt } from "./places.js";

const DOT = { least: 4, most: 13, each: 0.016 }; // px from one to the next

/** Dots in piles; open ones are odd: the first of a pile, or those beyond the limits. With `places` the stop whose place is nearest is dragged. */
export function drawPiles({ controls, drawing: { axis, piles, views, places } }, values, width, height) {
  const view = views[controls.map(({ id }) => values[id]).join("|")];
  const pile = piles[view.pile];
  const box = { left: 14, right: width - 14, top: 20, bottom: height - 40 };
  const x = plotScale([axis.low, axis.high], box.left, box.right);
  const y = plotScale([0, 1], box.bottom, box.top);
  const pitch = Math.max(DOT.least, Math.min(DOT.most, DOT.each * width));
  const columns = pile.values.map((value) => Math.round((x(value) - box.left) / pitch));
  const high = {};
  columns.forEach((column) => (high[column] = (high[column] || 0) + 1));
  const up = Math.min(pitch, (box.bottom - box.top - 6) / Math.max(...Object.values(high)));
  const [low, top] = view.limits || [axis.low, axis.high];
  const paths = { hit: "", miss: "" };
  const count = {};
  pile.values.forEach((value, k) => {
    const column = columns[k];
    count[column] = (count[column] || 0) + 1;
    const isOdd = k < pile.odd || value < low || value > top;
    paths[isOdd ? "miss" : "hit"] += disk(box.left + column * pitch, box.bottom - 2 - (count[column] - 0.5) * up, +(pitch * (isOdd ? 0.38 : 0.44)).toFixed(2));
  });
  const middle = x(view.middle);
  const [from, to] = view.band.map((value) => Math.max(box.left - 8, Math.min(box.right + 8, x(value))));
  const isLate = middle > (box.left + box.right) / 2;
  return {
    parts: [
      h("rect", { key: "band", class: "mam-chance-band", x: from.toFixed(1), y: box.top, width: (to - from).toFixed(1), height: box.bottom - box.top }),
      plotAxes({ x: { label: axis.label, percent: axis.percent }, y: {} }, x, y, box, []),
      (view.limits || []).map((value) => plotLine(x(value), box.top, x(value), box.bottom, "mam-plot-rule")),
      Object.entries(paths).map(([name, d]) => h("path", { key: name, class: "mam-chance-dots", "data-dots": `${name} in`, d })),
      plotLine(middle, box.top - 4, middle, box.bottom, "mam-chance-line"),
      h("path", { key: "middle", class: "mam-chance-middle", d: `M${middle.toFixed(1)} ${box.bottom}l6 8h-12Z` }),
      plotText(middle + (isLate ? -6 : 6), box.top - 6, view.name, { class: "mam-plot-label", "text-anchor": isLate ? "end" : "start" }),
    ],
    valueAt: (px) => (places ? controls[0].options[nearestIndex(places, x.valueAt(px))].value : optionAt(controls[0], (px - box.left) / (box.right - box.left))),
  };
}

const nearestIndex = (places, wanted) => places.reduce((best, place, k) => (Math.abs(place - wanted) < Math.abs(places[best] - wanted) ? k : best), 0);
