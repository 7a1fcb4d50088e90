// Places: what pictures of Chance have in common.

import { h } from "../../shared/ui/elements.js";
import { plotDot, plotText } from "../../shared/ui/plots.js";

/** The path of a filled circle. */
export const disk = (x, y, r) => `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

const CHARACTER = 6.8; // px of a letter of a key

/** What the marks of a picture mean, in a row: each a name and its mark, a function of its middle across and down. */
export function drawKey(entries, left, baseline = 14) {
  let x = left;
  return entries.map(([name, mark], k) => {
    const start = x;
    x += 32 + CHARACTER * name.length;
    return h("g", { key: `key-${k}`, class: "mam-chance-key" }, mark(start + 6, baseline - 5), plotText(start + 16, baseline, name, { class: "mam-plot-label" }));
  });
}

/** The mark of a heap in a key. */
export const drawSwatch = (kind) => (x, y) => h("path", { class: "mam-chance-heap", "data-heap": kind, d: kind === "outline" ? `M${x - 6} ${y}h14` : `M${x - 6} ${y - 6}h12v12h-12Z` });

/** The same function, but its last result is given again for the same arguments: what a drag does not change is computed once. */
export function remember(compute) {
  let known = [];
  let result;
  return (...parts) => {
    if (known.length !== parts.length || parts.some((part, k) => part !== known[k])) [known, result] = [parts, compute(...parts)];
    return result;
  };
}

/** The nearest of these values. */
export const nearest = (values, wanted) => values.reduce((best, value) => (Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best));

/** The stops of a control, as numbers. */
export const valuesOf = ({ options }) => options.map(({ value }) => Number(value));

/** A proportion in percent. */
export const percent = (value) => `${(100 * value).toFixed(1)}%`;

/** The option of a control whose part of the width, in equal parts, has this place in it. */
export function optionAt({ options }, place) {
  return options[Math.max(0, Math.min(options.length - 1, Math.floor(place * options.length)))].value;
}

/** A bar from `left` to `right`, filled as far as a proportion. */
export function drawProportion({ left, right, top, high = 14 }, proportion) {
  const wide = right - left;
  return h(
    "g",
    { key: "bar", class: "mam-chance-bar" },
    h("rect", { x: left, y: top, width: wide.toFixed(1), height: high, rx: 3 }),
    h("rect", { class: "mam-chance-part", x: left, y: top, width: (wide * proportion).toFixed(1), height: high, rx: 3 }),
  );
}

/** The path of a mark of one of two groups: a disk for A, a square for B. */
export const markPath = (x, y, r, side) => (side === "A" ? disk(x, y, r) : `M${(x - r).toFixed(1)} ${(y - r).toFixed(1)}h${2 * r}v${2 * r}h${-2 * r}Z`);

/** The mark of one of two groups: a disk for A, a square for B. */
export function placeMark(x, y, r, side, more) {
  const named = { "data-side": side, ...more };
  return side === "A" ? plotDot(x, y, r.toFixed(1), "mam-chance-mark", named) : h("rect", { class: "mam-chance-mark", x: (x - r).toFixed(1), y: (y - r).toFixed(1), width: (2 * r).toFixed(1), height: (2 * r).toFixed(1), ...named });
}
