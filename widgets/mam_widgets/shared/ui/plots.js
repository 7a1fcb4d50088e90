// Plots: curves, bars and intervals as drawings that follow the theme, each with its table beneath.
// What to draw is plain data: {key, kind, title, description, x, y, series, rules, table}.

import { COLOR_SIGNS } from "./art.js";
import { h } from "./elements.js";

/** @import { Board } from "./board.js" */

const PLOT_COLORS = ["sideA", "sideB", "win", "ok", "danger", "muted"];
const PLOT_DASHES = ["", "7 4", "2 3", "10 3 2 3", "4 4", "12 4"];
export const EDGE = { left: 46, right: 12, top: 30, bottom: 40 };

/**
 * A drawing with its title above and its figures as a table below.
 * @param {Board} ui
 */
export function plot(spec, ui) {
  const width = plotRoom(spec.key, ui);
  const draw = { intervals: drawIntervals, bars: drawBars }[spec.kind] || drawRunning;
  const { height, parts } = draw(spec, width);
  return h(
    "figure",
    { key: spec.key, class: "mam-plot", "data-mam": "plot", "data-plot": spec.key, "data-kind": spec.kind },
    h("figcaption", null, spec.title),
    h(
      "svg",
      {
        role: "img",
        "aria-label": spec.description,
        viewBox: `0 0 ${width} ${height}`,
        width,
        height,
        class: "mam-plot-drawing",
      },
      parts,
    ),
    spec.table && plotTable(spec.table),
  );
}

/**
 * The width a plot has: guessed the first time, then as it was found to be.
 * @param {Board} ui
 */
function plotRoom(key, ui) {
  const rooms = ui.plotRooms;
  requestAnimationFrame(() => {
    const figure = ui.root.querySelector(`[data-plot="${CSS.escape(key)}"]`);
    const room = figure && Math.floor(figure.clientWidth);
    if (!room || room === rooms.get(key)) return;
    rooms.set(key, room);
    ui.draw();
  });
  return Math.max(240, rooms.get(key) || Math.min(ui.width - 60, 560));
}

function plotTable(table) {
  return h(
    "details",
    { key: "figures", class: "mam-plot-figures" },
    h("summary", null, "Data"),
    h("div", { class: "mam-scroll", tabindex: "0", role: "region", "aria-label": "Data" }, figuresTable(table)),
  );
}

/** The figures of a plot. */
export function figuresTable({ columns, rows }, more = {}) {
  return h(
    "table",
    { class: "mam-figures-table", ...more },
    h("thead", null, h("tr", null, columns.map((name) => h("th", { scope: "col" }, name)))),
    h(
      "tbody",
      null,
      rows.map((row) => h("tr", null, row.map((cell, index) => (index ? h("td", null, cell) : h("th", { scope: "row" }, cell))))),
    ),
  );
}

// Scales

/* Round numbers from low to high, about as many as asked for. */
export function niceTicks(low, high, count) {
  if (!(high > low)) return [low];
  const raw = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= raw - 1e-12);
  const ticks = [];
  for (let multiple = Math.ceil(low / step - 1e-9); multiple * step <= high + step * 1e-9; multiple += 1) ticks.push(multiple * step);
  return ticks;
}

export function formatFigure(value, percent) {
  if (percent) return `${+(100 * value).toFixed(Math.abs(value) < 0.01 && value ? 2 : 0)}%`;
  const rounded = Math.abs(value) >= 1000 ? Math.round(value) : +value.toPrecision(3);
  return rounded.toLocaleString("en-US").replace("-", "−");
}

/* From a figure to px. The axis is logarithmic where counts grow by more than a hundred times. */
export function plotScale(values, from, to, { log = false, zero = false, percent = false } = {}) {
  let low = Math.min(...values, ...(zero ? [0] : []));
  let high = Math.max(...values, ...(zero ? [0] : []));
  if (percent) high = 1;
  if (!(high > low)) [low, high] = [low - 1, high + 1];
  const turn = log ? (value) => Math.log10(Math.max(value, 1e-9)) : (value) => value;
  const [start, end] = [turn(low), turn(high)];
  const px = (value) => from + ((turn(value) - start) / (end - start)) * (to - from);
  return Object.assign(px, { low, high, log });
}

