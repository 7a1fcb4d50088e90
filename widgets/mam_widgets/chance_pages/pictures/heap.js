// Heap: how often each count comes up, a part of it lit, with an outline of another shape over it or a line where a count was seen.

import { h } from "../../shared/ui/elements.js";
import { plotAxes, plotLine, plotScale, plotText } from "../../shared/ui/plots.js";
import { drawKey, drawSwatch, optionAt } from "./places.js";

const CHARACTER = 6.8; // px of a letter beside the line

const KINDS = ["bar", "lit", "outline"]; // in the order of their names

const rect = (left, right, top, bottom) => `M${left.toFixed(1)} ${top.toFixed(1)}H${right.toFixed(1)}V${bottom.toFixed(1)}H${left.toFixed(1)}Z`;

/** Bars of one stop, those in the ranges that are lit filled. */
export function drawHeap({ controls, drawing }, values, width, height) {
  const { bars, outline = [], range, lit, line, names, x: label } = drawing.stops[controls.map(({ id }) => values[id]).join("|")];
  const box = { left: drawing.percent ? 46 : 12, right: width - 12, top: line ? 44 : 26, bottom: height - 40 };
  const x = plotScale(range, box.left, box.right);
  const y = plotScale([0, ...bars.map((bar) => bar[2]), ...outline], box.bottom, box.top);
  const gap = x(bars[0][1]) - x(0) > 8 ? 1 : 0;
  const paths = { bar: "", lit: "" };
  for (const [left, wide, high] of bars) {
    const top = y(high);
    if (box.bottom - top < 0.2) continue;
    paths.bar += rect(x(left) + gap, x(left + wide) - gap, top, box.bottom);
    for (const [low, end] of lit) {
      const [from, to] = [Math.max(left, low), Math.min(left + wide, end)];
      if (from < to) paths.lit += rect(x(from) + (from > left ? 0 : gap), x(to) - (to < left + wide ? 0 : gap), top, box.bottom);
    }
  }
  const steps = outline.map((high, k) => `${k ? "L" : "M"}${x(bars[k][0]).toFixed(1)} ${y(high).toFixed(1)}H${x(bars[k][0] + bars[k][1]).toFixed(1)}`).join("");
  const seen = line && x(line[0]);
  const isAfter = line && seen + 10 + CHARACTER * line[1].length < width; // the name of the line, where there is room
  return {
    parts: [
      drawKey(names.map((name, k) => [name, drawSwatch(KINDS[k])]), drawing.percent ? 8 : 2),
      Object.entries(paths).map(([name, d]) => h("path", { key: name, class: "mam-chance-heap", "data-heap": name, d })),
      plotAxes({ x: { label }, y: { percent: true } }, x, y, box, drawing.percent ? y.ticks(4) : []),
      steps && h("path", { key: "outline", class: "mam-chance-heap", "data-heap": "outline", d: steps }),
      line && [plotLine(seen, box.top - 14, seen, box.bottom, "mam-chance-line"), plotText(seen + (isAfter ? 7 : -7), box.top - 3, line[1], { class: "mam-plot-label", "text-anchor": isAfter ? "start" : "end" })],
    ],
    valueAt: (px) => optionAt(controls[0], px / width),
  };
}
