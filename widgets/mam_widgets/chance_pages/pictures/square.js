// Square: all ways to pick up two cards, the first down and the second across; folded along its diagonal, all hands.

import { h } from "../../shared/ui/elements.js";
import { plotDot, plotText } from "../../shared/ui/plots.js";

const LEFT = 24; // for the ranks at the side
const TOP = 18; // for the ranks above
const NOTES = 138; // px at the right
const LABELED = 12; // px of a cell from which on it has a rank

/** The square of so many cards, its diagonal crossed out, with a handle at its corner; at the right what is counted. */
export function drawSquare({ controls, drawing: { ranks, counts } }, { size, view }, width, height) {
  const count = Number(size);
  const most = ranks.length;
  const cell = Math.min(34, (height - TOP - 10) / most, (width - LEFT - NOTES) / most);
  const isOpen = view === "open";
  const [cells, diagonal, ordered, hands] = counts[size];
  const left = Math.max(LEFT, (width - NOTES - most * cell) / 2);
  const box = (down, across) => `M${(left + across * cell + 0.75).toFixed(1)} ${(TOP + down * cell + 0.75).toFixed(1)}h${(cell - 1.5).toFixed(1)}v${(cell - 1.5).toFixed(1)}h${(1.5 - cell).toFixed(1)}Z`;
  const paths = { upper: "", lower: "", cross: "" };
  for (let down = 0; down < count; down += 1) {
    for (let across = 0; across < count; across += 1) if (down !== across) paths[across > down ? "upper" : "lower"] += box(down, across);
    const [x, y] = [left + (down + 0.25) * cell, TOP + (down + 0.25) * cell];
    paths.cross += `M${x.toFixed(1)} ${y.toFixed(1)}l${(cell / 2).toFixed(1)} ${(cell / 2).toFixed(1)}m0 ${(-cell / 2).toFixed(1)}l${(-cell / 2).toFixed(1)} ${(cell / 2).toFixed(1)}`;
  }
  const corner = count * cell;
  const right = left + most * cell + 14;
  const notes = [
    ["down: first", "mam-plot-tick"],
    ["across: second", "mam-plot-tick"],
    [`${count} × ${count} = ${cells}`, "mam-plot-label"],
    [`${cells} − ${diagonal} = ${ordered}`, "mam-plot-label"],
    [`${ordered} / 2 = ${hands}`, isOpen ? "mam-plot-tick" : "mam-plot-label"],
  ];
  return {
    parts: [
      h("rect", { key: "room", class: "mam-chance-frame", x: left.toFixed(1), y: TOP, width: (most * cell).toFixed(1), height: (most * cell).toFixed(1) }),
      Object.entries(paths).map(([name, d]) => h("path", { key: name, class: "mam-chance-cells", "data-cells": !isOpen && name === "upper" ? "folded" : name, d })),
      h("path", { key: "fold", class: "mam-chance-line", d: isOpen ? "" : `M${left.toFixed(1)} ${TOP}l${corner.toFixed(1)} ${corner.toFixed(1)}` }),
      cell >= LABELED && ranks.slice(0, count).map((rank, k) => [plotText(left - 5, TOP + (k + 0.5) * cell + 4, `${rank}`, { class: "mam-plot-tick", "text-anchor": "end" }), plotText(left + (k + 0.5) * cell, TOP - 5, `${rank}`, { class: "mam-plot-tick", "text-anchor": "middle" })]),
      plotDot(left + corner, TOP + corner, 7, "mam-plot-spot"),
      notes.map(([text, name], k) => plotText(right, TOP + 12 + k * Math.min(24, (height - TOP - 20) / notes.length) + (k > 1 ? 4 : 0), text, { class: name })),
    ],
    valueAt: (px, py) => Math.max(Number(controls[0].options[0].value), Math.min(most, Math.floor(Math.max(px - left, py - TOP) / cell) + 1)),
  };
}
