// Curves: lines over the same axis that are named where they run, with marks on them.

import { EDGE, plotAxes, plotBand, plotCurve, plotDot, plotLine, plotScale, plotText, ruleValues } from "./plots.js";

const LETTER = 7.4; // px that a letter of a label takes at most, on average
const LINE = 16;
const SAMPLE = 22; // px of a line in the legend
const CLOSE = 0.14; // lines that are nowhere farther apart than this proportion of the height share a label
const LONG_LABELS = 480; // px from which on labels are written out
const TALL_LABELS = 150; // px of height from which on a label may have two lines
const APART = 8; // px from the next line where a line can be named
const MOST_COVERED = 4; // points of lines that a name may lie on
const SHORT_LABELS = 270; // px up to which they are as short as can be

/** A drawing of {series, rules, marks}: its parts, and the scales for whoever reads its points. */
export function drawCurves(spec, width, height) {
  const { percent } = spec.y;
  const box = { left: EDGE.left, right: width - 16, top: 10, bottom: height - EDGE.bottom };
  const points = spec.series.flatMap((line) => line.points);
  const x = plotScale([...points.map((point) => point.x), ...ruleValues(spec, "x")], box.left, box.right);
  const values = [...points.flatMap((point) => [point.y, point.low ?? point.y, point.high ?? point.y]), ...ruleValues(spec, "y")];
  const y = plotScale(percent ? [0, 1] : [0, ...values], box.bottom, box.top);
  const lines = spec.series.map((series, index) => ({ ...series, at: index, path: series.points.map((point) => [x(point.x), y(point.y)]) }));
  const order = [...lines].sort((a, b) => Number(a.is_best) - Number(b.is_best)); // the recommended one lies on top
  return {
    x,
    y,
    box,
    parts: [
      percent && [0.25, 0.75].map((tick) => plotLine(box.left, y(tick), box.right, y(tick), "mam-plot-grid")),
      plotAxes(spec, x, y, box, percent ? [0, 0.5, 1] : undefined),
      drawCurveRules(spec, x, y, box),
      order.filter((series) => series.is_best).map((series) => plotBand(series, series.at, x, y)),
      order.map((series) => plotCurve(series, series.at, x, y, isEmblemAt(series, lines.length, percent))),
      (spec.marks || []).map((mark) => plotDot(x(mark.x), y(mark.y), 5.5, `mam-plot-spot mam-plot-${mark.kind}`)),
      curveLabels(spec, lines, x, y, box),
    ],
  };
}

/* Emblems stand apart from those of the other lines, which may run close by, and not where a line runs out at zero. */
function isEmblemAt(series, count, percent) {
  const every = Math.max(1, Math.round(series.points.length / 3));
  const first = Math.round(((series.at + 0.5) / count) * every);
  return (point, place) => place % every === first % every && !(percent && point.y < 0.05);
}

function drawCurveRules(spec, x, y, box) {
  return spec.rules.map((rule) => {
    if (rule.axis === "y") {
      return [
        plotLine(box.left, y(rule.value), box.right, y(rule.value), "mam-plot-dots"),
        rule.label && plotText(box.right, y(rule.value) - 5, rule.label, { class: "mam-plot-label", "text-anchor": "end" }),
      ];
    }
    return plotLine(x(rule.value), box.top, x(rule.value), box.bottom, "mam-plot-next");
  });
}

// Labels: each finds the place near its line where it covers least

