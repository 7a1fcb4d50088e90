// Hand in: after the round of a class table a name is typed, and the text under it is copied, shared or saved, by actions of the scene.

import { actionButton } from "../shared/ui/dock.js";
import { h } from "../shared/ui/elements.js";
import { canShare, copyText, saveText, shareText } from "../shared/ui/texts.js";
import { labeledField } from "./fields.js";

/** @import { Scene } from "../shared/ui/scene.js" */
/** @import { Play } from "./fields.js" */

/**
 * The name, the text, and three ways to take it to the teacher.
 * @param {Scene} scene
 * @param {Play} ui
 */
export function handInPanel(scene, ui) {
  const { hand_in } = scene.session;
  if (!hand_in) return null;
  const { text, fault } = hand_in;
  const field = (id) =>
    h("input", {
      id,
      type: "text",
      autocomplete: "name",
      maxlength: "60",
      class: "mam-field",
      "data-mam": "hand-in-name",
      "data-area": "panel",
      "aria-describedby": fault ? `${ui.uid}-hand-in-fault` : null,
      on: { keydown: (event) => event.key === "Enter" && makeHandIn(ui) },
    });
  return h(
    "section",
    { key: "hand-in", class: "mam-hand-in", "data-mam": "hand-in-panel", "aria-label": "Hand in" },
    labeledField("hand-in-name", "Your name", field, ui),
    fault && h("p", { key: "fault", id: `${ui.uid}-hand-in-fault`, class: "mam-hand-in-fault", role: "alert" }, fault),
    text && textPart(text, ui),
    h("div", { key: "make" }, drawAction("make-hand-in", ui, !text)),
    !text && h("p", { key: "how", class: "mam-quiet" }, "Your teacher collects a short text with your round. Nothing is sent by itself: you copy, share or save it."),
  );
}

function textPart(text, ui) {
  return h(
    "div",
    { key: "text", class: "mam-hand-in-text" },
    h("div", { class: "mam-actions" }, drawAction("copy-hand-in", ui, true), canShare() && drawAction("share-hand-in", ui), drawAction("save-hand-in", ui)),
    h("textarea", { key: "words", readonly: true, rows: "5", class: "mam-field", "data-mam": "hand-in-text", "data-area": "panel", "aria-label": "What you hand in", live: { value: text } }),
  );
}

const drawAction = (id, ui, isPrimary = false) => actionButton({ ...ui.action(id), is_primary: isPrimary }, ui, { "data-area": "panel" });

/** @param {Play} ui */
export const makeHandIn = (ui) => ui.send({ do: "hand_in", name: ui.input("hand-in-name").value });

/** @param {Play} ui */
export const copyHandIn = async (ui) => {
  const isCopied = await copyText(ui.scene.session.hand_in.text);
  return isCopied ? ui.say("Copied.", { why: "Paste it where your teacher collects the work." }) : ui.say(selectText(ui));
};

/** @param {Play} ui */
export const shareHandIn = async (ui) => {
  const { name, text } = ui.scene.session.hand_in;
  return (await shareText(`Class table: ${name}`, text)) && ui.say("Shared.");
};

/** @param {Play} ui */
export function saveHandIn(ui) {
  const { file, text } = ui.scene.session.hand_in;
  saveText(file, text);
  ui.say("Saved as a file:", { why: file });
}

function selectText(ui) {
  /** @type {HTMLTextAreaElement} */ (ui.part("hand-in-text")).select();
  return "The text is selected: copy it with your device’s menu.";
}
