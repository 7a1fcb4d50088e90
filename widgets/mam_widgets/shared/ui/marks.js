// Marks: what is said about a card beyond its state: advised, called or shown by a rule, worth so much to the solver.

import { icon } from "./cards.js";
import { h } from "./elements.js";

/** @import { Ui } from "./ui.js" */

/** The pill of what is advised. */
export const hintPill = () => h("span", { key: "hint", class: "mam-hint", "aria-hidden": "true" }, "hint");

/** What the name of a card adds for those who listen. */
export function describeMarks(card) {
  const words = [];
  if (card.is_called) words.push("called");
  if (card.is_shown) words.push("shown to all");
  if (card.hint) words.push("advised");
  if (card.value_words) words.push(card.value_words);
  return words;
}

/* Line and chip for a card that was called, or that a rule shows to all: the dots say "known", the sign says how. */
export const openSign = (card) => (card.is_shown ? "eye" : card.is_called ? "called" : "");

/**
 * The marks of a hand, drawn over all its cards: the sign at a card's head, pill and figure on the foot of its strip.
 * @param {Ui} ui
 */
export function handMarks(cards, ui) {
  const { layout } = ui;
  return cards
    .map((card, index) => ({ card, place: layout.places[index] }))
    .filter(({ card }) => card.hint || card.value || openSign(card))
    .map(({ card, place }) => {
      const chosen = ui.chosen.has(card.key);
      const lifts = chosen ? 2 : card.state === "legal" ? 1 : 0;
      const strip = Math.min(place.strip, layout.w * 0.68); // on the last card: at its rail, as on the others
      return h(
        "div",
        {
          key: `mark-${card.key}`,
          class: "mam-marks",
          "aria-hidden": "true",
          "data-mam": "marks",
          "data-card": card.card,
          style: {
            left: `${place.x}px`,
            width: `${place.shared ? place.strip : strip}px`,
            top: `${place.y - lifts * layout.lift}px`,
            height: `${layout.high}px`,
          },
        },
        openSign(card) && h("span", { class: "mam-open-sign" }, icon(openSign(card), 14)),
        h("span", { class: "mam-foot-marks" }, card.hint && hintPill(), card.value && h("span", { class: card.is_best ? "mam-value mam-best" : "mam-value" }, card.is_best && icon("ok", 10), card.value)),
      );
    });
}
