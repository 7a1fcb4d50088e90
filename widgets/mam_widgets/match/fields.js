// Fields of the settings: a label with its field, a list to pick from, a switch.

import { h } from "../shared/ui/elements.js";
import { selectBox } from "../shared/ui/fields.js";

/**
 * @typedef {import("../shared/ui/ui.js").Ui<ReturnType<typeof makePlayState>>} Play
 */

/** What a match remembers between two scenes. */
export const makePlayState = () => ({
  pace: 200, // milliseconds between two cards of the opponents
  pacing: 0, // the timer of the next one
  lastTrick: false, // whether the round's last trick stays on the table, before its result
  picked: /** @type {{ seat?: string, skill_level?: string, round?: string }} */ ({}), // for the next match, not yet begun, and the record to save
  byTime: false, // whether the list of the review is in order of play
  askedIndex: -1, // the decision of the review asked for last, and when
  askedTime: 0,
  drawnIndex: -1, // the decision drawn before Python has answered
});

/** @param {Play} ui */
export function labeledField(hook, label, field, ui) {
  const id = `${ui.uid}-${hook}`;
  return h("div", { key: hook, class: "mam-setting" }, h("label", { for: id }, label), field(id));
}

export const selectField = (hook, area, options, value, change) => (id) =>
  selectBox(hook, area, options.map(([name, text]) => ({ id: name, text })), value, change, { id });

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
