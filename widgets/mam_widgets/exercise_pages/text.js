// Text: the blocks of a statement, a hint or a solution. Python has read the Markdown; here it becomes elements, never HTML.

import { h } from "../shared/ui/elements.js";
import { chips } from "../studies/table.js";

/** @import { Block, Span } from "./exercise.js" */

const TAGS = { strong: "strong", em: "em", code: "code" };

const WHOLE = /((?:\bR\w*|\bD)-[A-Z0-9-]*\d|−\$\d[\d,]*)/; // ids of rules, and losses: a browser would break them

const join = (text) => text.split(WHOLE).map((part, k) => (k % 2 ? h("span", { key: k, class: "mam-study-nowrap" }, part) : part));

/** A line: cards stand in it as chips. @param {Span[]} spans */
export const drawSpans = (spans) => spans.map(({ kind, text }, key) => (kind === "cards" ? h("span", { key, class: "mam-exercise-cards" }, chips(text.split(" "))) : TAGS[kind] ? h(TAGS[kind], { key }, join(text)) : join(text)));

/** A line as it is heard. @param {Span[]} spans */
export const writeSpans = (spans) => spans.map(({ text }) => text).join("");

/** All lines of a hint in one. @param {Block[]} blocks */
export const joinLines = (blocks) => blocks.flatMap(({ rows }) => rows.flatMap((cells) => cells.flatMap((spans) => [...spans, { kind: "plain", text: " " }])));

/** @param {Block[]} blocks */
export const drawBlocks = (blocks) => blocks.map(drawBlock);

function drawBlock({ kind, rows }, key) {
  if (kind === "program") return h("pre", { key, tabindex: "0", "aria-label": "Program" }, h("code", null, rows[0][0][0].text));
  if (kind === "table") {
    const [head, ...others] = rows;
    const row = (cells, tag, k) => h("tr", { key: k }, cells.map((spans, place) => h(tag, { key: place, scope: tag === "th" ? "col" : null }, drawSpans(spans))));
    return h("div", { key, class: "mam-exercise-table", tabindex: "0", role: "group", "aria-label": "Table" }, h("table", null, h("thead", null, row(head, "th", "head")), h("tbody", null, others.map((cells, k) => row(cells, "td", k)))));
  }
  if (kind === "text") return h("p", { key }, drawSpans(rows[0][0]));
  return h(kind === "numbered" ? "ol" : "ul", { key, class: "mam-exercise-list" }, rows.map(([spans], k) => h("li", { key: k }, drawSpans(spans))));
}
