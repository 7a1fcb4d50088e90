// Fields: a list to pick from, a box to tick, a row of segments of which one is pressed, figures as a table.

import { h } from "./elements.js";

/**
 * A list to pick from.
 * @param {string} name
 * @param {string} area
 * @param {{ id: string, text: string }[]} choices
 * @param {string} value
 * @param {(value: string) => unknown} change
 */
export const selectBox = (name, area, choices, value, change, more = {}) =>
  h(
    "select",
    { key: name, class: "mam-field", "data-mam": name, "data-area": area, live: { value }, ...more, on: { change: (event) => change(event.target.value) } },
    choices.map(({ id, text }) => h("option", { key: id, value: id, selected: id === value }, text)),
  );

/**
 * A box to tick, with its text.
 * @param {string} name
 * @param {string} area
 * @param {string} text
 * @param {boolean} checked
 * @param {(checked: boolean) => unknown} change
 */
export const tickBox = (name, area, text, checked, change) =>
  h(
    "label",
    { key: name, class: "mam-tick-box" },
    h("input", { type: "checkbox", "data-mam": name, "data-area": area, live: { checked }, on: { change: (event) => change(event.target.checked) } }),
    h("span", null, text),
  );

/**
 * A row of segments, of which one is pressed. Each may bring attributes of its own.
 * @param {string} name
 * @param {string} area
 * @param {string} label
 * @param {{ id: string, text: string, more?: object }[]} choices
 * @param {string} chosen
 * @param {(id: string) => unknown} change
 */
export const segmentRow = (name, area, label, choices, chosen, change) =>
  h(
    "div",
    { key: name, class: "mam-segments", role: "group", "aria-label": label },
    choices.map(({ id, text, more = {} }) =>
      h("button", { key: id, type: "button", class: "mam-segment", "aria-pressed": String(id === chosen), "data-mam": name, "data-area": area, ...more, on: { click: () => change(id) } }, text),
    ),
  );

/** Figures as a table; the first cell of a row is its head. */
export const figuresTable = ({ columns, rows }, more = {}) =>
  h(
    "table",
    { class: "mam-figures", ...more },
    h("thead", null, h("tr", null, columns.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", null, rows.map((row) => h("tr", null, row.map((cell, index) => (index ? h("td", null, cell) : h("th", { scope: "row" }, cell)))))),
  );
