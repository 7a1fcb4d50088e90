// Dots: hands in the order of their worth, cut by a line.

import { h } from "../../shared/ui/elements.js";
import { plotText } from "../../shared/ui/plots.js";
import { disk, nearest, valuesOf } from "./places.js";

/** 1,000 hands, the richest at the left; those at the left of the line are worth the bid. */
export function drawDots({ controls, drawing: { dots } }, { bid, thing }, width, height) {
  const foot = 24;
  const room = height - foot - 6;
  const rows = Math.max(8, Math.round(Math.sqrt((dots.length * room) / width)));
  const columns = Math.ceil(dots.length / rows);
  const pitch = Math.min(width / columns, room / rows);
  const left = (width - columns * pitch) / 2;
  const top = 5;
  const has = { three: (dot) => dot[1] >= 3, two: (dot) => dot[1] >= 2, tiger: (dot) => dot[2] }[thing];
  const count = dots.filter(([limit]) => limit >= Number(bid)).length;
  const paths = { "hit in": "", "hit out": "", "miss in": "", "miss out": "" };
  dots.forEach((dot, k) => {
    const isHit = has(dot);
    paths[`${isHit ? "hit" : "miss"} ${k < count ? "in" : "out"}`] += disk(left + (Math.floor(k / rows) + 0.5) * pitch, top + ((k % rows) + 0.5) * pitch, +(pitch * (isHit ? 0.44 : 0.36)).toFixed(2));
  });
  const [full, rest] = [Math.floor(count / rows), count % rows];
  const [x, bottom] = [left + full * pitch, top + rows * pitch];
  return {
    parts: [
      Object.entries(paths).map(([name, d]) => h("path", { key: name, class: "mam-chance-dots", "data-dots": name, d })),
      h("path", { key: "line", class: "mam-chance-line", d: `M${x + (rest ? pitch : 0)} ${top - 4}V${top + rest * pitch}H${x}V${bottom + 4}` }),
      plotText(left, bottom + 18, "bids it", { class: "mam-plot-label" }),
      plotText(left + columns * pitch, bottom + 18, "stops lower", { class: "mam-plot-tick", "text-anchor": "end" }),
    ],
    valueAt: (px) => nearest(valuesOf(controls[0]), dots[Math.max(0, Math.min(dots.length - 1, Math.round(((px - left) / pitch) * rows)))][0]),
  };
}