function curveLabels(spec, lines, x, y, box) {
  const wide = box.right - box.left;
  const groups = groupLines(lines, CLOSE * (box.bottom - box.top));
  const rules = spec.rules.filter((rule) => rule.axis === "x" && rule.label);
  const levels = spec.rules.filter((rule) => rule.axis === "y" && rule.label);
  const taken = levels.map((rule) => ({ left: box.right - LETTER * rule.label.length, right: box.right, top: y(rule.value) - LINE - 5, bottom: y(rule.value) }));
  const upright = rules.map((rule) => [[x(rule.value), box.top], [x(rule.value), box.bottom]]);
  const level = spec.rules.filter((rule) => rule.axis === "y").flatMap((rule) => fill([[box.left, y(rule.value)], [box.right, y(rule.value)]]));
  const blocked = [
    ...[...lines.map((line) => line.path), ...upright].flatMap(fill),
    ...(spec.marks || []).flatMap((mark) => [-5, 0, 5].map((offset) => [x(mark.x) + offset, y(mark.y)])),
  ];
  const unnamed = [];
  const place = (text, spots, wanted, name, most = Infinity, isNearest = () => true) => {
    const spot = findPlace(text, spots, wanted, { blocked, level, taken }, box, most, isNearest);
    if (!spot) return null;
    taken.push(spot);
    return text.map((part, index) => plotText(spot.left, spot.top + 12 + LINE * index, part, { class: index ? "mam-plot-tick" : name }));
  };
  return [
    (spec.marks || [])
      .filter((mark) => mark.text)
      .map((mark) => place([mark.text], [[x(mark.x) + 4, y(mark.y) - 2]], [x(mark.x), y(mark.y)], `mam-plot-label mam-plot-${mark.kind}-text`)),
    groups.map((group) => {
      // not where another line runs so near that it could be meant
      const path = group.flatMap((line) => line.path.filter((_, index) => distanceAt(line, index, group, lines) >= APART));
      const even = group.length === 1 && group[0].even_bid ? [x(group[0].even_bid), y(0.5)] : farthest(group, lines);
      const text = groupText(group, lines.length, wide, box.bottom - box.top);
      const [named, rivals] = [true, false].map((isNamed) => lines.filter((line) => group.includes(line) === isNamed).flatMap((line) => fill(line.path)));
      const isNearest = (label) => distanceFrom(label, named) < distanceFrom(label, rivals);
      const placeName = (label) => place(label, path, even, "mam-plot-label", MOST_COVERED, isNearest);
      // where there is no room for the whole label the names are enough, and without that they stand in a legend
      const label = placeName(text) || placeName([groupNames(group)]);
      if (!label) unnamed.push(...group);
      return label;
    }),
    rules.map((rule) => {
      const lineX = x(rule.value);
      const spots = [box.bottom - 6, box.bottom - 40, box.top + 26, box.top + 16].map((height) => [lineX, height]);
      return place([rule.label], spots, [lineX, box.bottom], "mam-plot-label mam-plot-next-text", MOST_COVERED);
    }),
    unnamed.length > 0 && drawLegend(unnamed, { blocked, level, taken }, box),
  ];
}

/* The lines that no place was found to name, from the top: as near to the top right corner as nothing is covered. */
function drawLegend(lines, { blocked, level, taken }, box) {
  const rows = [...lines].sort((a, b) => middleOf(a) - middleOf(b));
  const wide = SAMPLE + 6 + LETTER * Math.max(...rows.map((line) => line.name.length));
  const high = LINE * rows.length;
  let best = null;
  for (let left = box.right - wide; left > box.left; left -= 8)
    for (let top = box.top - 4; top + high < box.bottom; top += 8) {
      const isUnder = ([x, y]) => x > left - 6 && x < left + wide && y > top - 2 && y < top + high + 2;
      const overlaps = taken.filter((other) => left < other.right + 8 && left + wide > other.left - 8 && top < other.bottom && top + high > other.top).length;
      const cost = 40 * blocked.filter(isUnder).length + 8 * level.filter(isUnder).length + 4000 * overlaps + box.right - wide - left + top - box.top;
      if (!best || cost < best.cost) best = { left, top, cost };
    }
  if (!best) return null;
  const across = (at) => best.left + at;
  const sample = { points: [0, SAMPLE / 2, SAMPLE].map((x) => ({ x, y: 0 })) };
  return rows.map((line, row) => {
    const y = best.top + LINE * row + 8;
    return [
      plotCurve({ ...line, ...sample }, line.at, across, () => y, (_, place) => place === 1),
      plotText(best.left + SAMPLE + 6, y + 4, line.name, { class: "mam-plot-label mam-plot-legend" }),
    ];
  });
}

const middleOf = ({ path }) => path[Math.floor(path.length / 2)][1];

