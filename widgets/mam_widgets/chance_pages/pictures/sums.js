// Sums: the total, or the mean, of several rounds as bars, and the bell with the same mean and standard deviation over them.

import { h } from "../../shared/ui/elements.js";
import { pathThrough, plotAxes, plotLine, plotScale } from "../../shared/ui/plots.js";
import { optionAt } from "./places.js";

const AROUND = 2.9; // standard deviations of a total that are shown to each side

/** Bars and a bell; the scale of totals grows with them, that of means stays. */
export function drawSums({ controls, drawing: { bars, bell, scale, label } }, { rounds, view }, width, height) {
  const { low, width: wide, heights, mean, sd, peak } = bars[rounds];
  const part = view === "mean" ? Number(rounds) : 1;
  const box = { left: 14, right: width - 14, top: 8, bottom: height - 40 };
  const x = plotScale(view === "mean" ? scale : [mean - AROUND * sd, mean + AROUND * sd], box.left, box.right);
  const y = plotScale([0, peak, ...heights], box.bottom, box.top);
  const inside = (px) => Math.max(box.left, Math.min(box.right, px));
  const place = (k) => inside(x((low + k * wide) / part));
  const paths = { loss: "", gain: "" };
  heights.forEach((height_, k) => (paths[low + (k + 0.5) * wide < 0 ? "loss" : "gain"] += `M${place(k).toFixed(1)} ${box.bottom}V${y(height_).toFixed(1)}H${place(k + 1).toFixed(1)}V${box.bottom}`));
  const curve = bell.map(([z, height_]) => [x((mean + z * sd) / part), y(peak * height_)]).filter(([px]) => px >= box.left - 1 && px <= box.right + 1);
  return {
    parts: [
      plotAxes({ x: { label: `${view} of ${rounds} ${rounds === "1" ? "round" : "rounds"}, ${label}` }, y: {} }, x, y, box, []),
      Object.entries(paths).map(([name, d]) => h("path", { key: name, class: "mam-chance-bars", "data-bars": name, d })),
      x(0) > box.left && plotLine(x(0), box.top, x(0), box.bottom, "mam-plot-rule"),
      h("path", { key: "bell", class: "mam-chance-line", d: pathThrough(curve) }),
    ],
    valueAt: (px) => optionAt(controls[0], (px - box.left) / (box.right - box.left)),
  };
}
