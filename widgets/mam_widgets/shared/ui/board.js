// Board: what a table shows in each region, as functions of the scene and the state. A widget puts those it wants into its frame.

import { callButtons, callPopover, choiceButtons, trumpButtons } from "./auction.js";
import { choosesCards, discardButtons, handArea } from "./hand.js";
import { isLetterGame, logPanel, wordForm, wordPopover } from "./letters.js";
import { emptyBar, moneyBar, tallyBars } from "./money.js";
import { oddsPart } from "./odds.js";
import { alternativesPanel, colorOrderPanel, countPanel, guidePanel, historyPanel, lastTrickPanel, notePanel, rulingPanel } from "./panels.js";
import { pilesPanel } from "./piles.js";
import { auctionStage, discardStage, resultStage } from "./stages.js";
import { callTable, openHands, tableTop } from "./table.js";

/** @import { Sentence, Ui } from "./ui.js" */

const PHONE_LETTERS = 60; // as many find room in a phone's message, in any font

/**
 * The line of money under the header.
 * @param {Ui} ui
 */
export function moneyRace({ scene, size, width }) {
  const side = { S: 8, M: 12, LS: 12, L: 16, XL: 24 }[size];
  const room = Math.max(200, width - 2 * side);
  const bars = [moneyBar(scene.money, room, bidderOf(scene)), tallyBars(scene.tally, size)].filter(Boolean);
  return bars.length || isLetterGame(scene) || !scene.seats.length ? bars : [emptyBar(scene, room)];
}

/**
 * The auction, the discard, the trick or the result.
 * @param {Ui} ui
 */
export function tableStage(ui) {
  const { scene } = ui;
  if (!scene.seats.length) return [];
  if (isLetterGame(scene)) return [tableTop(scene, ui)];
  if (scene.count) return [resultStage(scene, ui)];
  if (scene.trick.length || scene.next_card) return [tableTop(scene, ui)];
  const discard = scene.trumps || (scene.hand && choosesCards(scene.hand)) ? discardStage(scene, ui) : null;
  return [discard || auctionStage(scene, ui)];
}

/**
 * What is said between stage and hand: a refusal, what is read in a chart, a sentence of ours, or the scene's.
 * @param {Ui} ui
 * @returns {Sentence}
 */
export function tableMessage(ui) {
  const { scene, shown, notice, lost, reading } = ui;
  if (lost) return { kind: "danger", what: lost };
  const link = (text) => ({ name: "why", text, act: () => ui.openTab(ui.rulingPlace) });
  const refusal = shown || scene.ruling;
  if (refusal && refusal.kind === "stop" && (shown || !notice)) return { kind: "stop", ...refusalText(refusal, ui.size), link: refusal.cites.length > 0 && link("Rule") };
  if (reading) return { kind: "info", what: reading.what, why: reading.why };
  if (notice) {
    return { kind: scene.hand && choosesCards(scene.hand) ? "turn" : "info", ...ui.noticeParts };
  }
  return scene.message ? { ...scene.message, link: scene.ruling && link("Why?") } : { kind: "info", what: "", why: scene.live };
}

/** @param {Ui} ui */
export const tableHand = (ui) => handArea(ui.scene, ui);

/**
 * The buttons of moves, in the dock.
 * @param {Ui} ui
 */
export function tableMoves(ui) {
  const { scene } = ui;
  return [callButtons(scene, ui), trumpButtons(scene, ui), wordForm(scene, ui), choiceButtons(scene, ui), discardButtons(scene, ui)];
}

/**
 * An amount or a word to type, over the dock.
 * @param {Ui} ui
 */
export function tablePopover(ui) {
  const open = { amount: callPopover, word: wordPopover }[ui.popover];
  return open ? open(ui.scene, ui) : null;
}

/**
 * What stands in the tabs, by the names that the scene gives to their parts. `beside` belongs to the moment, and stands with the ruling.
 * @param {Ui} ui
 * @param {(ui: Ui) => unknown} [beside]
 * @returns {Record<string, () => unknown>}
 */
export function tablePanels(ui, beside = () => null) {
  const { scene } = ui;
  return {
    ruling: () => rulingParts(ui, beside(ui)),
    verdict: () => verdictPanel(ui),
    tricks: () => [scene.captured ? pilesPanel(scene, ui) : historyPanel(scene, ui), logPanel(scene, ui)],
    calls: () => scene.auction.length > 0 && callTable(scene),
    hands: () => openHands(scene, ui),
    odds: () => oddsPart(scene, ui),
    count: () => countPanel(scene),
  };
}

/* The ruling that is looked at, else the scene's. */
const verdictPanel = (ui) => rulingPanel(ui.shown || ui.preview || ui.scene.ruling, ui);

function rulingParts(ui, beside) {
  const { scene } = ui;
  const ruling = ui.shown || ui.preview || scene.ruling;
  const guides = scene.guide.map(guidePanel);
  const chooses = scene.guide.length > 1 && ruling && ruling.kind === "ok"; // what may be discarded or named comes first then
  return [
    chooses && guides,
    verdictPanel(ui),
    !chooses && guides,
    beside,
    colorOrderPanel(scene.strip),
    lastTrickPanel(scene, ui),
    notePanel(scene.note),
    alternativesPanel(scene),
  ];
}

/* Who holds the bid, in the words of the person at the table; nothing where nobody sits there. */
function bidderOf({ money, seats, viewer, heading }) {
  const ownSide = seats.find((seat) => seat.seat === viewer);
  if (!money || !ownSide) return {};
  const isMine = money.left.side === ownSide.side;
  const alone = isMine && money.left.name === ownSide.name;
  const bidder = heading ? heading.bidder : "";
  return { whose: alone ? "you" : isMine ? "your side" : "they", bidder: bidder === ownSide.name ? "your" : bidder && `${bidder}’s` };
}

/* A refusal in two lines: on a phone a long one says only what is wrong, and the rule is behind its link. */
function refusalText({ what, head, why, text, cites }, size) {
  if (!what) return { what: head, why: text };
  const fits = size !== "S" || !cites.length || what.length + why.length < PHONE_LETTERS;
  return fits ? { what, why } : { what: what.replace(/:$/, "."), why: "" };
}