function logTicks(low, high) {
  const ticks = [];
  for (let power = Math.ceil(Math.log10(low) - 1e-9); 10 ** power <= high * 1.0001; power += 1) ticks.push(10 ** power);
  return ticks.length > 1 ? ticks : [low, high];
}

export const plotText = (x, y, text, more) => h("text", { x: x.toFixed(1), y: y.toFixed(1), ...more }, text);
export const plotLine = (x1, y1, x2, y2, name) =>
  h("line", { class: name, x1: x1.toFixed(1), y1: y1.toFixed(1), x2: x2.toFixed(1), y2: y2.toFixed(1) });

export function drawAxes(spec, x, y, box) {
  const across = spec.x.ticks || (x.log ? logTicks(x.low, x.high) : niceTicks(x.low, x.high, (box.right - box.left) / 70));
  const up = spec.y.ticks || niceTicks(y.low, y.high, Math.max(3, (box.bottom - box.top) / 45));
  return [
    up.map((tick) => plotLine(box.left, y(tick), box.right, y(tick), "mam-plot-grid")),
    up.map((tick) =>
      plotText(box.left - 6, y(tick) + 4, formatFigure(tick, spec.y.percent), { "text-anchor": "end", class: "mam-plot-tick" }),
    ),
    plotLine(box.left, box.bottom, box.right, box.bottom, "mam-plot-axis"),
    across.map((tick) => plotLine(x(tick), box.bottom, x(tick), box.bottom + 4, "mam-plot-axis")),
    across.map((tick) =>
      plotText(x(tick), box.bottom + 17, formatFigure(tick, spec.x.percent), { "text-anchor": "middle", class: "mam-plot-tick" }),
    ),
    plotText((box.left + box.right) / 2, box.bottom + 34, spec.x.label, { "text-anchor": "middle", class: "mam-plot-name" }),
    plotText(2, 11, spec.y.label, { class: "mam-plot-name" }),
  ];
}

function drawRules(spec, x, y, box) {
  return (spec.rules || []).map((rule) => {
    if (rule.axis === "y") {
      const lineY = y(rule.value);
      return [
        plotLine(box.left, lineY, box.right, lineY, "mam-plot-rule"),
        plotText(box.left + 4, lineY - 5, rule.label, { class: "mam-plot-label" }),
      ];
    }
    const lineX = x(rule.value);
    const late = lineX > (box.left + box.right) / 2;
    return [
      plotLine(lineX, box.top - 14, lineX, box.bottom, "mam-plot-casing"),
      plotLine(lineX, box.top - 14, lineX, box.bottom, "mam-plot-rule"),
      // above the drawing, where no curve and no bar runs through it
      plotText(lineX + (late ? -5 : 5), box.top - 5, rule.label, { "text-anchor": late ? "end" : "start", class: "mam-plot-label" }),
    ];
  });
}

export const ruleValues = (spec, axis) => (spec.rules || []).filter((rule) => rule.axis === axis).map((rule) => rule.value);

// Averages that settle

export const lineColor = (series, index) => `var(--mam-${series.code || PLOT_COLORS[index % PLOT_COLORS.length]})`;

function drawRunning(spec, width) {
  const height = Math.round(Math.min(300, Math.max(200, width * 0.5)));
  const names = Math.min(90, 16 + 7 * Math.max(...spec.series.map((line) => line.name.length)));
  const box = { left: EDGE.left, right: width - names, top: EDGE.top, bottom: height - EDGE.bottom };
  const points = spec.series.flatMap((line) => line.points);
  const xs = [...points.map((point) => point.x), ...ruleValues(spec, "x")];
  const spread = Math.max(...xs) / Math.max(1, Math.min(...xs));
  const x = plotScale(xs, box.left, box.right, { log: spread > 50 });
  const ys = [...points.flatMap((point) => [point.y, point.low ?? point.y, point.high ?? point.y]), ...ruleValues(spec, "y")];
  const y = plotScale(ys, box.bottom, box.top);
  return {
    height,
    parts: [
      drawAxes(spec, x, y, box),
      spec.series.map((series, index) => drawBand(series, index, x, y)),
      spec.series.map((series, index) => drawLine(series, index, x, y)),
      drawRules(spec, x, y, box),
      endLabels(spec.series, x, y, box),
    ],
  };
}

