// Board: draws the scene that Python set, reports what the person does, and keeps the focus where it was.
// Every widget is a Board; it says in `heading`, `race`, `stage`, `message`, `helpers`, `actions` and `tabs` what stands where.

import { DEFS, EFFECT_PATHS } from "./art.js";
import { bidColor, callButtons, callPopover, choiceButtons, trumpButtons } from "./auction.js";
import { HAND_KEYS } from "./buttons.js";
import { h, patch } from "./elements.js";
import { fitFrame, frameHeader, frameMessage, helpDialog, isNarrow, navigation, scrollingAncestor, sidePanel, stageSheet } from "./frame.js";
import { choosesCards, discardButtons, handArea, handBox, neighborKey, placeFocusRing, withKeys } from "./hand.js";
import { isLetterGame, logPanel, wordForm } from "./letters.js";
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

/** @import { Message } from "./messages.js" */
/** @import { Scene } from "./scene.js" */

/**
 * A tab of the side panel: `left` stands open at the left on very wide screens, under its `heading`; `empty` is said where there are no parts.
 * @typedef {{ id: string, title: string, parts: unknown[], empty?: string, left?: boolean, heading?: string }} Tab
 */

const KERNEL_LOST = "Kernel restarted. Run the cell again.";
export const KERNEL_SLOW = "Waiting for the kernel. If it restarted, run the cell again.";

const COUNTS = ["No", "One", "Two", "Three", "Four", "Five", "Six"];

const PHONE_LETTERS = 60; // as many find room in a phone's message, in any font

/* Where a key writes, and so does nothing else; in a list, letters and named keys pick, and punctuation is ours. */
const TEXT_FIELDS = 'input:not([type="range"], [type="checkbox"], [type="radio"]), textarea';
const picksFromList = (event) => event.target.matches("select") && /^[\p{L}\p{N} ]$|^..+$/u.test(event.key);

/** What one view of the widget remembers between two scenes. Never a fact of the game: those come from Python. */
export class Board {
  constructor(model, el) {
    this.model = model;
    this.uid = String(model.get("uid") || "mam");
    this.scene = /** @type {Scene | null} */ (null);
    this.chosen = new Set(); // keys of the cards chosen to be put out
    this.stopKey = null; // key of the hand's one tab stop
    this.tab = ""; // the side panel's tab that the person chose
    this.sheet = ""; // the tab that lies over the stage on a narrow screen
    this.popover = ""; // what is open over the dock
    this.hasOdds = false; // whether Python was asked for the odds, which nobody computes for a closed tab
    this.listens = false; // whether the odds are weighed by the calls
    this.callRows = CALL_ROWS; // how many rows of calls the auction shows, by size class
    this.isFull = false; // whether the widget fills the screen
    this.size = "L"; // the size class, see frame.js
    this.height = 700;
    this.scale = 1;
    this.fullWidth = 960;
    this.preview = null; // a ruling looked at in passing
    this.amount = 0; // the amount picked for the next bid, on a phone
    this.color = null; // the color picked for the next bid, where bids name one
    this.shown = null; // a ruling looked at, in place of the scene's
    this.said = null; // a sentence of our own for the live region
    this.reading = null; // the point of a chart that is read
    this.target = null; // the step asked for and not yet drawn
    this.help = false; // whether the shortcuts are shown
    this.before = /** @type {HTMLElement | null} */ (null); // what had the focus before they were
    this.lost = ""; // what is said when the kernel does not answer
    this.asked = 0; // when a step was asked for
    this.lastMove = ""; // the move sent last, from which scene and when: a double click is one move
    this.movedFrom = null;
    this.moved = 0;
    this.pressed = ""; // the control of the last click: the second click of a double click goes to no other one
    this.quiet = false; // whether a focus explains nothing by itself
    this.measured = false;
    this.handKeys = []; // keys of the cards that can have the focus
    this.layout = null; // where each card of the hand lies
    this.plotRooms = new Map(); // the width each plot was found to have
    this.lastDrawn = 0;
    this.running = []; // animations
    this.waiting = 0; // timers
    this.hovering = 0;
    this.width = 960;
    this.handWidth = 596;
    this.coarse = matchMedia("(pointer: coarse)").matches;
    this.ends = [];
    this.root = document.createElement("div");
    this.shapes = `<defs>${DEFS.replaceAll("@@", `${this.uid}-`)}</defs>`;
    this.root.className = "mam-root";
    this.root.setAttribute("data-lm-suppress-shortcuts", "true");
    el.append(this.root);
    this.watch();
  }

