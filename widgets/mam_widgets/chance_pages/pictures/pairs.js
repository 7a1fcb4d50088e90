// Pairs: deals played twice as lines, with the margin of their difference; and students in two sets of rounds.

import { h } from "../../shared/ui/elements.js";
import { formatGain, pathThrough, plotAxes, plotLine, plotScale, plotText } from "../../shared/ui/plots.js";
import { drawKey, markPath, placeMark, valuesOf } from "./places.js";

/** The picture that is chosen; either can be dragged from its left side to its right. */
export function drawPairs({ controls, drawing }, { step, view }, width, height) {
  const stops = valuesOf(controls[0]);
  const parts = view === "pairs" ? drawDeals(drawing.lines[step], drawing.intervals[step], width, height) : drawStudents(drawing.students[step], drawing.top, width, height);
  return { parts, valueAt: (px) => stops[Math.max(0, Math.min(stops.length - 1, Math.floor((px / width) * stops.length)))] };
}

const keyOf = (linked, apart) => drawKey([[linked, (x, y) => placeMark(x, y, 5, "A")], [apart, (x, y) => placeMark(x, y, 5, "B")]], 2, 12);

/* One path for all of a group: a picture of a hundred elements is too slow to drag. */
function drawGroups(groups, name, pathOf) {
  return Object.entries(groups).map(([side, items]) => h("path", { key: `${name}-${side}`, class: name, "data-side": side, d: items.map((item) => pathOf(item, side)).join("") }));
}

/* Left end: the Tiger with the opponent; right end: with the bidder. Beside them the mean difference and its margin. */
function drawDeals(lines, [gain, margin], width, height) {
  const box = { left: 38, right: Math.round(width * 0.62), top: 26, bottom: height - 34 };
  const y = plotScale(lines.flatMap(([left, right]) => [left, right]), box.bottom, box.top, { parts: 4 });
  const ends = [box.left + 8, box.right - 8];
  const groups = { A: lines.filter(([, , isApart]) => !isApart), B: lines.filter(([, , isApart]) => isApart) };
  const marks = { A: [...lines.map(([left]) => [ends[0], left]), ...groups.A.map(([, right]) => [ends[1], right])], B: groups.B.map(([, right]) => [ends[1], right]) };
  const side = { left: box.right + 46, right: width - 6 };
  const middle = (side.left + side.right) / 2;
  const scale = plotScale([-20, 80], box.bottom, box.top);
  const [low, high] = [scale(gain - margin), scale(gain + margin)];
  return [
    y.ticks(4).map((tick) => [plotLine(box.left, y(tick), box.right, y(tick), "mam-plot-grid"), plotText(box.left - 6, y(tick) + 4, `${tick}`, { class: "mam-plot-tick", "text-anchor": "end" })]),
    keyOf("same deal", "another deal"),
    drawGroups(groups, "mam-chance-trend", ([left, right]) => pathThrough([[ends[0], y(left)], [ends[1], y(right)]])),
    drawGroups(marks, "mam-chance-mark", ([px, value], group) => markPath(px, y(value), 3, group)),
    plotText(box.left, height - 17, "opponent", { class: "mam-plot-label" }),
    plotText(box.right, height - 17, "bidder", { class: "mam-plot-label", "text-anchor": "end" }),
    plotText((box.left + box.right) / 2, height - 3, "has the Tiger", { class: "mam-plot-name", "text-anchor": "middle" }),
    scale.ticks(5).map((tick) => [plotLine(side.left, scale(tick), side.right, scale(tick), "mam-plot-grid"), plotText(side.left - 6, scale(tick) + 4, formatGain(tick), { class: "mam-plot-tick", "text-anchor": "end" })]),
    plotLine(side.left, scale(0), side.right, scale(0), "mam-plot-rule"),
    h("path", { key: "margin", class: "mam-chance-line", d: `M${middle - 9} ${high.toFixed(1)}h18m-9 0V${low.toFixed(1)}m-9 0h18` }),
    placeMark(middle, scale(gain), 6, "A"),
    plotText(middle, height - 17, "difference", { class: "mam-plot-label", "text-anchor": "middle" }),
  ];
}

/* The best of the first set are disks; a large mark for what they averaged, on the diagonal where it would stay the same, and where it went. */
function drawStudents(students, top, width, height) {
  const box = { left: 46, right: width - 8, top: 26, bottom: height - 40 };
  const x = plotScale([-270, 270], box.left, box.right);
  const y = plotScale([-270, 270], box.bottom, box.top);
  const best = [...students].sort((one, other) => other[0] - one[0]).slice(0, top);
  const [first, second] = [0, 1].map((set) => best.reduce((sum, student) => sum + student[set], 0) / top);
  return [
    keyOf("best seven", "others"),
    plotAxes({ x: { label: "first set" }, y: {} }, x, y, box),
    plotText(box.left + 5, box.top + 12, "second set", { class: "mam-plot-name" }),
    plotLine(box.left, y(0), box.right, y(0), "mam-plot-rule"),
    plotLine(box.left, box.bottom, box.right, box.top, "mam-plot-grid"),
    plotText(x(215), box.top + 12, "as good again", { class: "mam-plot-tick", "text-anchor": "end" }),
    drawGroups({ B: students.filter((student) => !best.includes(student)), A: best }, "mam-chance-mark", ([before, after], group) => markPath(x(before), y(after), group === "A" ? 5 : 4, group)),
    h("path", { key: "fall", class: "mam-chance-line", d: `M${x(first).toFixed(1)} ${y(first).toFixed(1)}V${y(second).toFixed(1)}` }),
    placeMark(x(first), y(second), 9, "A"),
    plotText(box.right, box.bottom - 8, "large: mean of the best seven", { class: "mam-plot-label", "text-anchor": "end" }),
  ];
}
