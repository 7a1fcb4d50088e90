// Charts: a drawing that fills its box, with its finding as a title; its points are read by pointer and by arrow keys.

import { actButton } from "./buttons.js";
import { drawCurves } from "./curves.js";
import { h } from "./elements.js";
import { drawBars, drawRunning, plotDot, plotLine } from "./plots.js";

/** @import { Ui } from "./ui.js" */
/** @import { Plot } from "./scene.js" */

const DRAWINGS = { bars: drawBars, curve: drawCurves, running: drawRunning };
const drawings = new WeakMap(); // of each chart's data: its drawing, as long as the size stays the same

function drawing(spec, { width, height }) {
  const earlier = drawings.get(spec);
  if (earlier && earlier.width === width && earlier.height === height) return earlier;
  const result = { ...DRAWINGS[spec.kind](spec, width, height), width, height };
  drawings.set(spec, result);
  return result;
}

/**
 * The size of the box of a chart; null before it is measured.
 * @param {Ui} ui
 */
function chartRoom(key, ui) {
  const rooms = ui.plotRooms;
  const name = `chart ${key}`;
  requestAnimationFrame(() => {
    const room = ui.root.querySelector(`[data-room="${CSS.escape(key)}"]`);
    if (!room || !room.clientWidth) return;
    const [width, height] = [room.clientWidth, room.clientHeight];
    const earlier = rooms.get(name);
    if (earlier && earlier.width === width && earlier.height === height) return;
    rooms.set(name, { width, height });
    ui.draw();
  });
  return rooms.get(name) || null;
}

/**
 * A chart in its box. `title` stands over it, `tools` beside the title; `onTable` opens its figures.
 * @param {Plot} spec
 * @param {Ui} ui
 * @param {{ title?: string, tools?: unknown, onTable?: (() => unknown) | null }} [options]
 */
export function chartBox(spec, ui, { title = spec.title, tools, onTable } = {}) {
  const room = chartRoom(spec.key, ui);
  return h(
    "section",
    { key: spec.key, class: "mam-chart", "data-mam": "chart", "data-chart": spec.key, "aria-label": spec.name },
    (title || tools || onTable) && h(
      "div",
      { key: "head", class: "mam-chart-head" },
      title && h("h4", { key: "title", class: "mam-chart-title", title }, title),
      tools,
      onTable && tableLink(spec, onTable, ui),
    ),
    h("div", { key: "room", class: "mam-chart-room", "data-room": spec.key }, room && chartDrawing(spec, room, ui)),
  );
}

/**
 * The link to the figures of a chart.
 * @param {Plot} spec
 * @param {() => unknown} act
 * @param {Ui} ui
 */
export function tableLink(spec, act, ui) {
  return actButton("table", "Table", act, ui, { class: "mam-link mam-chart-table", "data-area": "chart", "aria-label": `Table: ${spec.name}` });
}

/** The placeholder of a chart that is still being computed. */
export function chartSkeleton(name) {
  return h(
    "section",
    { key: name, class: "mam-chart mam-skeleton", "data-mam": "skeleton", "aria-label": "Computing…" },
    h("span", { class: "mam-skeleton-bar" }),
    h("span", { class: "mam-skeleton-plot" }),
  );
}

/** @param {Ui} ui */
function chartDrawing(spec, room, ui) {
  const picture = drawing(spec, room);
  const reading = ui.reading && ui.reading.key === spec.key ? ui.reading : null;
  return h(
    "svg",
    {
      key: "drawing",
      role: "img",
      tabindex: "0",
      "aria-label": `${spec.title}. ${spec.description}`,
      viewBox: `0 0 ${room.width} ${room.height}`,
      width: room.width,
      height: room.height,
      class: "mam-plot-drawing",
      "data-mam": "drawing",
      "data-area": "chart",
      on: {
        pointermove: (event) => readUnder(event, spec, picture, ui),
        pointerleave: () => stopReading(spec, ui),
        keydown: (event) => readByKey(event, spec, ui),
        blur: () => stopReading(spec, ui),
      },
    },
    picture.parts,
    reading && readPoint(spec.series[reading.line].points[reading.at], picture),
  );
}

function readPoint(point, { x, y, box }) {
  return h("g", { key: "read", class: "mam-plot-read" }, plotLine(x(point.x), box.top, x(point.x), box.bottom), plotDot(x(point.x), y(point.y), 6));
}

// Reading: the point nearest to the pointer, or a step on from the last one

function readUnder(event, spec, { x, y, width }, ui) {
  const frame = event.currentTarget.getBoundingClientRect();
  const factor = width / frame.width;
  const [px, py] = [(event.clientX - frame.left) * factor, (event.clientY - frame.top) * factor];
  let best = null;
  spec.series.forEach((series, line) =>
    series.points.forEach((point, index) => {
      // the bid under the pointer first, then the line nearest to it
      const distance = 1000 * Math.abs(x(point.x) - px) + (spec.kind === "bars" ? 0 : Math.abs(y(point.y) - py));
      if (!best || distance < best.distance) best = { line, at: index, distance };
    }),
  );
  if (best) read(spec, best.line, best.at, ui);
}

function readByKey(event, spec, ui) {
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  const end = { Home: 0, End: Infinity }[event.key];
  if ((!step && end === undefined) || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  const reading = ui.reading && ui.reading.key === spec.key ? ui.reading : null;
  const [line, at] = reading ? [reading.line, reading.at] : startOf(spec);
  if (step && !reading) return void read(spec, line, at, ui, true);
  const lines = spec.series.length;
  const next = step ? (line + step[0] + lines) % lines : line;
  const index = step ? at + step[1] : end;
  return void read(spec, next, Math.max(0, Math.min(spec.series[next].points.length - 1, index)), ui, true);
}

/* Where reading starts: at the mark of the recommended line, or else at its first point; where figures settle, at the last. */
function startOf(spec) {
  if (spec.kind === "running") return [0, spec.series[0].points.length - 1];
  const line = Math.max(0, spec.series.findIndex((series) => series.is_best));
  const mark = (spec.marks || []).find((spot) => spot.kind === "limit");
  const index = mark ? spec.series[line].points.findIndex((point) => point.x === mark.x) : 0;
  return [line, Math.max(0, index)];
}

/**
 * Write a point into the message line; `aloud` also into the live region.
 * @param {Ui} ui
 */
function read(spec, line, index, ui, aloud = false) {
  const reading = ui.reading;
  if (reading && reading.key === spec.key && reading.line === line && reading.at === index) return;
  const { what, why } = spec.series[line].points[index];
  ui.reading = { key: spec.key, line, at: index, what, why };
  if (aloud) ui.notice = `${what} ${why}`;
  ui.draw();
}

/** @param {Ui} ui */
function stopReading(spec, ui) {
  if (!ui.reading || ui.reading.key !== spec.key) return;
  ui.reading = null;
  ui.notice = null;
  ui.draw();
}
