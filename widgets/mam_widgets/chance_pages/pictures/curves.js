// Curves: lines over the first control.

import { h } from "../../shared/ui/elements.js";
import { plotAxes, plotCurve, plotLine, plotScale, plotText } from "../../shared/ui/plots.js";
import { nearest, percent } from "./places.js";

/** Two lines over the first control, both marked where it stands; `points` are of the page, or of each stop of its other controls. */
export function drawCurves({ drawing, controls }, values, width, height) {
  const { names, x: label } = drawing;
  const points = drawing.points[controls.slice(1).map(({ id }) => values[id]).join("|")] || drawing.points;
  const at = Number(values[controls[0].id]);
  const box = { left: 46, right: width - 12, top: 10, bottom: height - 40 };
  const x = plotScale(points.map(([place]) => place), box.left, box.right);
  const y = plotScale([0, ...points.flatMap(([, one, other]) => [one, other])], box.bottom, box.top, { parts: 4 });
  const series = names.map((name, k) => ({ name, points: points.map((point) => ({ x: point[0], y: point[k + 1] })) }));
  const spot = points.find(([place]) => place === at);
  const isLate = x(at) > (box.left + box.right) / 2;
  const named = names.map((name, k) => ({ name, y: y(spot[k + 1]), value: spot[k + 1] }));
  return {
    parts: [
      plotAxes({ x: { label }, y: { percent: true } }, x, y, box),
      y.high > 1 && plotLine(box.left, y(1), box.right, y(1), "mam-plot-rule"),
      series.map((one, k) => plotCurve(one, k, x, y)),
      plotLine(x(at), box.top, x(at), box.bottom, "mam-chance-line"),
      named.map(({ y: py }, k) => h("circle", { key: `spot-${k}`, class: "mam-plot-spot", cx: x(at).toFixed(1), cy: py.toFixed(1), r: 6 })),
      placeLabels(named, box).map(({ name, value, at: py }) => plotText(x(at) + (isLate ? -12 : 12), py, `${name} ${percent(value)}`, { class: "mam-plot-label", "text-anchor": isLate ? "end" : "start" })),
    ],
    valueAt: (px) => nearest(points.map(([place]) => place), x.valueAt(px)),
  };
}

const LABEL = 15; // px that a label is high

/* Both spots with the place of their label: above the upper one and below the lower one, inside the drawing, and not on each other. */
function placeLabels(named, { top, bottom }) {
  const [upper, lower] = [...named].sort((one, other) => one.y - other.y);
  const high = Math.max(top + 12, Math.min(bottom - 6 - LABEL, upper.y - 10));
  const low = Math.min(bottom - 6, Math.max(high + LABEL, lower.y + (lower.y - upper.y < 34 ? 24 : 20)));
  return [{ ...upper, at: high }, { ...lower, at: low }];
}
