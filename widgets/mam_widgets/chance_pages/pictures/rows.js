// Rows: hands by their number of 40s; what the news rules out is crossed out.

import { h } from "../../shared/ui/elements.js";
import { plotScale, plotText } from "../../shared/ui/plots.js";
import { disk, drawKey, drawProportion, nearest, remember, valuesOf } from "./places.js";

const LEFT = 46; // for the names of the rows
const NAMES = ["no 40", "one", "two", "three", "four"];
const FOOT = 40; // for the bar
const HEAD = 20; // for the key
const GAP = 5; // between rows
const ROWS = NAMES.length;
const LEAST = 14; // px of a row: its name
const IS_LEFT = { none: () => true, some: (forties) => forties > 0, red: (forties, isRed) => isRed };

const diamond = (x, y, r) => `M${x.toFixed(1)} ${(y - r).toFixed(1)}l${r} ${r}l${-r} ${r}l${-r} ${-r}Z`;
const cross = (x, y, r) => `M${(x - r).toFixed(1)} ${(y - r).toFixed(1)}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`;

const KEY = [
  ["two or more", (x, y) => h("path", { class: "mam-chance-dots", "data-dots": "hit in", d: disk(x, y, 5) })],
  ["Red 40", (x, y) => h("path", { class: "mam-chance-dots", "data-dots": "miss in", d: diamond(x, y, 5.5) })],
  ["ruled out", (x, y) => h("path", { class: "mam-chance-dots", "data-dots": "crossed", d: cross(x, y, 4) })],
];

/* The number of hands in each row. */
const countRows = (kinds) => Array.from({ length: ROWS }, (_, row) => kinds.reduce((sum, [forties, , number]) => sum + (forties === row ? number : 0), 0));
const measureRows = (counts, width, pitch) => counts.map((count) => Math.max(LEAST, Math.ceil(count / Math.floor(width / pitch)) * pitch));
const add = (sizes) => sizes.reduce((sum, one) => sum + one, 0);

/* The largest pitch at which the hands of every size have room. */
const findPitch = remember((hands, width, height) => {
  const sizes = Object.values(hands).map(countRows);
  const high = (pitch) => Math.max(...sizes.map((counts) => add(measureRows(counts, width, pitch)))) + (ROWS - 1) * GAP;
  let pitch = 22;
  while (pitch > 5 && high(pitch) > height) pitch -= 0.5;
  return pitch;
});

/** 200 hands in rows by their 40s, a diamond for the Red one; below, what part of those left has two or more. */
export function drawRows({ controls, drawing: { hands, chances } }, { size, news }, width, height) {
  const room = { width: width - LEFT - 4, height: height - FOOT - HEAD };
  const pitch = findPitch(hands, room.width, room.height);
  const columns = Math.floor(room.width / pitch);
  const rows = measureRows(countRows(hands[size]), room.width, pitch);
  const gap = Math.min(14, (room.height - add(rows)) / (ROWS - 1));
  const tops = rows.map((_, row) => HEAD + add(rows.slice(0, row)) + row * gap);
  const paths = { "miss in": "", "hit in": "", "red miss in": "", "red hit in": "", crossed: "" };
  const places = Array(ROWS).fill(0);
  let [left, two] = [0, 0];
  for (const [forties, isRed, number] of hands[size]) {
    const isIn = IS_LEFT[news](forties, isRed);
    left += isIn ? number : 0;
    two += isIn && forties > 1 ? number : 0;
    for (let k = 0; k < number; k += 1) {
      const place = places[forties]++;
      const [x, y] = [LEFT + ((place % columns) + 0.5) * pitch, tops[forties] + (Math.floor(place / columns) + 0.5) * pitch];
      if (!isIn) paths.crossed += cross(x, y, +(pitch * 0.2).toFixed(2));
      else paths[`${isRed ? "red " : ""}${forties > 1 ? "hit" : "miss"} in`] += (isRed ? diamond : disk)(x, y, +(pitch * (isRed ? 0.46 : 0.36)).toFixed(2));
    }
  }
  const x = plotScale(valuesOf(controls[0]), LEFT, width - 4);
  return {
    parts: [
      drawKey(KEY, 1, 12),
      NAMES.map((name, row) => plotText(0, tops[row] + 11, name, { class: row > 1 ? "mam-plot-label" : "mam-plot-tick" })),
      Object.entries(paths).map(([name, d]) => h("path", { key: name, class: "mam-chance-dots", "data-dots": name.replace("red ", ""), d })),
      drawProportion({ left: 1, right: width - 4, top: height - 34 }, chances[`${size}|${news}`]),
      plotText(1, height - 3, `two or more: ${two}`, { class: "mam-plot-label" }),
      plotText(width - 4, height - 3, `hands left: ${left}`, { class: "mam-plot-tick", "text-anchor": "end" }),
    ],
    valueAt: (px) => nearest(valuesOf(controls[0]), x.valueAt(px)),
  };
}
