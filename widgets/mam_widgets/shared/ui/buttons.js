// Buttons: the button of every widget, and the list of keyboard shortcuts.

import { h } from "./elements.js";

/** @import { Board } from "./board.js" */
/** @import { Message } from "./messages.js" */

/**
 * A button. What it does is a message to Python, or a function of ours. `off` keeps it from doing that: a sentence that is
 * said instead, or true. `primary` and `picked` say how it looks; whatever else is given becomes an attribute.
 * @param {string} name
 * @param {unknown} text
 * @param {Message | (() => unknown)} act
 * @param {Board} ui
 * @param {{ off?: string | boolean, primary?: boolean, picked?: boolean, [attribute: string]: unknown }} [options]
 */
export function actButton(name, text, act, ui, { off, primary, picked, ...more } = {}) {
  const click = () => {
    if (off) return off !== true && ui.say(off);
    return typeof act === "function" ? act() : ui.send(act);
  };
  return h(
    "button",
    {
      key: name,
      type: "button",
      class: `mam-button${primary ? " mam-primary" : picked ? " mam-picked" : ""}`,
      "aria-disabled": off ? "true" : null,
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
  ["show or hide the shortcuts", "?"],
];

/* Keys that are signs, as they are said. */
const KEY_NAMES = {
  "←": "left arrow",
  "→": "right arrow",
  "↑": "up arrow",
  "↓": "down arrow",
  ".": "period",
  ",": "comma",
  "[": "left bracket",
  "]": "right bracket",
  "?": "question mark",
};
export const nameKey = (key) => KEY_NAMES[key] || key;

/**
 * The button that shows or hides the keys.
 * @param {Board} ui
 */
export function keysButton(ui, area = "bar") {
  return actButton("keys", "Shortcuts", () => ui.toggleHelp(), ui, {
    class: "mam-button mam-quiet-button",
    "aria-expanded": ui.help ? "true" : "false",
    "data-area": area,
  });
}

/** That button and what it opens, where a widget has no other settings. */
export const keysRow = (ui) => [h("div", { key: "settings", class: "mam-settings" }, keysButton(ui)), keysHelp(ui)];

/** @param {Board} ui */
export function keysHelp(ui) {
  if (!ui.help) return null;
  return h(
    "dl",
    { key: "help", class: "mam-panel mam-keys", "data-mam": "help" },
    ui.keyWords.map(([what, ...keys]) =>
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
