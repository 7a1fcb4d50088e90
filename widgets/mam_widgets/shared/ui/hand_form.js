// Another hand: the field in which a lab takes cards, a deal code or a condition.

import { actButton } from "./buttons.js";
import { h } from "./elements.js";

/** @import { Ui } from "./ui.js" */

/**
 * The panel: its label, and what stands before that. Field and button both send {do: "hand", text}.
 * @param {Ui} ui
 */
export function handForm(ui, words, ...before) {
  const id = `${ui.uid}-hand`;
  return h(
    "section",
    { key: "another", class: "mam-panel", "data-mam": "another", "aria-label": "New hand" },
    h("h4", null, "New hand"),
    ...before,
    h("label", { for: id, class: "mam-hand-words" }, words),
    handField(ui, id),
  );
}

/** @param {Ui} ui */
function handField(ui, id) {
  const use = () => {
    const field = ui.input("hand-text");
    if (field.value.trim()) return ui.send({ do: "hand", text: field.value });
    ui.say("Type a hand first:", { why: "its cards, a deal code, or a condition." });
    return field.focus();
  };
  return [
    h("input", {
      id,
      type: "text",
      class: "mam-field mam-hand-field",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: ui.scene.lab.cards,
      "data-mam": "hand-text",
      "data-area": "another",
      on: { keydown: (event) => event.key === "Enter" && (event.preventDefault(), use()) },
    }),
    actButton("use-hand", "Use this deal", use, ui, { "data-area": "another" }),
  ];
}
