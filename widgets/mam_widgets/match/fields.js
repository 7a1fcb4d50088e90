// Fields of the settings: a label with its field, a list to pick from, a switch.

import { h } from "../shared/ui/elements.js";

/** @import { Play } from "./widget.js" */

/** @param {Play} ui */
export function labeledField(hook, label, field, ui) {
  const id = `${ui.uid}-${hook}`;
  return h("div", { key: hook, class: "mam-setting" }, h("label", { for: id }, label), field(id));
}

export const selectField = (hook, area, options, value, change) => (id) =>
  h(
    "select",
    {
      id,
      class: "mam-field",
      "data-mam": hook,
      "data-area": area,
      live: { value },
      on: { change: (event) => change(event.target.value) },
    },
    options.map(([name, text]) => h("option", { key: name, value: name, selected: name === value }, text)),
  );

/* A setting that is on or off; `isFixed` says that it cannot be changed, and the note says why. */
export const switchRow = (hook, text, note, checked, change, isFixed = false) =>
  h(
    "label",
    { key: hook, class: "mam-switch-row" },
    h("span", null, text, note && h("span", { class: "mam-quiet" }, note)),
    h("input", {
      type: "checkbox",
      role: "switch",
      class: "mam-switch",
      "data-mam": hook,
      "data-area": "settings",
      live: { checked },
      disabled: isFixed,
      on: { change: (event) => change(event.target.checked) },
    }),
  );
