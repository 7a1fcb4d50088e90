// Chart of the simulation: the proportion after each batch of deals, its 95% confidence interval, and the exact answer.

import { h } from "../shared/ui/elements.js";

/** @import { ProbabilityLab } from "./widget.js" */
/** @import { Simulation } from "../shared/ui/scene.js" */

const percentTick = (value) => `${+(100 * value).toPrecision(6)}%`;

/* Steps from 0 that divide the axis into two to five parts. */
function tickStep(range) {
  const power = 10 ** Math.floor(Math.log10(range));
  return [0.1, 0.2, 0.25, 0.5, 1].map((factor) => factor * power).find((step) => range / step <= 4.5);
}

/* The powers of ten between two numbers of deals, and the first. */
function dealTicks(first, last) {
  const ticks = [first];
  for (let deals = 10; deals <= last; deals *= 10) if (deals > 2 * first) ticks.push(deals);
  return ticks;
}

/**
 * @param {Simulation} simulation
 * @param {ProbabilityLab} ui
 */
export function simulationChart(simulation, ui) {
  const { width, height } = ui.chartRoom();
  const { points, exact } = simulation;
  const isWide = width > 560;
  const box = { left: 44, right: width - (isWide ? 84 : 8), top: 8, bottom: height - 38 };
  const last = points.at(-1);
  const [first, end] = [points[0].x, Math.max(last.x, points[0].x + 1)];
  const low = Math.min(exact, ...points.map((point) => point.low));
  const high = Math.max(exact, ...points.map((point) => point.high));
  const step = tickStep(Math.max(high - low, 0.001));
  const [bottom, top] = [Math.floor(low / step + 1e-9) * step, Math.ceil(high / step - 1e-9) * step];
  const x = (deals) => box.left + (Math.log(deals / first) / Math.log(end / first)) * (box.right - box.left);
  const y = (value) => box.bottom - ((value - bottom) / (top - bottom)) * (box.bottom - box.top);
  const pointAt = (point, value) => `${x(point.x).toFixed(1)},${y(value).toFixed(1)}`;
  const line = (x1, y1, x2, y2, name) => h("line", { class: name, x1: x1.toFixed(1), y1: y1.toFixed(1), x2: x2.toFixed(1), y2: y2.toFixed(1) });
  const text = (px, py, words, anchor, name) => h("text", { x: px.toFixed(1), y: py.toFixed(1), "text-anchor": anchor, class: name }, words);
  const rows = [];
  for (let tick = bottom; tick <= top + step / 2; tick += step) rows.push(tick);
  const isExactLow = exact - bottom < (top - bottom) * 0.2; // no room for its label below the line
  const bandAt = box.left + (box.right - box.left) * 0.24; // its name stands above the interval
  const bandTop = Math.min(...points.filter((point) => x(point.x) > bandAt - 60 && x(point.x) < bandAt + 200).map((point) => y(point.high)));
  const read = points[ui.readAt];
  const nearest = (px) => points.reduce((best, point, index) => (Math.abs(x(point.x) - px) < Math.abs(x(points[best].x) - px) ? index : best), 0);
  return h(
    "svg",
    {
      key: "chart",
      role: "img",
      tabindex: "0",
      "data-mam": "chart",
      "data-area": "chart",
      "aria-label": `${simulation.title}. ${simulation.description}`,
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      class: "mam-plot-drawing",
      on: {
        mousemove: (event) => ui.read(nearest(event.offsetX)),
        mouseleave: () => ui.read(-1),
        blur: () => ui.read(-1),
        keydown: (event) => ui.readKey(event, points.length),
      },
    },
    rows.map((tick) => [line(box.left, y(tick), box.right, y(tick), "mam-plot-grid"), text(box.left - 6, y(tick) + 4, percentTick(tick), "end", "mam-plot-tick")]),
    h("polygon", {
      class: "mam-plot-band",
      points: [...points.map((point) => pointAt(point, point.high)), ...points.map((point) => pointAt(point, point.low)).reverse()].join(" "),
      style: { fill: "var(--mam-accent)" },
    }),
    line(box.left, box.bottom, box.right, box.bottom, "mam-plot-axis"),
    line(box.left, y(exact), box.right, y(exact), "mam-plot-rule"),
    h("polyline", { class: "mam-plot-line", points: points.map((point) => pointAt(point, point.y)).join(" "), style: { stroke: "var(--mam-accent)" } }),
    dealTicks(first, end).map((deals, index) =>
      text(x(deals), box.bottom + 16, deals.toLocaleString("en-US"), index && x(deals) > box.right - 20 ? "end" : "middle", "mam-plot-tick"),
    ),
    text((box.left + box.right) / 2, box.bottom + 32, "Simulated deals (log scale)", "middle", "mam-plot-tick"),
    points.length > 6 && text(bandAt, Math.max(box.top + 12, bandTop - 6), "95% confidence interval", "start", "mam-plot-tick"),
    text(box.right - 4, y(exact) + (isExactLow ? -8 : 18), simulation.exact_label, "end", "mam-plot-label"),
    isWide && [text(box.right + 8, y(last.y) - 3, simulation.label, "start", "mam-plot-label"), text(box.right + 8, y(last.y) + 12, "simulated", "start", "mam-plot-tick")],
    read && [line(x(read.x), box.top, x(read.x), box.bottom, "mam-plot-axis"), h("circle", { class: "mam-plot-mark", cx: x(read.x).toFixed(1), cy: y(read.y).toFixed(1), r: 5, style: { fill: "var(--mam-accent)" } })],
  );
}

/** What a point of the chart says. */
export const readPoint = (point) => `${(100 * point.y).toFixed(1)}% ± ${(50 * (point.high - point.low)).toFixed(1)}%`;
