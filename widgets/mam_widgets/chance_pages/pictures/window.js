// Window: the means of two groups over what else they may differ in, and those of the rounds inside a window.

import { h } from "../../shared/ui/elements.js";
import { pathThrough, plotAxes, plotScale, plotText } from "../../shared/ui/plots.js";
import { nearest, placeMark } from "./places.js";

const SIDES = ["A", "B"]; // with the Tiger, without
const ALL = 115; // thousands of dollars from the center, where all hands count

const halfOf = (window) => (window === "all" ? ALL : Number(window));

/** Captured over money in hand, with and without the Tiger; large: the means of the hands in the window. */
export function drawWindow({ controls, drawing: { centers, marks, means } }, { window, center }, width, height) {
  const box = { left: 38, right: width - 8, top: 8, bottom: height - 40 };
  const x = plotScale([40, 205], box.left, box.right);
  const y = plotScale([220, 300], box.bottom, box.top);
  const isAll = window === "all";
  const middle = centers[center];
  const [low, high] = [-1, 1].map((sign) => x(Math.max(x.low, Math.min(x.high, middle + sign * halfOf(window)))));
  const isInside = (money) => isAll || Math.abs(money - middle) <= halfOf(window) + 2.5;
  const size = (rounds) => Math.max(2, Math.sqrt(rounds) / (width > 500 ? 12 : 18));
  const groups = marks[Number(center === "moved")].map((points, k) => [
    h("path", { key: `trend-${k}`, class: "mam-chance-trend", "data-side": SIDES[k], d: pathThrough(points.map(([money, mean]) => [x(money), y(mean)])) }),
    points.map(([money, mean, rounds]) => placeMark(x(money), y(mean), size(rounds), SIDES[k], { "data-in": String(isInside(money)) })),
  ]);
  return {
    parts: [
      !isAll && h("rect", { key: "window", class: "mam-chance-window", x: low.toFixed(1), y: 0, width: (high - low).toFixed(1), height: box.bottom }),
      plotAxes({ x: { label: "money dealt to the bidder, thousands" }, y: {} }, x, y, box),
      plotText(box.left + 5, box.top + 12, "captured", { class: "mam-plot-name" }),
      groups,
      drawMeans(means[[window, center].join("|")], x, y, box),
    ],
    valueAt: (px) => {
      const half = nearest(controls[0].options.map(({ value }) => halfOf(value)), Math.abs(x.valueAt(px) - middle));
      return half === ALL ? "all" : half;
    },
  };
}

/* Two large marks, each on a line to the axis of what was captured, with its name: the one with the Tiger at its left, the other at its right. */
function drawMeans(means, x, y, box) {
  const isHigher = means[0][1] >= means[1][1];
  return means.map(([money, mean], k) => {
    const [px, py] = [x(money), y(mean)];
    const isUp = k === 0 ? isHigher : !isHigher;
    return [
      h("path", { key: `level-${k}`, class: "mam-chance-trend", "data-side": SIDES[k], d: pathThrough([[box.left, py], [box.right, py]]) }),
      placeMark(px, py, 7.5, SIDES[k], { "data-in": "mean" }),
      plotText(k ? box.right - 4 : box.left + 8, py + (isUp ? -8 : 18), k ? `without ${mean.toFixed(1)}` : `with the Tiger ${mean.toFixed(1)}`, { class: "mam-plot-label", "text-anchor": k ? "end" : "start" }),
    ];
  });
}