export function drawBand(series, index, x, y) {
  const intervals = series.points.filter((point) => point.low !== undefined && point.low !== null);
  if (intervals.length < 2) return null;
  const highs = intervals.map((point) => `${x(point.x).toFixed(1)},${y(point.high).toFixed(1)}`);
  const back = intervals.map((point) => `${x(point.x).toFixed(1)},${y(point.low).toFixed(1)}`).reverse();
  return h("polygon", {
    class: "mam-plot-band",
    points: [...highs, ...back].join(" "),
    style: { fill: lineColor(series, index) },
  });
}

/* A line has its color over the ink that all card colors are outlined with, a dash of its own, and its emblem on it. */
export function drawLine(series, index, x, y, isMarked = null) {
  const path = series.points.map((point, place) => `${place ? "L" : "M"}${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`).join("");
  const every = Math.max(1, Math.ceil(series.points.length / 6));
  const marked = series.points.filter(
    isMarked || ((_, place) => place % every === Math.floor(every / 2) || series.points.length < 4),
  );
  return [
    series.code && h("path", { class: "mam-plot-line mam-plot-edge", d: path, "data-code": series.code }),
    h("path", {
      class: "mam-plot-line",
      d: path,
      "data-code": series.code || null,
      style: { stroke: lineColor(series, index), ...(!series.code && { "stroke-dasharray": PLOT_DASHES[index % PLOT_DASHES.length] || "none" }) },
    }),
    series.code && COLOR_SIGNS[series.code]
      ? marked.map((point) =>
          h("path", {
            class: "mam-plot-mark",
            d: COLOR_SIGNS[series.code],
            transform: `translate(${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}) scale(.58)`,
            style: { fill: lineColor(series, index) },
          }),
        )
      : series.points.length < 40 &&
        marked.map((point) =>
          h("circle", { class: "mam-plot-mark", cx: x(point.x).toFixed(1), cy: y(point.y).toFixed(1), r: 3.5, style: { fill: lineColor(series, index) } }),
        ),
  ];
}

/* The name of each line at its end, moved apart where ends are close. */
function endLabels(series, x, y, box) {
  if (series.length === 1 && !series[0].name) return null;
  const ends = series
    .filter((line) => line.points.length)
    .map((line) => ({ name: line.name, x: x(line.points.at(-1).x), at: y(line.points.at(-1).y) }))
    .sort((a, b) => a.at - b.at);
  let above = -Infinity;
  for (const end of ends) {
    end.to = Math.max(end.at, above + 14);
    above = end.to;
  }
  const overflow = Math.max(0, above - box.bottom);
  return ends.map((end) =>
    plotText(box.right + 8, end.to - overflow + 4, end.name, { class: "mam-plot-label", key: end.name }),
  );
}

// Bars

export function drawBars(spec, width, given = 0) {
  const height = given || Math.round(Math.min(280, Math.max(190, width * 0.45)));
  const [series] = spec.series;
  const points = series.points;
  const above = points.some((point) => point.label) ? (ruleValues(spec, "x").length ? 20 : 14) : 0; // a rule has its label over all bars
  const box = { left: EDGE.left, right: width - EDGE.right, top: EDGE.top, bottom: height - EDGE.bottom };
  const gap = points.length > 1 ? Math.min(...points.slice(1).map((point, index) => point.x - points[index].x)) : 1;
  const xs = [...points.flatMap((point) => [point.x - gap / 2, point.x + gap / 2]), ...ruleValues(spec, "x")];
  const x = plotScale(xs, box.left, box.right);
  const y = plotScale(points.map((point) => point.high ?? point.y), box.bottom, box.top + above, { zero: true });
  const wide = Math.max(2, x(gap) - x(0) - 2);
  return {
    height,
    parts: [
      drawAxes(spec, x, y, box),
      points.map((point) => [
        h("rect", {
          class: "mam-plot-bar",
          x: (x(point.x) - wide / 2).toFixed(1),
          y: Math.min(y(point.y), y(0)).toFixed(1),
          width: wide.toFixed(1),
          height: Math.abs(y(0) - y(point.y)).toFixed(1),
          style: { fill: lineColor(series, point.tone || 0) },
        }),
        point.low !== undefined && point.low !== null && plotLine(x(point.x), y(point.low), x(point.x), y(point.high), "mam-plot-whisker"),
      ]),
      points.map((point) => point.label && wide > 24 && plotText(x(point.x), y(point.y) - 5, point.label, { class: "mam-plot-label", "text-anchor": "middle" })),
      drawRules(spec, x, y, box),
    ],
    x,
    y,
    box,
  };
}

