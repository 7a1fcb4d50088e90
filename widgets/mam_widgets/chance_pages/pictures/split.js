// Split: a square cut by one event; in each part the chance of another as its height. Areas are probabilities.

import { h } from "../../shared/ui/elements.js";
import { plotDot, plotLine, plotScale, plotText } from "../../shared/ui/plots.js";
import { nearest, percent, valuesOf } from "./places.js";

const TOPS = [0.1, 0.2, 0.5, 1]; // of the upright scale

/** The two columns at this stop; dashed over the left one, the height that it would have if one told nothing of the other. */
export function drawSplit({ controls, drawing: { pack, columns, names } }, values, width, height) {
  const [alone, there, elsewhere] = columns[values[controls[0].id]];
  const box = { left: 42, right: width - 8, top: 24, bottom: height - 22 };
  const x = plotScale([0, 1], box.left, box.right);
  const y = plotScale([0, TOPS.find((top) => top >= elsewhere)], box.bottom, box.top);
  const column = (from, to, high, name) => h("rect", { key: name, class: "mam-chance-cells", "data-cells": name, x: x(from).toFixed(1), y: y(high).toFixed(1), width: (x(to) - x(from)).toFixed(1), height: (box.bottom - y(high)).toFixed(1) });
  return {
    parts: [
      y.ticks(4).map((tick) => [plotLine(box.left, y(tick), box.right, y(tick), "mam-plot-grid"), plotText(box.left - 6, y(tick) + 4, `${+(100 * tick).toFixed(1)}%`, { class: "mam-plot-tick", "text-anchor": "end" })]),
      column(0, alone, there, "lower"),
      column(alone, 1, elsewhere, "upper"),
      h("rect", { key: "product", class: "mam-chance-dashed", x: x(0).toFixed(1), y: y(alone).toFixed(1), width: (x(alone) - x(0)).toFixed(1), height: (box.bottom - y(alone)).toFixed(1) }),
      plotLine(x(alone), box.top, x(alone), box.bottom, "mam-chance-line"),
      plotDot(x(alone), box.top, 7, "mam-plot-spot"),
      plotText(box.left, 12, names.up, { class: "mam-plot-tick" }),
      plotText(box.right, 12, names.mark, { class: "mam-plot-tick", "text-anchor": "end" }),
      plotText(box.right - 4, Math.max(box.top + 14, y(elsewhere) - 6), percent(elsewhere), { class: "mam-plot-label", "text-anchor": "end" }),
      plotText(box.left + 5, Math.min(box.bottom - 5, y(there) + 17), percent(there), { class: "mam-plot-label" }),
      plotText(box.left, height - 5, `${names.left} ${percent(alone)}`, { class: "mam-plot-label" }),
      plotText(box.right, height - 5, `${names.right} ${percent(1 - alone)}`, { class: "mam-plot-tick", "text-anchor": "end" }),
    ],
    valueAt: (px) => nearest(valuesOf(controls[0]), pack * x.valueAt(px)),
  };
}
