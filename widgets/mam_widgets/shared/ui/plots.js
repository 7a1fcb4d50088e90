// Plots: scales, axes and marks, as elements in the theme's own colors. Every chart of the widgets is made of them.

import { COLOR_SIGNS } from "./art.js";
import { h } from "./elements.js";

const TONES = ["sideA", "sideB", "win", "ok", "danger", "muted"];
const DASHES = ["", "7 4", "2 3", "10 3 2 3", "4 4", "12 4"];
export const EDGE = { left: 46, right: 12, top: 30, bottom: 40 };

// Scales

/* The step between round numbers that cut a range into about so many parts. */
function stepOf(range, parts) {
  const raw = range / Math.max(1, parts);
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= raw - 1e-12 * power);
}

/** From figures to px and, by `valueAt`, back; `ticks` are round figures, about as many as asked for. On a logarithmic scale
    they are the first figure and the powers of ten. With `parts` the scale begins and ends at a round figure. */
export function plotScale(values, from, to, { log = false, parts = 0 } = {}) {
  let [low, high] = [Math.min(...values), Math.max(...values)];
  if (!(high > low)) [low, high] = log ? [low, 10 * low] : [low - 1, high + 1];
  if (parts) {
    const step = stepOf(high - low, parts);
    [low, high] = [Math.floor(low / step + 1e-9) * step, Math.ceil(high / step - 1e-9) * step];
  }
  const [turn, back] = log ? [Math.log10, (power) => 10 ** power] : [(value) => value, (value) => value];
  const [start, end] = [turn(low), turn(high)];
  const px = (value) => from + ((turn(value) - start) / (end - start)) * (to - from);
  const valueAt = (place) => back(start + ((place - from) / (to - from)) * (end - start));
  const ticks = (count) => {
    const found = log ? [low] : [];
    if (log) for (let power = 10; power <= high * 1.0001; power *= 10) power > 2 * low && found.push(power);
    const step = stepOf(high - low, count);
    if (!log) for (let multiple = Math.ceil(low / step - 1e-9); multiple * step <= high + step * 1e-9; multiple += 1) found.push(multiple * step);
    return found;
  };
  return Object.assign(px, { low, high, valueAt, ticks });
}

const NUMBERS = new Intl.NumberFormat("en-US"); // made once: it is slow to make

/** A figure as it stands at an axis. */
function formatFigure(value, percent) {
  if (percent) return `${+(100 * value).toPrecision(6)}%`;
  const rounded = (Math.abs(value) >= 1000 ? Math.round(value) : +value.toPrecision(3)) || 0; // no −0
  return NUMBERS.format(rounded).replace("-", "−");
}

/** A gain or a loss as it stands at an axis. */
export const formatGain = (value) => `${value > 0 ? "+" : ""}${formatFigure(value)}`;

// Marks

const fix = (px) => px.toFixed(1);

export const plotText = (x, y, text, more) => h("text", { x: fix(x), y: fix(y), ...more }, text);
export const plotLine = (x1, y1, x2, y2, name) => h("line", { class: name, x1: fix(x1), y1: fix(y1), x2: fix(x2), y2: fix(y2) });
export const plotDot = (x, y, r, name, more) => h("circle", { class: name, cx: fix(x), cy: fix(y), r, ...more });

/** The path through some points of the drawing. */
export const pathThrough = (points) => points.map(([x, y], index) => `${index ? "L" : "M"}${fix(x)} ${fix(y)}`).join("");

const lineColor = (series, index) => `var(--mam-${series.code || TONES[index % TONES.length]})`;

/** The interval around each point of a line. */
export function plotBand(series, index, x, y) {
  const intervals = series.points.filter((point) => point.low !== undefined && point.low !== null);
  if (intervals.length < 2) return null;
  const border = [...intervals.map((point) => [x(point.x), y(point.high)]), ...intervals.map((point) => [x(point.x), y(point.low)]).reverse()];
  return h("path", { class: "mam-plot-band", d: `${pathThrough(border)}Z`, style: { fill: lineColor(series, index) } });
}

/** A line in its color, over the ink that all card colors are outlined with; with a dash of its own, or its emblem on it. */
export function plotCurve(series, index, x, y, isMarked) {
  const d = pathThrough(series.points.map((point) => [x(point.x), y(point.y)]));
  const style = { stroke: lineColor(series, index), ...(!series.code && { "stroke-dasharray": DASHES[index % DASHES.length] || "none" }) };
  const sign = COLOR_SIGNS[series.code];
  const fill = { style: { fill: lineColor(series, index) } };
  const mark = (point) =>
    sign
      ? h("path", { class: "mam-plot-mark", d: sign, transform: `translate(${fix(x(point.x))} ${fix(y(point.y))}) scale(.58)`, ...fill })
      : plotDot(x(point.x), y(point.y), 3.5, "mam-plot-mark", fill);
  return [
    series.code && h("path", { class: "mam-plot-line mam-plot-edge", d, "data-code": series.code }),
    h("path", { class: "mam-plot-line", d, "data-code": series.code || null, style }),
    isMarked && (sign || series.points.length < 40) && series.points.filter(isMarked).map(mark),
  ];
}

