// Piles: what each side has captured while the round is played. Tricks lie face down, and nobody looks back at them;
// those with a Bull or a Bear lie face up, the animal first, because they change the money.

import { chip, face } from "./cards.js";
import { h } from "./elements.js";

/** @import { Ui } from "./ui.js" */
/** @import { Scene } from "./scene.js" */

/**
 * The captured tricks of every side; null where all tricks can be looked at.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function pilesPanel(scene, ui) {
  const { captured } = scene;
  if (!captured) return null;
  return h(
    "section",
    { key: "piles", class: "mam-panel mam-piles", "data-mam": "piles", "aria-label": "Tricks taken" },
    h("h4", null, "Tricks taken"),
    h(
      "ul",
      { class: "mam-pile-list" },
      captured.map((pile) => capturedPile(pile, ui)),
    ),
  );
}

/** @param {Ui} ui */
function capturedPile(pile, ui) {
  const tricks = (count) => `${count} ${count === 1 ? "trick" : "tricks"}`;
  return h(
    "li",
    { key: pile.name, class: "mam-pile", "data-side": pile.side },
    h("span", { class: "mam-stripe", "aria-hidden": "true" }),
    h("p", { class: "mam-pile-name" }, pile.name, h("span", { class: "mam-count-of" }, tricks(pile.count))),
    pile.face_down > 0 &&
      h(
        "div",
        { key: "down", class: "mam-pile-down" },
        h(
          "span",
          { class: "mam-pile-back mam-small", "aria-hidden": "true" },
          pile.face_down > 1 && h("span", { class: "mam-pile-beneath" }, face("??", ui.uid)),
          face("??", ui.uid),
        ),
        h("span", null, `${pile.face_down} face down`),
      ),
    pile.open_tricks.map((trick) =>
      h(
        "div",
        { key: trick.number, class: "mam-pile-open", "data-mam": "open-trick" },
        h("span", { class: "mam-aside" }, `Trick ${trick.number}, face up: `),
        h(
          "span",
          { class: "mam-chips" },
          trick.cards.map((card, index) => chip(card, ui.scene.cards, { key: `${card}${index}` })),
          trick.tag && h("span", { class: "mam-tag" }, trick.tag),
        ),
      ),
    ),
  );
}