  active() {
    const tree = /** @type {Document | ShadowRoot} */ (this.root.getRootNode());
    const node = /** @type {HTMLElement} */ (tree.activeElement);
    return node && this.root.contains(node) ? node : null;
  }

  /**
   * The first element that a query finds.
   * @param {string} query
   * @returns {HTMLElement | null}
   */
  find(query) {
    return this.root.querySelector(query);
  }

  /**
   * The part with this name.
   * @param {string} name
   * @returns {HTMLElement | null}
   */
  part(name) {
    return this.find(`[data-mam="${name}"]`);
  }

  /**
   * The field with this name.
   * @param {string} name
   * @returns {HTMLInputElement | null}
   */
  input(name) {
    return this.root.querySelector(`[data-mam="${name}"]`);
  }

  /** The cards of the hand that can have the focus. */
  cardButtons() {
    return /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll('[data-area="hand"]')]);
  }

  watch() {
    const on = (event, act) => {
      this.model.on(event, act);
      this.ends.push(() => this.model.off(event, act));
    };
    on("change:scene", () => this.take());
    on("comm_live_update", () => this.lose(this.model.comm_live !== true));
    on("comm:close", () => this.lose(true));
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("click", (event) => this.guard(event), true);
    // Wherever the widget is clicked it has the focus, so that its keys work and the notebook's do not.
    this.root.addEventListener("click", () => this.active() || this.find(".mam-table")?.focus({ preventScroll: true }));
    const full = () => this.leftFull();
    document.addEventListener("fullscreenchange", full);
    this.ends.push(() => document.removeEventListener("fullscreenchange", full));
    const seen = new ResizeObserver(() => requestAnimationFrame(() => this.measure() && this.draw()));
    seen.observe(this.root);
    const around = new ResizeObserver(() => requestAnimationFrame(() => this.measure() && this.draw()));
    const resized = () => this.measure() && this.draw();
    window.addEventListener("resize", resized);
    requestAnimationFrame(() => {
      const scrolls = scrollingAncestor(this.root);
      if (scrolls) around.observe(scrolls);
    });
    this.ends.push(
      () => around.disconnect(),
      () => window.removeEventListener("resize", resized),
    );
    const theme = () => this.theme();
    const body = new MutationObserver(theme);
    body.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", theme);
    this.theme();
    // A picture of the position stands beside the live table for notebooks without a kernel: hide it while we live.
    const hide = document.createElement("style");
    const twin = `[data-mam-static="${CSS.escape(this.uid)}"]`;
    hide.textContent = `${twin}{display:none!important}.jp-OutputArea-child:has(${twin}):not(:has(.mam-root)){display:none!important}`;
    document.head.append(hide);
    this.ends.push(
      () => seen.disconnect(),
      () => body.disconnect(),
      () => dark.removeEventListener("change", theme),
      () => hide.remove(),
    );
    this.ends.push(
      () => clearTimeout(this.waiting),
      () => clearTimeout(this.hovering),
      () => this.root.remove(),
    );
  }

  theme() {
    const light = document.body.dataset.jpThemeLight;
    const dark = light === undefined ? matchMedia("(prefers-color-scheme: dark)").matches : light === "false";
    this.root.dataset.mamTheme = dark ? "dark" : "light";
  }

  /* What comes to lie under the pointer between two quick clicks was not meant by the second. */
  guard(event) {
    const control = event.target.closest("button");
    const { mam = "", move = "", key = "" } = control ? control.dataset : {};
    const pressed = [mam, move, key].join(" ");
    if (event.detail > 1 && pressed !== this.pressed) {
      event.stopPropagation();
      event.preventDefault();
    } else this.pressed = pressed;
  }

  /** Read the widths and the height the layout depends on; true if one has changed. */
  measure() {
    const width = this.root.clientWidth;
    if (!width) return false;
    if (!this.measured) {
      this.measured = true;
      this.root.replaceChildren(); // drawn before it had a width: begin again
    }
    this.fullWidth = width;
    const hand = this.find(".mam-hand");
    const handWidth = hand ? hand.clientWidth : this.handWidth;
    const { size, height, scale } = fitFrame(this);
    const now = [width / scale, handWidth, size, height, scale].join();
    const before = [this.width, this.handWidth, this.size, this.height, this.scale].join();
    if (now === before) return false;
    Object.assign(this, { width: width / scale, size, height, scale });
    if (handWidth) this.handWidth = handWidth;
    return true;
  }

  /** A new scene has come: the model's, or one that a widget keeps. */
  take(given = this.model.get("scene")) {
    if (!given || given.title === undefined) return;
    const scene = withDefaults(given);
    const before = this.scene;
    const hand = scene.hand;
    const same =
      before &&
      before.hand &&
      hand &&
      before.hand.seat === hand.seat &&
      choosesCards(hand) &&
      before.stepper.at === scene.stepper.at;
    if (!same) this.chosen.clear();
    if (this.target === scene.stepper.at || performance.now() - this.asked > 1500) this.target = null;
    this.shown = null;
    this.preview = null;
    this.said = null;
    this.reading = null;
    this.lost = "";
    if (!scene.ruling || scene.ruling.kind !== "stop") this.popover = ""; // an amount that was refused can be corrected
    clearTimeout(this.waiting);
    const was = beforeMotion(this, scene);
    this.scene = scene;
    if (!before) this.measure();
    this.draw();
    afterMotion(this, scene, was);
  }

  draw() {
    if (!this.scene) return;
    const active = this.active();
    const area = active && active.dataset.area;
    const index =
      active && active.dataset.key && this.handKeys ? this.handKeys.indexOf(active.dataset.key) : 0;
    patch(this.root, [sharedShapes(this), this.view()]);
    if (this.measure()) patch(this.root, [sharedShapes(this), this.view()]);
    if (active && this.active() !== active) this.refocus(active, area, Math.max(0, index));
    this.ring();
  }

  /** The whole widget: every region in its fixed place, see frame.js. */
  view() {
    const { scene } = this;
    const live = this.said === null ? scene.live : this.said;
    const region = (name, parts, more = {}) => h("div", { key: name, class: `mam-${name}`, ...more }, [parts].flat(Infinity).filter(Boolean));
    const narrow = isNarrow(this.size);
    const race = [this.race()].flat(Infinity).filter(Boolean);
    const hand = this.hand();
    const help = this.helpers();
    const act = this.actions();
    return h(
      "div",
      {
        key: "table",
        class: `mam-table ${this.name}`,
        tabindex: "-1",
        "data-size": this.size,
        "data-step": scene.stepper.at,
        "data-race": race.length > 0 ? "true" : "false",
        "data-full": this.isFull ? "true" : "false",
        style: { "--mam-h": `${this.height}px`, "--mam-scale": this.scale, "--hand-h": hand ? `${handBox(scene, this)}px` : "0px" },
      },
      frameHeader(this),
      race.length > 0 && region("race", race),
      region("stage", this.stage()),
      stageSheet(this),
      helpDialog(this),
      frameMessage(this),
      region("hand-region", hand),
      h(
        "div",
        { key: "dock", class: "mam-dock", "data-mam": "dock" },
        h("div", { key: "help", class: "mam-dock-help" }, help),
        h("div", { key: "act", class: "mam-dock-act" }, act),
        this.overDock(),
      ),
      narrow ? navigation(this) : sidePanel(this),
      h(
        "div",
        { key: "live", class: "mam-aside", "data-mam": "live", "aria-live": "polite", role: "status" },
        live || "",
      ),
    );
  }

  /** What a table has everywhere. A widget that shows less, or more, says so in methods of its own. */
  get name() {
    return "mam-plain";
  }

  /**
   * What the header says: the title, where the round stands, and the contract.
   * @returns {{ title: string, subtitle: unknown, short?: unknown, about?: string, who?: string, amount?: string, short_amount?: string, color?: string, trump?: string, state?: string }}
   */
  heading() {
    return this.scene.heading || { title: this.scene.title, subtitle: "" };
  }

  /**
   * Controls in the header, left of its signs.
   * @returns {unknown[]}
   */
  headerTools() {
    return [];
  }

  /**
   * The line of money under the header; nothing where a widget has none.
   * @returns {unknown[]}
   */
  race() {
    const { scene } = this;
    const side = { S: 8, M: 12, LS: 12, L: 16, XL: 24 }[this.size];
    const bars = [moneyBar(scene.money, Math.max(200, this.width - 2 * side)), tallyBars(scene.tally)].filter(Boolean);
    return bars.length || isLetterGame(scene) || !scene.seats.length ? bars : [emptyBar(scene.auction.length ? "" : "No bid yet.")];
  }

  /**
   * What lies on the stage.
   * @returns {unknown[]}
   */
  stage() {
    const { scene } = this;
    if (!scene.seats.length) return [];
    if (isLetterGame(scene)) return [tableTop(scene, this), wordForm(scene, this)];
    if (scene.count) return [resultStage(scene, this)];
    if (scene.trick.length || scene.next) return [tableTop(scene, this)];
    const discard = scene.trumps || (scene.hand && choosesCards(scene.hand)) ? discardStage(scene, this) : null;
    return [discard || auctionStage(scene, this)];
  }

  /**
   * The one sentence between stage and hand: what happened in bold, then why; `short` stands in for it where room is scarce.
   * Work in progress says in `seconds` how long it may take.
   * @returns {{ kind: string, what?: string, why?: string, short?: string, seconds?: number, link?: { name?: string, text: string, act: () => unknown } } | null}
   */
  message() {
    const { scene, shown } = this;
    const link = (text) => ({ name: "why", text, act: () => this.openTab(this.rulingPlace) });
    const refusal = shown || scene.ruling;
    if (this.lost) return { kind: "danger", what: this.lost };
    if (refusal && refusal.kind === "stop" && (shown || !this.said))
      return { kind: "stop", ...refusalText(refusal, this.size), link: refusal.cites.length > 0 && link("Rule") };
    if (this.reading) return { kind: "info", what: this.reading.what, why: this.reading.why };
    if (this.said) {
      const [, what, why] = /^([^.:…]*[.:…]?)\s*(.*)$/.exec(this.said);
      return { kind: scene.hand && choosesCards(scene.hand) ? "turn" : "info", what, why };
    }
    if (scene.message) return { ...scene.message, link: scene.ruling && link("Why?") };
    return { kind: "info", what: "", why: scene.live };
  }

  /**
   * The cards in front of the person; null where a widget has none, and gives their room to the stage.
   * @returns {unknown}
   */
  hand() {
    return handArea(this.scene, this);
  }

  /** Whether the hand is only looked at, so that no room is kept above it for raised cards. */
  get cardsRest() {
    return false;
  }

  /**
   * Buttons at the left end of the dock: those that help.
   * @returns {unknown[]}
   */
  helpers() {
    return [];
  }

  /**
   * Buttons at the right end of the dock: those that act, the primary one last.
   * @returns {unknown[]}
   */
  actions() {
    const { scene } = this;
    return [callButtons(scene, this), trumpButtons(scene, this), choiceButtons(scene, this), discardButtons(scene, this)];
  }

  /** What lies over the dock while it is open: an amount to type. */
  overDock() {
    return this.popover === "amount" ? callPopover(this.scene, this) : null;
  }

  /**
   * The tabs of the side panel.
   * @returns {Tab[]}
   */
  tabs() {
    const { scene } = this;
    const auction = scene.auction.length > 0 && callTable(scene);
    return [
      this.rulingTab(),
      this.tricksTab(),
      { id: "auction", title: "Auction", parts: [auction], empty: "No calls yet." },
      { id: "hands", title: "Hands", parts: [openHands(scene, this)], empty: "No open hands." },
    ];
  }

  /** The tab in which a ruling is read. */
  get rulingPlace() {
    return "ruling";
  }

  /** What the stage is called in the navigation, and its sign. */
  get stagePlace() {
    return { title: "Table", sign: "table" };
  }

  rulingTab() {
    const { scene } = this;
    const ruling = this.shown || this.preview || scene.ruling;
    const beside = scene.guide.map(guidePanel);
    const chooses = scene.guide.length > 1 && ruling && ruling.kind === "ok"; // what may be discarded or named comes first then
    return {
      id: "ruling",
      title: "Ruling",
      parts: [
        chooses && beside,
        rulingPanel(ruling, this),
        !chooses && beside,
        this.beside(),
        colorOrderPanel(scene.strip),
        lastTrickPanel(scene, this),
        notePanel(scene.note),
        alternativesPanel(scene),
      ],
    };
  }

  /**
   * What a widget adds beside the ruling.
   * @returns {unknown}
   */
  beside() {
    return null;
  }

  /** What is known of the unseen cards; none where the scene has no place for it. */
  oddsTab() {
    return this.scene.odds !== undefined && { id: "odds", title: "Odds", parts: [oddsPart(this.scene, this)] };
  }

  /* The odds are computed only while their tab is open. */
  askForOdds() {
    const isOpen = isNarrow(this.size) ? this.sheet === "odds" : this.tab === "odds";
    if (isOpen === this.hasOdds || this.scene.odds === undefined) return;
    this.hasOdds = isOpen;
    this.send({ do: "odds", on: isOpen, listen: this.listens });
  }

  /** Weigh the odds by the calls, or not. */
  listen(on) {
    this.listens = on;
    this.send({ do: "odds", on: true, listen: on });
  }

  tricksTab() {
    const { scene } = this;
    return {
      id: "tricks",
      title: scene.log ? "Turns" : "Tricks",
      heading: scene.log ? "Turns" : "Tricks taken",
      left: true,
      parts: [scene.captured ? pilesPanel(scene, this) : historyPanel(scene, this), logPanel(scene, this), countPanel(scene)],
      empty: "No tricks yet.",
    };
  }

  /**
   * What stands behind the gear.
   * @returns {unknown[]}
   */
  settings() {
    return [];
  }

  /** Bring a tab forward: in the side panel, or over the stage where there is none. */
  openTab(id) {
    if (isNarrow(this.size)) this.sheet = this.sheet === id ? "" : id;
    else this.tab = id === "settings" && this.tab === id ? "" : id;
    this.draw();
    this.askForOdds();
  }

  closeTab() {
    this.sheet = "";
    if (this.tab === "settings") this.tab = "";
    this.draw();
    this.askForOdds();
  }

  /** Fill the screen, or go back. */
  toggleFull() {
    if (this.isFull) {
      if (document.fullscreenElement) document.exitFullscreen();
      else this.leftFull();
      return;
    }
    this.isFull = true;
    this.root.classList.add("mam-full");
    this.root.requestFullscreen?.().catch(() => {}); // refused in a frame: the widget still covers the page
    this.measure();
    this.draw();
  }

  leftFull() {
    if (document.fullscreenElement || !this.isFull) return;
    this.isFull = false;
    this.root.classList.remove("mam-full");
    this.measure();
    this.draw();
  }

  /** Where the focus goes when what had it is gone and nothing like it stands there: a query, most wanted last. */
  get home() {
    return "button:not([aria-disabled])";
  }

  /** What single keys do, beside those of the hand: {key: act}. */
  keys() {
    return {};
  }

  /** The keys in words, for the help: [what, key, key …]. */
  get keyWords() {
    return HAND_KEYS;
  }

  /* The focused element is gone, or lost the focus while it was moved: go to what now stands nearest to it. */
  refocus(active, area, index) {
    const cards = this.cardButtons();
    const target =
      (this.root.contains(active) && active) ||
      (this.scene.trumps && this.find('[data-area="trumps"]')) || // what comes next, after the discard
      (area !== "hand" && this.find(`[data-area="${area}"]:not([aria-disabled])`)) ||
      (area === "hand"
        ? cards[Math.min(index, cards.length - 1)]
        : cards.find((card) => card.tabIndex === 0)) ||
      this.find('[data-area="calls"]:not([aria-disabled])') ||
      this.find('[data-area="trumps"]') ||
      this.find(this.home);
    if (target) this.goTo(target);
  }

  /** Move the focus there. A focus that we moved explains nothing by itself. */
  goTo(target) {
    this.quiet = true;
    if (target.dataset.key) this.stop(target.dataset.key);
    target.focus({ preventScroll: true });
    this.quiet = false;
  }

  ring() {
    requestAnimationFrame(() => placeFocusRing(this));
    placeFocusRing(this);
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

  // What the person does

  /**
   * Send a message to Python.
   * @param {Message} message
   */
  send(message) {
    this.said = null;
    if (this.model.comm_live === false) return this.lose(true);
    try {
      this.model.send(message);
    } catch {
      this.lose(true);
    }
  }

  lose(lost) {
    this.lost = lost ? KERNEL_LOST : "";
    this.draw();
  }

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
    const done = hand.mode === "call" ? "Call" : "Discard";
    const all = `${COUNTS[hand.need] || hand.need} ${hand.need > 1 ? "cards" : "card"} chosen.`;
    return this.say(left ? `Choose ${left} more ${left > 1 ? "cards" : "card"}.` : `${all} ${done} ${hand.need > 1 ? "them, or click one" : "it, or click it"} to take it back.`);
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
    const at = colors.findIndex((color) => color.code === bidColor(this.scene.calls, this));
    this.pickColor(colors[(at + 1) % colors.length].code);
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

  /** Say a sentence of our own, in the message and in the live region, with the ruling that it is about. */
  say(sentence, ruling = null) {
    this.shown = ruling;
    this.said = this.said === sentence ? `${sentence}\u00a0` : sentence;
    this.draw();
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

  /** Show the shortcuts over the stage, and go there; or hide them, and go back. */
  toggleHelp() {
    this.help = !this.help;
    if (this.help) this.before = this.active();
    this.draw();
    const target = this.help ? this.part("close-help") : this.before;
    if (target && this.root.contains(target)) this.goTo(target);
  }

  // Keys

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

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
    event.stopPropagation(); // or "x" on a card would cut the notebook's cell, and the slider would miss its arrows
    if (!this.scene || event.target.matches(TEXT_FIELDS) || picksFromList(event)) return undefined;
    /** @type {Record<string, () => unknown>} */
    const acts = { ...this.frameKeys(), ...this.keys() };
    if (!acts[event.key]) return undefined;
    event.preventDefault();
    return acts[event.key]();
  }

  /** The keys of the frame: shortcuts, settings, full screen, the tabs by number, and Escape for whatever lies open. */
  frameKeys() {
    const close = () => {
      if (this.help) this.toggleHelp();
      else if (this.popover) this.togglePopover("");
      else if (this.sheet || this.tab === "settings") this.closeTab();
      else if (this.isFull) this.toggleFull();
    };
    const tabs = this.tabs().map((tab, index) => [String(index + 1), () => this.openTab(tab.id)]);
    return { "?": () => this.toggleHelp(), s: () => this.openTab("settings"), f: () => this.toggleFull(), Escape: close, ...Object.fromEntries(tabs) };
  }

  /** Open something over the dock, or close it. */
  togglePopover(name) {
    this.popover = this.popover === name ? "" : name;
    this.draw();
    const opened = this.part("bid-amount") || this.find(".mam-popover button");
    const opener = this.find(`[data-opens="${name}"]`);
    (this.popover ? opened : opener)?.focus();
  }

  end() {
    cutMotion(this);
    for (const end of this.ends) end();
  }
}