// Intervals: a row each, its name above it

function drawIntervals(spec, width) {
  const rows = spec.series.flatMap((line) => line.points);
  const tall = 40;
  const height = 14 + rows.length * tall + EDGE.bottom;
  const box = { left: 14, right: width - 14, top: 14, bottom: height - EDGE.bottom };
  const values = rows.flatMap((row) => [row.y, row.low ?? row.y, row.high ?? row.y]);
  const x = plotScale([...values, ...ruleValues(spec, "y")], box.left, box.right);
  const ticks = niceTicks(x.low, x.high, width / 90);
  return {
    height,
    parts: [
      ticks.map((tick) => plotLine(x(tick), box.top, x(tick), box.bottom, "mam-plot-grid")),
      (spec.rules || []).map((rule) => [
        plotLine(x(rule.value), box.top - 2, x(rule.value), box.bottom, "mam-plot-rule"),
        plotText(Math.min(Math.max(x(rule.value), 20), width - 24), 11, rule.label, { "text-anchor": "middle", class: "mam-plot-label" }),
      ]),
      rows.map((row, index) => drawInterval(row, x, box.top + index * tall, width)),
      plotLine(box.left, box.bottom, box.right, box.bottom, "mam-plot-axis"),
      ticks.map((tick) =>
        plotText(x(tick), box.bottom + 17, formatFigure(tick, spec.y.percent), { "text-anchor": "middle", class: "mam-plot-tick" }),
      ),
      plotText(width / 2, box.bottom + 35, spec.y.label, { "text-anchor": "middle", class: "mam-plot-name" }),
    ],
  };
}

function drawInterval(row, x, top, width) {
  const middle = top + 27;
  const hasInterval = row.low !== undefined && row.low !== null;
  const ends = hasInterval ? [row.low, row.high] : [];
  const maxLength = Math.floor((width - 20) / 7);
  const name = String(row.text ?? "");
  return [
    plotText(6, top + 14, name.length > maxLength ? `${name.slice(0, maxLength - 1)}…` : name, { class: "mam-plot-label" }),
    hasInterval && plotLine(x(row.low), middle, x(row.high), middle, "mam-plot-whisker"),
    ends.map((end) => plotLine(x(end), middle - 5, x(end), middle + 5, "mam-plot-whisker")),
    h("circle", {
      class: "mam-plot-mark",
      cx: x(row.y).toFixed(1),
      cy: middle.toFixed(1),
      r: 5,
      style: { fill: `var(--mam-${PLOT_COLORS[0]})` },
    }),
  ];
}

/** How far a piece of work is, as a bar and in words. `done` is a share of 1. */
export function progressBar({ key, done: proportion, label: name, text }) {
  const share = Math.max(0, Math.min(1, proportion || 0));
  return h(
    "div",
    { key, class: "mam-progress" },
    h(
      "div",
      {
        class: "mam-progress-track",
        role: "progressbar",
        "aria-label": name,
        "aria-valuemin": 0,
        "aria-valuemax": 100,
        "aria-valuenow": Math.round(100 * share),
        "aria-valuetext": text,
      },
      h("div", { class: "mam-progress-fill", style: { width: `${(100 * share).toFixed(1)}%` } }),
    ),
    h("p", { class: "mam-quiet" }, text || name),
  );
}
