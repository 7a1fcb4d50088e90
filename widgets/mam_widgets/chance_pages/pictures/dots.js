// Dots: hands in the order of their worth, cut by a line.

import { h } from "../../shared/ui/elements.js";
import { plotText } from "../../shared/ui/plots.js";
import { disk, nearest, remember, valuesOf } from "./places.js";

const HAS = { three: (dot) => dot[1] >= 3, two: (dot) => dot[1] >= 2, tiger: (dot) => dot[2] === 1 };
const FOOT = 24; // for the names
const TOP = 5;

/* Where the hands lie, and the disk of each: the line that is dragged moves none of them. */
const placeDots = remember((dots, thing, width, height) => {
  const room = height - FOOT - 6;
  const rows = Math.max(8, Math.round(Math.sqrt((dots.length * room) / width)));
  const columns = Math.ceil(dots.length / rows);
  const pitch = Math.min(width / columns, room / rows);
  const left = (width - columns * pitch) / 2;
  const isHit = dots.map(HAS[thing]);
  const disks = dots.map((_, k) => disk(left + (Math.floor(k / rows) + 0.5) * pitch, TOP + ((k % rows) + 0.5) * pitch, +(pitch * (isHit[k] ? 0.44 : 0.36)).toFixed(2)));
  return { rows, columns, pitch, left, isHit, disks };
});

/** 1,000 hands, the richest at the left; those at the left of the line are worth the bid. */
export function drawDots({ controls, drawing: { dots } }, { bid, thing }, width, height) {
  const { rows, columns, pitch, left, isHit, disks } = placeDots(dots, thing, width, height);
  const count = dots.filter(([limit]) => limit >= Number(bid)).length;
  const join = (from, to, isWanted) => disks.slice(from, to).filter((_, k) => isHit[from + k] === isWanted).join("");
  const paths = { "hit in": join(0, count, true), "hit out": join(count, dots.length, true), "miss in": join(0, count, false), "miss out": join(count, dots.length, false) };
  const [full, rest] = [Math.floor(count / rows), count % rows];
  const [x, bottom] = [left + full * pitch, TOP + rows * pitch];
  return {
    parts: [
      Object.entries(paths).map(([name, d]) => h("path", { key: name, class: "mam-chance-dots", "data-dots": name, d })),
      h("path", { key: "line", class: "mam-chance-line", d: `M${x + (rest ? pitch : 0)} ${TOP - 4}V${TOP + rest * pitch}H${x}V${bottom + 4}` }),
      plotText(left, bottom + 18, "bids it", { class: "mam-plot-label" }),
      plotText(left + columns * pitch, bottom + 18, "stops lower", { class: "mam-plot-tick", "text-anchor": "end" }),
    ],
    valueAt: (px) => nearest(valuesOf(controls[0]), dots[Math.max(0, Math.min(dots.length - 1, Math.round(((px - left) / pitch) * rows)))][0]),
  };
}
