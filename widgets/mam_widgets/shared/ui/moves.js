// Moves: cards are chosen and played, a move is sent, and what is refused is explained.

import { isNarrow } from "./frame.js";
import { choosesCards, listChosen, neighborKey } from "./hand.js";
import { capitalize, countWord } from "./words.js";

/** @import { Ui } from "./ui.js" */
/** @import { Scene } from "./scene.js" */

/**
 * What was chosen, looked at or waited for ends with the scene it was about.
 * @param {Ui} ui
 * @param {Scene} scene the one that takes its place
 */
export function forgetChoices(ui, scene) {
  const { hand } = scene;
  const before = ui.scene;
  const step = scene.stepper ? scene.stepper.step : 0;
  const isSame = before && before.hand && hand && before.hand.seat === hand.seat && choosesCards(hand) && before.stepper.step === step;
  if (!isSame) ui.chosen.clear();
  if (ui.target === step || performance.now() - ui.asked > 1500) ui.target = null;
  ui.shown = ui.preview = ui.reading = null;
  if (!scene.ruling || scene.ruling.kind !== "stop") ui.popover = ""; // an amount that was refused can be corrected
}

/** @param {Ui} ui */
export function move(ui, text) {
  if (ui.lastMove === text && ui.movedFrom === ui.scene && performance.now() - ui.moved < 1500) return; // not yet answered: a double click is one move
  Object.assign(ui, { lastMove: text, movedFrom: ui.scene, moved: performance.now() });
  ui.send({ do: "move", move: text });
}

/**
 * A card was clicked: play it, choose it, take it back, or say why not.
 * @param {Ui} ui
 */
export function pick(ui, card) {
  const { hand } = ui.scene;
  stop(ui, card.key);
  if (card.state === "illegal") return refuse(ui, card.why);
  if (!choosesCards(hand)) return card.move && move(ui, card.move);
  if (card.state !== "legal") return undefined;
  if (ui.chosen.has(card.key)) ui.chosen.delete(card.key);
  else if (ui.chosen.size < hand.need) ui.chosen.add(card.key);
  else return ui.say(`You have already chosen ${hand.need} cards.`, { why: "Take one back first." });
  const left = hand.need - ui.chosen.size;
  const verb = hand.mode === "call" ? "Call" : "Discard";
  const all = `${capitalize(countWord(hand.need))} ${hand.need > 1 ? "cards" : "card"} chosen.`;
  if (left) return sayCount(ui, `Choose ${left} more ${left > 1 ? "cards" : "card"}.`);
  return sayCount(ui, all, `${verb} ${hand.need > 1 ? "them, or click one" : "it, or click it"} to take it back.`);
}

/**
 * Take back every card that was chosen.
 * @param {Ui} ui
 */
export function clearChosen(ui) {
  ui.chosen.clear();
  sayCount(ui, "No card is chosen.");
}

/* A widget may say in its own words how many cards are chosen. */
function sayCount(ui, what, why = "") {
  ui.countNotice = `${what} ${why}`.trim();
  ui.say(what, { why });
}

/**
 * Discard, or call, the chosen cards. The button and the action say themselves how many are missing.
 * @param {Ui} ui
 */
export function discard(ui) {
  move(ui, `${ui.scene.hand.mode} ${listChosen(ui).join(" ")}`.trim());
}

/**
 * Show why something is refused, and say it once.
 * @param {Ui} ui
 */
export function refuse(ui, ruling) {
  if (!ruling) return;
  ui.preview = null;
  if (!isNarrow(ui.size) && ui.tabs().some((tab) => tab.id === ui.rulingPlace)) ui.tab = ui.rulingPlace;
  const shown = { ...ruling, kind: ruling.kind === "info" ? "info" : "stop" };
  ui.say(ruling.what || ruling.text || ruling.head, { why: ruling.what && ruling.why, ruling: shown });
}

/**
 * Bring the scene's ruling back and say it.
 * @param {Ui} ui
 */
export function explain(ui) {
  const { head, text } = ui.scene.ruling || { head: "", text: "" };
  ui.shown = null;
  ui.openTab(ui.rulingPlace);
  ui.say(head, { why: text });
}

/**
 * A card, or null, is looked at by focus or pointer.
 * @param {Ui} ui
 */
export function overCard(ui, card, how) {
  if (card && how === "focus" && card.key !== ui.stopKey) stop(ui, card.key);
  over(ui, card && card.why, how);
}

/**
 * Looking at something refused shows its ruling quietly in the side panel, without red: only a click is refused.
 * @param {Ui} ui
 */
export function over(ui, ruling, how) {
  if (!ui.explainsMoves()) return;
  clearTimeout(ui.hovering);
  if (ui.isQuiet) return;
  const show = () => {
    const preview = ruling ? { ...ruling, kind: "info" } : null;
    if (!preview && !ui.preview) return;
    ui.preview = preview;
    ui.draw();
  };
  if (how === "focus") show();
  else if (ruling) ui.hovering = setTimeout(show, 90);
}

/**
 * The cards of the hand that can have the focus.
 * @param {Ui} ui
 */
const cardButtons = (ui) => /** @type {HTMLElement[]} */ ([...ui.root.querySelectorAll('[data-area="hand"]')]);

/**
 * Make one card the hand's tab stop.
 * @param {Ui} ui
 */
export function stop(ui, key) {
  ui.stopKey = key;
  for (const card of cardButtons(ui)) card.tabIndex = card.dataset.key === key ? 0 : -1;
}

/**
 * From card to card by the arrow keys.
 * @param {Ui} ui
 */
export function handKey(ui, event) {
  const key = event.target.dataset.key;
  if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = neighborKey(ui, key, event.key);
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  stop(ui, next);
  ui.find(`[data-area="hand"][data-key="${CSS.escape(next)}"]`)?.focus();
}

/**
 * The odds are computed only while their tab is open, whatever opened or closed it.
 * @param {Ui} ui
 */
export function askForOdds(ui) {
  const isOpen = isNarrow(ui.size) ? ui.sheet === "odds" : ui.tab === "odds";
  if (isOpen === ui.hasOdds || ui.scene.odds === undefined || ui.lost) return;
  const { notice, shown } = ui;
  Object.assign(ui, { hasOdds: isOpen, awaitsOdds: true });
  ui.send({ do: "odds", is_on: isOpen, listen: ui.listens });
  Object.assign(ui, { notice, shown });
}

/**
 * Weigh the odds by the calls, or not.
 * @param {Ui} ui
 * @param {boolean} on
 */
export function listen(ui, on) {
  ui.listens = on;
  ui.send({ do: "odds", is_on: true, listen: on });
}
