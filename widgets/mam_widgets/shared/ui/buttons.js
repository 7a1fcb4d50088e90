// Buttons: the button of every widget, and the list of keyboard shortcuts.

import { listActionKeys } from "./dock.js";
import { h } from "./elements.js";

/** @import { Ui } from "./ui.js" */
/** @import { Message } from "./messages.js" */

/**
 * A button. What it does is a message to Python, or a function of ours. `whyNot` keeps it from doing that: a sentence that is
 * said instead, or true. `primary` and `picked` say how it looks; whatever else is given becomes an attribute.
 * @param {string} name
 * @param {unknown} text
 * @param {Message | (() => unknown)} act
 * @param {Ui} ui
 * @param {{ whyNot?: string | boolean, primary?: boolean, picked?: boolean, [attribute: string]: unknown }} [options]
 */
export function actButton(name, text, act, ui, { whyNot, primary, picked, ...more } = {}) {
  const click = () => {
    if (whyNot) return whyNot !== true && ui.say(whyNot);
    return typeof act === "function" ? act() : ui.send(act);
  };
  return h(
    "button",
    {
      key: name,
      type: "button",
      class: `mam-button${primary ? " mam-primary" : picked ? " mam-picked" : ""}`,
      "aria-disabled": whyNot ? "true" : null,
      "aria-pressed": picked === undefined ? null : String(picked),
      "data-mam": name,
      "data-area": "actions",
      ...more,
      on: { click },
    },
    text,
  );
}

export const HAND_KEYS = [
  ["move between cards", "←", "→", "↑", "↓"],
  ["first and last card", "Home", "End"],
  ["play the card, or choose it to discard", "Enter", "Space"],
];

/* What every widget's frame answers to. */
const FRAME_KEYS = [
  ["tabs of the side panel, or of the navigation", "1", "2", "3", "4", "5"],
  ["from tab to tab", "←", "→", "Home", "End"],
  ["settings", "s"],
  ["full screen", "f"],
  ["close what lies open", "Escape"],
  ["shortcuts", "?"],
];

/** @param {Ui} ui */
export function keysHelp(ui) {
  return h(
    "dl",
    { key: "help", class: "mam-keys", "data-mam": "help" },
    [...listActionKeys(ui.actions()), ...ui.keyWords, ...FRAME_KEYS].map(([what, ...keys]) =>
      h(
        "div",
        { key: what },
        h(
          "dt",
          null,
          keys.map((key) => h("span", null, key)),
        ),
        h("dd", null, what),
      ),
    ),
  );
}
