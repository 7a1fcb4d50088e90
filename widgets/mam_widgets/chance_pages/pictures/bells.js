// Bells: what a study may find if there is no difference, and if there is one; beyond the thresholds it raises an alarm.

import { h } from "../../shared/ui/elements.js";
import { pathThrough, plotAxes, plotDot, plotLine, plotScale, plotText } from "../../shared/ui/plots.js";
import { nearest, valuesOf } from "./places.js";

/** Two bells of the mean difference; what lies beyond the thresholds is filled. The upper threshold has a handle: more rounds are nearer to zero. */
export function drawBells({ controls, drawing: { bell, errors, bounds, scale, label, texts } }, { size, truth, looks }, width, height) {
  const box = { left: 14, right: width - 14, top: 26, bottom: height - 40 };
  const x = plotScale(scale, box.left, box.right);
  const y = plotScale([0, 1], box.bottom, box.top);
  const bound = bounds[size];
  const [none, some] = texts[[size, truth, looks].join("|")];
  const middles = truth === "0" ? [0] : [0, Number(truth)];
  const outlines = middles.map((middle) => pathThrough(bell.map(([z, high]) => [x(middle + z * errors[size]), y(high)]).filter(([px]) => px >= box.left && px <= box.right)));
  const windows = [[box.left, x(-bound)], [x(bound), box.right]].filter(([from, to]) => to > from); // nothing is seen outside of them
  return {
    parts: [
      windows.map(([from, to], k) => h("svg", { key: `beyond-${k}`, x: from, y: 0, width: to - from, height: box.bottom, viewBox: `${from} 0 ${to - from} ${box.bottom}` }, outlines.map((d, bell_) => h("path", { key: bell_, class: "mam-chance-tail", "data-bell": String(bell_), d: `${d}V${box.bottom}H${box.left}Z` })))),
      plotAxes({ x: { label }, y: {} }, x, y, box, []),
      outlines.map((d, k) => h("path", { key: `bell-${k}`, class: "mam-chance-bell", "data-bell": String(k), d })),
      [-bound, bound].map((place) => plotLine(x(place), box.top - 6, x(place), box.bottom, "mam-chance-line")),
      plotDot(x(bound), box.top - 6, 7, "mam-plot-spot"),
      plotText(box.left, 13, none, { class: "mam-plot-label", "data-bell": "0" }),
      some && plotText(box.right, 13, some, { class: "mam-plot-label", "data-bell": "1", "text-anchor": "end" }),
    ],
    handle: { left: x(bound), top: 0, height: box.bottom, label: "Threshold", text: `±${Math.round(bound)} thousand`, isReversed: true },
    valueAt: (px) => {
      const wanted = nearest(Object.values(bounds), Math.abs(x.valueAt(px)));
      return valuesOf(controls[0]).find((value) => bounds[value] === wanted);
    },
  };
}
