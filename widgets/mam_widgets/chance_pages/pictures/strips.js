// Strips: deals of three kinds as areas, one kind crossed out, and below what is left, made as wide as all was.

import { h } from "../../shared/ui/elements.js";
import { plotText } from "../../shared/ui/plots.js";
import { optionAt } from "./places.js";

const CHARACTER = 7; // px of a label's letter, at most
const GAP = 3;

/* A part of a strip with its number, and what it is where there is room. */
function drawPart(name, left, right, { top, high }, number, label) {
  const wide = Math.max(0, right - left - GAP);
  const middle = left + wide / 2;
  const parts = [h("rect", { key: name, class: "mam-chance-strip", "data-part": name, x: left.toFixed(1), y: top, width: wide.toFixed(1), height: high })];
  if (name === "crossed") parts.push(h("path", { key: "cross", class: "mam-chance-cross", d: wide > 6 ? `M${left} ${top}l${wide} ${high}m0 ${-high}l${-wide} ${high}` : "" }));
  const isNamed = wide > CHARACTER * label.length + 12;
  if (wide > CHARACTER * number.length) parts.push(plotText(middle, top + high / 2 + (isNamed ? -3 : 5), number, { class: "mam-plot-label", "text-anchor": "middle" }));
  if (isNamed) parts.push(plotText(middle, top + high / 2 + 14, label, { class: "mam-plot-label", "text-anchor": "middle" }));
  return parts;
}

/* What is left of a part, down to its place below. */
const fold = (top, bottom, [left, right], [leftBelow, rightBelow]) => `M${left.toFixed(1)} ${top}H${right.toFixed(1)}L${rightBelow.toFixed(1)} ${bottom}H${leftBelow.toFixed(1)}Z`;

/** All deals in a strip: played, crossed out, alone; the deals that are left in a strip as wide. */
export function drawStrips({ controls, drawing: { deals, groups, plays, ends } }, values, width, height) {
  const [played, crossed, alone] = deals[controls.map(({ id }) => values[id]).join("|")];
  const [left, wide] = [1, width + GAP - 2];
  const [first, second, right] = [left + played * wide, left + (played + crossed) * wide, left + wide];
  const cut = left + (played / (played + alone)) * wide;
  const upper = { top: 22, high: Math.round((height - 62) * 0.56) };
  const lower = { top: upper.top + upper.high + 34, high: height - 38 - upper.high - upper.top };
  const [foot, head] = [upper.top + upper.high + 3, lower.top - 3];
  const write = (part) => `${Math.round(100 * part)}`;
  return {
    parts: [
      plotText(left, 14, groups[0], { class: "mam-plot-label" }),
      plotText(right - GAP, 14, groups[1], { class: "mam-plot-label", "text-anchor": "end" }),
      h("path", { key: "fold", class: "mam-chance-fold", d: fold(foot, head, [left, first - GAP], [left, cut - GAP]) + fold(foot, head, [second, right - GAP], [cut, right - GAP]) }),
      drawPart("played", left, first, upper, write(played), plays[0]),
      drawPart("crossed", first, second, upper, write(crossed), plays[1]),
      drawPart("alone", second, right, upper, write(alone), plays[2]),
      drawPart("played", left, cut, lower, `${write(played / (played + alone))}%`, ends[0]),
      drawPart("alone", cut, right, lower, `${write(alone / (played + alone))}%`, ends[1]),
      h("path", { key: "line", class: "mam-chance-line", d: `M${(first - GAP / 2).toFixed(1)} ${upper.top - 4}v${upper.high + 8}` }),
    ],
    valueAt: (px) => optionAt(controls[0], (px - left) / (second - left)),
  };
}
