// Curves: lines over the first control.

import { h } from "../../shared/ui/elements.js";
import { plotAxes, plotCurve, plotLine, plotScale, plotText } from "../../shared/ui/plots.js";
import { nearest, percent } from "./places.js";

/** Two lines over one control, both marked where it stands. */
export function drawCurves({ drawing: { points, names, x: label }, controls }, values, width, height) {
  const at = Number(values[controls[0].id]);
  const box = { left: 46, right: width - 12, top: 10, bottom: height - 40 };
  const x = plotScale(points.map(([place]) => place), box.left, box.right);
  const y = plotScale([0, ...points.flatMap(([, one, other]) => [one, other])], box.bottom, box.top, { parts: 4 });
  const series = names.map((name, k) => ({ name, points: points.map((point) => ({ x: point[0], y: point[k + 1] })) }));
  const spot = points.find(([place]) => place === at);
  const isLate = x(at) > (box.left + box.right) / 2;
  const named = names.map((name, k) => ({ name, y: y(spot[k + 1]), value: spot[k + 1] }));
  const isTight = Math.abs(named[0].y - named[1].y) < 34;
  return {
    parts: [
      plotAxes({ x: { label }, y: { percent: true } }, x, y, box),
      y.high > 1 && plotLine(box.left, y(1), box.right, y(1), "mam-plot-rule"),
      series.map((one, k) => plotCurve(one, k, x, y)),
      plotLine(x(at), box.top, x(at), box.bottom, "mam-chance-line"),
      named.map(({ y: py }, k) => h("circle", { key: `spot-${k}`, class: "mam-plot-spot", cx: x(at).toFixed(1), cy: py.toFixed(1), r: 6 })),
      named.map(({ name, y: py, value }, k) => plotText(x(at) + (isLate ? -12 : 12), Math.max(box.top + 12, Math.min(box.bottom - 6, py + (k ? (isTight ? 24 : 20) : -10))), `${name} ${percent(value)}`, { class: "mam-plot-label", "text-anchor": isLate ? "end" : "start" })),
    ],
    valueAt: (px) => nearest(points.map(([place]) => place), x.valueAt(px)),
  };
}
