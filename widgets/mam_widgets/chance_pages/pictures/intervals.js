// Intervals: what each sample says of the truth.

import { h } from "../../shared/ui/elements.js";
import { plotLine, plotScale, plotText } from "../../shared/ui/plots.js";
import { optionAt, percent } from "./places.js";

/** 100 intervals side by side; those that miss the truth are bold, with a mark below. */
export function drawIntervals({ controls, drawing }, { size, event, recipe, level }, width, height) {
  const truth = drawing.truths[event];
  const counts = drawing.counts[`${size}|${event}`];
  const bounds = drawing.bounds[[size, event, recipe, level].join("|")];
  const box = { left: 38, right: width - 2, top: 8, bottom: height - 16 };
  const y = plotScale([0, event === "both" ? 0.3 : 0.6], box.bottom, box.top);
  const pitch = (box.right - box.left) / counts.length;
  const place = (value) => y(Math.max(0, Math.min(y.high, value)));
  const paths = { hit: "", miss: "", mark: "" };
  counts.forEach((count, k) => {
    const [low, high] = bounds[count];
    const x = (box.left + (k + 0.5) * pitch).toFixed(1);
    const isHit = low <= truth && truth <= high;
    paths[isHit ? "hit" : "miss"] += `M${x} ${place(high).toFixed(1)}V${Math.max(place(low), place(high) + 3).toFixed(1)}`;
    if (!isHit) paths.mark += `M${x} ${height - 12}v9`;
  });
  return {
    parts: [
      y.ticks(4).map((tick) => [plotLine(box.left, y(tick), box.right, y(tick), "mam-plot-grid"), plotText(box.left - 6, y(tick) + 4, `${Math.round(100 * tick)}%`, { class: "mam-plot-tick", "text-anchor": "end" })]),
      Object.entries(paths).map(([name, d]) => h("path", { key: name, class: "mam-chance-interval", "data-interval": name, d, style: { "stroke-width": `${(pitch * (name === "hit" ? 0.45 : 0.75)).toFixed(2)}px` } })),
      plotLine(box.left, y(truth), box.right, y(truth), "mam-chance-line"),
      plotText(box.right, y(truth) - 7, `truth ${percent(truth)}`, { class: "mam-plot-label", "text-anchor": "end" }),
    ],
    valueAt: (px) => optionAt(controls[0], (px - box.left) / (box.right - box.left)),
  };
}
