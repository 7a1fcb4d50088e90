// Board: the view of a table. What lies on the stage, the hand and the tabs come from the scene; a click sends a move.

import { bidColor, callButtons, callPopover, choiceButtons, trumpButtons } from "./auction.js";
import { HAND_KEYS } from "./buttons.js";
import { isNarrow } from "./frame.js";
import { choosesCards, discardButtons, handArea, handBox, neighborKey, placeFocusRing, withKeys } from "./hand.js";
import { isLetterGame, logPanel, wordForm, wordPopover } from "./letters.js";
import { emptyBar, moneyBar, tallyBars } from "./money.js";
import { afterMotion, beforeMotion, cutMotion } from "./motion.js";
import { oddsPart } from "./odds.js";
import {
  alternativesPanel,
  colorOrderPanel,
  countPanel,
  guidePanel,
  historyPanel,
  lastTrickPanel,
  notePanel,
  rulingPanel,
} from "./panels.js";
import { pilesPanel } from "./piles.js";
import { CALL_ROWS, auctionStage, discardStage, resultStage } from "./stages.js";
import { callTable, openHands, tableTop } from "./table.js";
import { View } from "./view.js";

/** @import { Sentence } from "./view.js" */

export const KERNEL_SLOW = "Waiting for the kernel. If it restarted, run the cell again.";

const COUNTS = ["No", "One", "Two", "Three", "Four", "Five", "Six"];

const PHONE_LETTERS = 60; // as many find room in a phone's message, in any font

/** A widget with cards: what a person has chosen, picked or looked at between two scenes. */
export class Board extends View {
  constructor(model, el) {
    super(model, el);
    this.chosen = new Set(); // keys of the cards chosen to discard
    this.stopKey = null; // key of the hand's one tab stop
    this.handKeys = []; // keys of the cards that can have the focus
    this.handWidth = 596;
    this.handAt = ""; // the width of the widget and its size class when that was read
    this.layout = null; // where each card of the hand lies
    this.callRows = CALL_ROWS; // how many rows of calls the auction shows, by size class
    this.amount = 0; // the amount picked for the next bid, on a phone
    this.color = null; // the color picked for the next bid, where bids name one
    this.preview = null; // a ruling looked at in passing
    this.shown = null; // a ruling looked at, in place of the scene's
    this.reading = null; // the point of a chart that is read
    this.plotRooms = new Map(); // the width each plot was found to have
    this.hasOdds = false; // whether Python was asked for the odds, which nobody computes for a closed tab
    this.awaitsOdds = false; // whether the next scene only adds the odds or takes them away
    this.listens = false; // whether the odds are weighed by the calls
    this.target = null; // the step asked for and not yet drawn
    this.asked = 0; // when it was asked for
    this.lastMove = ""; // the move sent last, from which scene and when: a double click is one move
    this.movedFrom = null;
    this.moved = 0;
    this.lastDrawn = 0;
    this.running = []; // animations
    this.waiting = 0; // timers
    this.hovering = 0;
    this.coarse = matchMedia("(pointer: coarse)").matches;
    this.ends.push(
      () => cutMotion(this),
      () => clearTimeout(this.waiting),
      () => clearTimeout(this.hovering),
    );
  }