/** Both axes with their figures and names; `upTicks` are figures of the upright one, in place of round ones. */
export function plotAxes(spec, x, y, box, upTicks = y.ticks(Math.max(3, (box.bottom - box.top) / 45))) {
  const figure = (px, py, text, anchor) => plotText(px, py, text, { "text-anchor": anchor, class: "mam-plot-tick" });
  return [
    upTicks.map((tick) => [plotLine(box.left, y(tick), box.right, y(tick), "mam-plot-grid"), figure(box.left - 6, y(tick) + 4, formatFigure(tick, spec.y.percent), "end")]),
    plotLine(box.left, box.bottom, box.right, box.bottom, "mam-plot-axis"),
    x.ticks((box.right - box.left) / 70).map((tick) => [
      plotLine(x(tick), box.bottom, x(tick), box.bottom + 4, "mam-plot-axis"),
      figure(x(tick), box.bottom + 17, formatFigure(tick, spec.x.percent), "middle"),
    ]),
    plotText((box.left + box.right) / 2, box.bottom + 34, spec.x.label, { "text-anchor": "middle", class: "mam-plot-name" }),
  ];
}

export const ruleValues = (spec, axis) => spec.rules.filter((rule) => rule.axis === axis).map((rule) => rule.value);

// Whole drawings: their parts, and the scales for whoever reads their points

/** Bars: how often each of several amounts comes up. An upright rule has its label above the drawing, where no bar runs through it. */
export function drawBars(spec, width, height) {
  const [series] = spec.series;
  const { points } = series;
  const above = points.some((point) => point.label) ? (ruleValues(spec, "x").length ? 20 : 14) : 0;
  const box = { left: EDGE.left, right: width - EDGE.right, top: EDGE.top, bottom: height - EDGE.bottom };
  const gap = points.length > 1 ? Math.min(...points.slice(1).map((point, index) => point.x - points[index].x)) : 1;
  const x = plotScale([...points.flatMap((point) => [point.x - gap / 2, point.x + gap / 2]), ...ruleValues(spec, "x")], box.left, box.right);
  const y = plotScale([0, ...points.map((point) => point.y)], box.bottom, box.top + above);
  const wide = Math.max(2, x(gap) - x(0) - 2);
  const bar = (point) =>
    h("rect", { class: "mam-plot-bar", x: fix(x(point.x) - wide / 2), y: fix(y(point.y)), width: fix(wide), height: fix(y(0) - y(point.y)), style: { fill: lineColor(series, 0) } });
  const parts = [
    plotAxes(spec, x, y, box),
    points.map(bar),
    points.map((point) => point.label && wide > 24 && plotText(x(point.x), y(point.y) - 5, point.label, { class: "mam-plot-label", "text-anchor": "middle" })),
    spec.rules.map((rule) => {
      const place = x(rule.value);
      const isLate = place > (box.left + box.right) / 2;
      return [
        ["mam-plot-casing", "mam-plot-rule"].map((name) => plotLine(place, box.top - 14, place, box.bottom, name)),
        plotText(place + (isLate ? -5 : 5), box.top - 5, rule.label, { "text-anchor": isLate ? "end" : "start", class: "mam-plot-label" }),
      ];
    }),
  ];
  return { x, y, box, parts };
}

const WIDE = 560; // px from which on there is room beside a line for its last figure
const BAND_NAME = 0.24; // where the name of the interval stands, as a proportion of the width

/** A proportion that settles as the deals grow in number, with its interval, and the exact one as a rule. */
export function drawRunning(spec, width, height) {
  const [series] = spec.series;
  const { points } = series;
  const [exact] = spec.rules;
  const isWide = width > WIDE;
  const box = { left: EDGE.left, right: width - (isWide ? 84 : 8), top: 8, bottom: height - EDGE.bottom };
  const last = points.at(-1);
  const x = plotScale(points.map((point) => point.x), box.left, box.right, { log: true });
  const near = [Math.max(0, exact.value - 0.0005), Math.min(1, exact.value + 0.0005)];
  const parts = 4.5; // of the axis, at most
  const y = plotScale([...near, ...points.flatMap((point) => [point.low, point.high])], box.bottom, box.top, { parts });
  const isLow = y(exact.value) > box.bottom - 0.2 * (box.bottom - box.top); // no room for its label below the line
  const bandAt = box.left + BAND_NAME * (box.right - box.left);
  const bandTop = Math.min(...points.filter((point) => x(point.x) > bandAt - 60 && x(point.x) < bandAt + 200).map((point) => y(point.high)));
  return {
    x,
    y,
    box,
    parts: [
      plotAxes(spec, x, y, box, y.ticks(parts)),
      plotBand(series, 0, x, y),
      plotLine(box.left, y(exact.value), box.right, y(exact.value), "mam-plot-rule"),
      plotCurve(series, 0, x, y),
      points.length > 6 && plotText(bandAt, Math.max(box.top + 12, bandTop - 6), "95% confidence interval", { class: "mam-plot-tick" }),
      plotText(box.right - 4, y(exact.value) + (isLow ? -8 : 18), exact.label, { "text-anchor": "end", class: "mam-plot-label" }),
      isWide && [plotText(box.right + 8, y(last.y) - 3, last.label, { class: "mam-plot-label" }), plotText(box.right + 8, y(last.y) + 12, series.name, { class: "mam-plot-tick" })],
    ],
  };
}
