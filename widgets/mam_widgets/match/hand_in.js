// Hand in: after the round of a class table a name is typed, and the text under it is copied, shared or saved.

import { actButton } from "../shared/ui/buttons.js";
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
  const make = () => ui.send({ do: "hand_in", name: ui.input("hand-in-name").value });
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
      on: { keydown: (event) => event.key === "Enter" && make() },
    });
  return h(
    "section",
    { key: "hand-in", class: "mam-hand-in", "data-mam": "hand-in-panel", "aria-label": "Hand in" },
    labeledField("hand-in-name", "Your name", field, ui),
    fault && h("p", { key: "fault", id: `${ui.uid}-hand-in-fault`, class: "mam-hand-in-fault", role: "alert" }, fault),
    text && textPart(hand_in, ui),
    h("div", { key: "make" }, actButton("make-hand-in", text ? "Make it again" : "Make the text", make, ui, { "data-area": "panel", primary: !text })),
    !text && h("p", { key: "how", class: "mam-quiet" }, "Your teacher collects a short text with your round. Nothing is sent by itself: you copy, share or save it."),
  );
}

function textPart({ name, text, file }, ui) {
  const area = { "data-area": "panel" };
  const copy = async () => ((await copyText(text)) ? ui.say("Copied.", { why: "Paste it where your teacher collects the work." }) : ui.say(selectText(ui)));
  const share = async () => (await shareText(`Class table: ${name}`, text)) && ui.say("Shared.");
  const save = () => {
    saveText(file, text);
    ui.say("Saved as a file:", { why: file });
  };
  return h(
    "div",
    { key: "text", class: "mam-hand-in-text" },
    h("div", { class: "mam-actions" }, actButton("copy-hand-in", "Copy", copy, ui, { ...area, primary: true }), canShare() && actButton("share-hand-in", "Share", share, ui, area), actButton("save-hand-in", "Save", save, ui, area)),
    h("textarea", { key: "words", readonly: true, rows: "5", class: "mam-field", "data-mam": "hand-in-text", "data-area": "panel", "aria-label": "What you hand in", live: { value: text } }),
  );
}

function selectText(ui) {
  /** @type {HTMLTextAreaElement} */ (ui.part("hand-in-text")).select();
  return "The text is selected: copy it with your device’s menu.";
}