  /** The cards of the hand that can have the focus. */
  cardButtons() {
    return /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll('[data-area="hand"]')]);
  }

  get hasSizes() {
    return super.hasSizes && (this.handAt === this.frameWidth || !this.find(".mam-hand"));
  }

  /* What the width of the hand follows from. */
  get frameWidth() {
    return `${this.width} ${this.size}`;
  }

  measure() {
    const [width, hand] = [this.handWidth, this.find(".mam-hand")];
    const drawnAt = this.frameWidth;
    if (hand) this.handWidth = hand.clientWidth || width;
    const changed = super.measure();
    if (hand && hand.clientWidth) this.handAt = drawnAt;
    return changed || this.handWidth !== width;
  }

  take(given = this.model.get("scene")) {
    if (!given || given.title === undefined) return;
    const { notice, shown, scene } = this;
    const isSame = this.awaitsOdds && scene && scene.live === given.live;
    this.awaitsOdds = false;
    this.forget(given);
    const was = beforeMotion(this, given);
    super.take(given);
    if (isSame && notice) {
      Object.assign(this, { notice, shown }); // nothing happened, so what was said still holds
      this.draw();
    }
    afterMotion(this, this.scene, was);
  }

  /* What was chosen, looked at or waited for ends with the scene it was about. */
  forget(scene) {
    const { hand } = scene;
    const before = this.scene;
    const step = scene.stepper ? scene.stepper.step : 0;
    const isSame = before && before.hand && hand && before.hand.seat === hand.seat && choosesCards(hand) && before.stepper.step === step;
    if (!isSame) this.chosen.clear();
    if (this.target === step || performance.now() - this.asked > 1500) this.target = null;
    this.shown = null;
    this.preview = null;
    this.reading = null;
    if (!scene.ruling || scene.ruling.kind !== "stop") this.popover = ""; // an amount that was refused can be corrected
    clearTimeout(this.waiting);
  }

  draw() {
    super.draw();
    if (!this.scene) return;
    this.ring();
    this.askForOdds();
  }

  race() {
    const { scene } = this;
    const side = { S: 8, M: 12, LS: 12, L: 16, XL: 24 }[this.size];
    const room = Math.max(200, this.width - 2 * side);
    const bars = [moneyBar(scene.money, room, bidderOf(scene)), tallyBars(scene.tally, this.size)].filter(Boolean);
    return bars.length || isLetterGame(scene) || !scene.seats.length ? bars : [emptyBar(scene, room)];
  }

  stage() {
    const { scene } = this;
    if (!scene.seats.length) return [];
    if (isLetterGame(scene)) return [tableTop(scene, this)];
    if (scene.count) return [resultStage(scene, this)];
    if (scene.trick.length || scene.next_card) return [tableTop(scene, this)];
    const discard = scene.trumps || (scene.hand && choosesCards(scene.hand)) ? discardStage(scene, this) : null;
    return [discard || auctionStage(scene, this)];
  }

  /** @returns {Sentence | null} */
  message() {
    const { scene, shown } = this;
    const link = (text) => ({ name: "why", text, act: () => this.openTab(this.rulingPlace) });
    const refusal = shown || scene.ruling;
    if (this.lost) return super.message();
    if (refusal && refusal.kind === "stop" && (shown || !this.notice))
      return { kind: "stop", ...refusalText(refusal, this.size), link: refusal.cites.length > 0 && link("Rule") };
    if (this.reading) return { kind: "info", what: this.reading.what, why: this.reading.why };
    const sentence = super.message();
    if (this.notice) return { ...sentence, kind: scene.hand && choosesCards(scene.hand) ? "turn" : "info" };
    return scene.message ? { ...sentence, link: scene.ruling && link("Why?") } : sentence;
  }

  hand() {
    return handArea(this.scene, this);
  }

  get handHeight() {
    return handBox(this.scene, this);
  }

  /** Whether the hand is only looked at, so that no room is kept above it for raised cards. */
  get cardsRest() {
    return false;
  }

  moves() {
    const { scene } = this;
    return [callButtons(scene, this), trumpButtons(scene, this), wordForm(scene, this), choiceButtons(scene, this), discardButtons(scene, this)];
  }

  /** An amount or a word to type. */
  overDock() {
    const open = { amount: callPopover, word: wordPopover }[this.popover];
    return open ? open(this.scene, this) : null;
  }

  get panels() {
    const { scene } = this;
    return {
      ruling: () => this.rulingParts(),
      tricks: () => [scene.captured ? pilesPanel(scene, this) : historyPanel(scene, this), logPanel(scene, this)],
      calls: () => scene.auction.length > 0 && callTable(scene),
      hands: () => openHands(scene, this),
      odds: () => oddsPart(scene, this),
      count: () => countPanel(scene),
    };
  }

  get keyWords() {
    return HAND_KEYS;
  }

  get acts() {
    return { ...super.acts, explain: () => this.explain(), clear: () => this.clearChosen(), discard: () => this.discard() };
  }

  /** Bring the scene's ruling back and say it. */
  explain() {
    const { head, text } = this.scene.ruling || { head: "", text: "" };
    this.shown = null;
    this.openTab(this.rulingPlace);
    this.say([head, text].filter(Boolean).join(" "));
  }

  /** The tab in which a ruling is read. */
  get rulingPlace() {
    return "ruling";
  }

  /* The ruling, and what belongs to the moment. */
  rulingParts() {
    const { scene } = this;
    const ruling = this.shown || this.preview || scene.ruling;
    const beside = scene.guide.map(guidePanel);
    const chooses = scene.guide.length > 1 && ruling && ruling.kind === "ok"; // what may be discarded or named comes first then
    return [
      chooses && beside,
      rulingPanel(ruling, this),
      !chooses && beside,
      this.beside(),
      colorOrderPanel(scene.strip),
      lastTrickPanel(scene, this),
      notePanel(scene.note),
      alternativesPanel(scene),
    ];
  }

  /**
   * What a widget adds beside the ruling.
   * @returns {unknown}
   */
  beside() {
    return null;
  }

  /* The odds are computed only while their tab is open, whatever opened or closed it. */
  askForOdds() {
    const isOpen = isNarrow(this.size) ? this.sheet === "odds" : this.tab === "odds";
    if (isOpen === this.hasOdds || this.scene.odds === undefined || this.lost) return;
    const { notice } = this;
    this.hasOdds = isOpen;
    this.awaitsOdds = true;
    this.send({ do: "odds", is_on: isOpen, listen: this.listens });
    this.notice = notice;
  }

  /** Weigh the odds by the calls, or not. */
  listen(on) {
    this.listens = on;
    this.send({ do: "odds", is_on: true, listen: on });
  }

  /** Whether earlier moments can be gone back to. */
  get canStep() {
    return false;
  }

  /**
   * Go to a step, where that can be done.
   * @param {number} _step
   */
  to(_step) {} // eslint-disable-line no-unused-vars

  placeOf(active) {
    const { key, area } = active ? active.dataset : {};
    return { area, index: key ? Math.max(0, this.handKeys.indexOf(key)) : 0 };
  }

  nearest({ area, index }) {
    const cards = this.cardButtons();
    return (
      (this.scene.trumps && this.find('[data-area="trumps"]')) || // what comes next, after the discard
      (area !== "hand" && super.nearest({ area, index })) ||
      (area === "hand" ? cards[Math.min(index, cards.length - 1)] : cards.find((card) => card.tabIndex === 0)) ||
      this.find('[data-area="calls"]:not([aria-disabled])') ||
      this.find('[data-area="trumps"]')
    );
  }

  goTo(target) {
    if (target.dataset.key) this.stop(target.dataset.key);
    super.goTo(target);
  }

  ring() {
    requestAnimationFrame(() => placeFocusRing(this));
    placeFocusRing(this);
  }

  // What the person does

  move(move) {
    if (this.lastMove === move && this.movedFrom === this.scene && performance.now() - this.moved < 1500) return; // not yet answered: a double click is one move
    this.lastMove = move;
    this.movedFrom = this.scene;
    this.moved = performance.now();
    this.send({ do: "move", move });
  }

  pick(card) {
    const { hand } = this.scene;
    this.stop(card.key);
    if (card.state === "illegal") return this.refuse(card.why);
    if (!choosesCards(hand)) return card.move && this.move(card.move);
    if (card.state !== "legal") return undefined;
    if (this.chosen.has(card.key)) this.chosen.delete(card.key);
    else if (this.chosen.size < hand.need) this.chosen.add(card.key);
    else return this.say(`You have already chosen ${hand.need} cards. Take one back first.`);
    const left = hand.need - this.chosen.size;
    const verb = hand.mode === "call" ? "Call" : "Discard";
    const all = `${COUNTS[hand.need] || hand.need} ${hand.need > 1 ? "cards" : "card"} chosen.`;
    return this.say(left ? `Choose ${left} more ${left > 1 ? "cards" : "card"}.` : `${all} ${verb} ${hand.need > 1 ? "them, or click one" : "it, or click it"} to take it back.`);
  }

  /** Take back every card that was chosen. */
  clearChosen() {
    this.chosen.clear();
    this.say("No card is chosen.");
  }

  discard() {
    const { hand } = this.scene;
    const codes = withKeys(hand.cards)
      .filter((card) => this.chosen.has(card.key))
      .map((card) => card.card);
    if (codes.length !== hand.need) return this.say(`Choose ${hand.need - codes.length} more first.`);
    return this.move(`${hand.mode} ${codes.join(" ")}`.trim());
  }

  bidTyped() {
    const field = this.input("bid-amount");
    const amount = field.value.trim();
    if (!amount) {
      this.say(
        this.scene.unit === "points"
          ? "Type a number of points first."
          : "Type an amount first, in thousands of dollars.",
      );
      return field.focus();
    }
    return this.move(`bid ${Number(amount)} ${bidColor(this.scene.calls, this)}`.trim());
  }

  /** The next bid is made on this color. */
  pickColor(code) {
    this.color = code;
    this.draw();
  }

  /** On a phone: the amount of the next bid. */
  pickAmount(amount) {
    if (amount !== undefined) this.amount = amount;
    this.draw();
  }

  /** On a phone: the next color for the bid. */
  nextColor() {
    const { colors } = this.scene.calls;
    const index = colors.findIndex((color) => color.code === bidColor(this.scene.calls, this));
    this.pickColor(colors[(index + 1) % colors.length].code);
  }

  /** Make the word that was typed, on the line that was picked. */
  spell() {
    const line = this.input("spell-line").value;
    const field = this.input("spell-word");
    const word = field.value.trim();
    if (!word) {
      this.say("Type the new word first.");
      return field.focus();
    }
    return this.move(`word ${line} ${word}`);
  }

  /** Show why something is refused, and say it once. */
  refuse(ruling) {
    if (!ruling) return;
    this.preview = null;
    if (!isNarrow(this.size)) this.tab = this.tabs().some((tab) => tab.id === this.rulingPlace) ? this.rulingPlace : this.tab;
    this.say(ruling.text || ruling.head, { ...ruling, kind: ruling.kind === "info" ? "info" : "stop" });
  }

  /** Say a sentence of our own, with the ruling that it is about. */
  say(sentence, ruling = null) {
    this.shown = ruling;
    super.say(sentence);
  }

  overCard(card, how) {
    if (card && how === "focus" && card.key !== this.stopKey) this.stop(card.key);
    this.over(card && card.why, how);
  }

  /* Looking at something refused shows its ruling quietly in the side panel, without red: only a click is refused. */
  over(ruling, how) {
    clearTimeout(this.hovering);
    if (this.quiet) return;
    const show = () => {
      const preview = ruling ? { ...ruling, kind: "info" } : null;
      if (!preview && !this.preview) return;
      this.preview = preview;
      this.draw();
    };
    if (how === "focus") show();
    else if (ruling) this.hovering = setTimeout(show, 90);
  }

  /** Make one card the hand's tab stop. */
  stop(key) {
    this.stopKey = key;
    for (const card of this.cardButtons())
      card.tabIndex = card.dataset.key === key ? 0 : -1;
  }

  handKey(event) {
    const key = event.target.dataset.key;
    if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = neighborKey(this, key, event.key);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    this.stop(next);
    const card = this.find(`[data-area="hand"][data-key="${CSS.escape(next)}"]`);
    if (card) card.focus();
  }
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