/* Lines that nearly lie on each other share a label; the recommended one does so only if it can hardly be told apart. */
function groupLines(lines, close) {
  const groups = [];
  const areClose = (first, second) => largestDistance(first.path, second.path) < (first.is_best || second.is_best ? close / 3 : close);
  for (const line of lines) {
    const near = groups.find((group) => group.every((member) => areClose(member, line)));
    if (near) near.push(line);
    else groups.push([line]);
  }
  return groups.sort((a, b) => a.length - b.length);
}

const largestDistance = (first, second) => Math.max(...first.map(([, y], index) => Math.abs(y - second[Math.min(index, second.length - 1)][1])));

/* How far a line of a group is at a point from the nearest line outside the group. */
function distanceAt(line, index, group, lines) {
  const rivals = lines.filter((second) => !group.includes(second));
  return Math.min(...rivals.map(({ path }) => Math.abs(path[Math.min(index, path.length - 1)][1] - line.path[index][1])));
}

/* Where a group runs farthest from the other lines. */
function farthest(group, lines) {
  const [line] = group;
  const apart = line.path.map((_, index) => distanceAt(line, index, group, lines));
  return line.path[group.length < lines.length ? apart.indexOf(Math.max(...apart)) : Math.floor(apart.length / 2)];
}

const groupNames = (group) => group.map((line) => line.name).join(", ");

function groupText(group, count, wide, tall) {
  const names = groupNames(group);
  const even = group.map((line) => line.even_bid).filter(Boolean);
  const othersLabel = wide > SHORT_LABELS ? "Other colors" : "Others";
  if (wide < LONG_LABELS) return [group.length > 1 && group.length === count - 1 ? othersLabel : names];
  if (even.length < group.length || (group.length > 1 && tall < TALL_LABELS)) return [names];
  const [low, high] = [Math.min(...even), Math.max(...even)];
  if (group.length === 1) return [`${names}: even at ${low}`];
  return [names, low === high ? `even at ${low}` : `even at ${low} to ${high}`];
}

/* Points along a path, a few px apart. */
function fill(path) {
  return path.slice(1).flatMap(([toX, toY], index) => {
    const [fromX, fromY] = path[index];
    const steps = Math.max(1, Math.ceil(Math.hypot(toX - fromX, toY - fromY) / 5));
    return Array.from({ length: steps }, (_, step) => [fromX + ((toX - fromX) * step) / steps, fromY + ((toY - fromY) * step) / steps]);
  });
}

/* How far the nearest of these points is from a place. */
function distanceFrom({ left, top, right, bottom }, points) {
  return Math.min(...points.map(([x, y]) => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))));
}

/* The place for a text beside one of the spots: inside the box, on nothing that is there, near where it is wanted; none
   where it would cover more than `most` points of lines or another text, or where another line is nearer. */
function findPlace(text, spots, [wantedX, wantedY], { blocked, level, taken }, box, most, isNearest) {
  const wide = LETTER * Math.max(...text.map((part) => part.length));
  const high = LINE * text.length;
  let best = null;
  for (const [x, y] of spots)
    for (const left of [x + 8, x - 8 - wide])
      for (const top of [y - 8 - high, y + 8, y - high / 2]) {
        const place = { left, top, right: left + wide, bottom: top + high };
        if (left < box.left + 2 || place.right > box.right || top < box.top - 8 || place.bottom > box.bottom - 2) continue;
        const isUnder = ([px, py]) => px > left - 3 && px < place.right + 3 && py > top - 2 && py < place.bottom + 2;
        const covered = blocked.filter(isUnder).length;
        const overlaps = taken.filter((second) => left < second.right + 4 && place.right > second.left - 4 && top < second.bottom && place.bottom > second.top).length;
        if (covered > most || (overlaps && most < Infinity)) continue;
        const cost = 40 * covered + 8 * level.filter(isUnder).length + 4000 * overlaps + 2 * Math.hypot(x - wantedX, y - wantedY);
        if ((!best || cost < best.cost) && isNearest(place)) best = { ...place, cost };
      }
  return best;
}