/**
 * The shapes that all faces share: of no size, but not hidden, or they would not be drawn. The Bull says what it does here.
 * @param {Board} ui
 */
function sharedShapes(ui) {
  const bull = ui.scene.cards && ui.scene.cards.BULL;
  const isUsual = !bull || bull.effect === "×2";
  return h("svg", {
    key: "shapes",
    class: "mam-shapes",
    width: 0,
    height: 0,
    "aria-hidden": "true",
    focusable: "false",
    markup: isUsual ? ui.shapes : ui.shapes.replace(EFFECT_PATHS["×2"], EFFECT_PATHS[bull.effect]),
  });
}

/**
 * A scene with the tools and the stepper that only some widgets send.
 * @param {Scene} scene
 */
function withDefaults(scene) {
  return {
    ...scene,
    tools: scene.tools || /** @type {Scene["tools"]} */ ({}),
    stepper: scene.stepper || { at: 0, last: 0, label: "", ticks: [], branch: null, branches: [] },
  };
}

/* A refusal in two lines: on a phone a long one says only what is wrong, and the rule is behind its link. */
function refusalText({ what, head, why, text }, size) {
  if (!what) return { what: head, why: text };
  const fits = size !== "S" || what.length + why.length < PHONE_LETTERS;
  return fits ? { what, why } : { what: what.replace(/:$/, "."), why: "" };
}

/** The module's entry for a widget of this class. */
export function renderAs(Kind) {
  return ({ model, el }) => {
    const board = new Kind(model, el);
    board.take();
    return () => board.end();
  };
}
