// Board: draws the scene that Python set, reports what the person does, and keeps the focus where it was.
// Every widget is a Board; it says in `top`, `play`, `bar`, `side` and `below` what stands where.

import { DEFS, EFFECT_PATHS } from "./art.js";
import { bidColor, callsPanel, choicesPanel, trumpsPanel } from "./auction.js";
import { HAND_KEYS, keysHelp, nameKey } from "./buttons.js";
import { h, patch } from "./elements.js";
import { choosesCards, handArea, neighborKey, placeFocusRing, withKeys } from "./hand.js";
import { logPanel, wordForm } from "./letters.js";
import { moneyBar, tallyBars } from "./money.js";
import { afterMotion, beforeMotion, cutMotion } from "./motion.js";
import {
  alternativesPanel,
  colorOrderPanel,
  countPanel,
  historyPanel,
  notePanel,
  rulingPanel,
} from "./panels.js";
import { pilesPanel } from "./piles.js";
import { badges, callTable, openHands, tableTop } from "./table.js";

/** @import { Message } from "./messages.js" */
/** @import { Scene } from "./scene.js" */

const KERNEL_LOST = "Kernel restarted. Run the cell again.";
export const KERNEL_SLOW = "Waiting for the kernel. If it restarted, run the cell again.";

/* Where a key writes, or picks, and so does nothing else. */
const TEXT_FIELDS = 'input:not([type="range"], [type="checkbox"], [type="radio"]), select, textarea';

/** What one view of the widget remembers between two scenes. Never a fact of the game: those come from Python. */
export class Board {
  constructor(model, el) {
    this.model = model;
    this.uid = String(model.get("uid") || "mam");
    this.scene = /** @type {Scene | null} */ (null);
    this.chosen = new Set(); // keys of the cards chosen to be put out
    this.tab = null; // key of the hand's one tab stop
    this.color = null; // the color picked for the next bid, where bids name one
    this.shown = null; // a ruling looked at, in place of the scene's
    this.said = null; // a sentence of our own for the live region
    this.target = null; // the step asked for and not yet drawn
    this.help = false; // whether the shortcuts are shown
    this.lost = ""; // what is said when the kernel does not answer
    this.asked = 0; // when a step was asked for
    this.lastMove = ""; // the move sent last, from which scene and when: a double click is one move
    this.movedFrom = null;
    this.moved = 0;
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
    const seen = new ResizeObserver(() => requestAnimationFrame(() => this.measure() && this.draw()));
    seen.observe(this.root);
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

  /** Read the widths the layout depends on; true if one has changed. */
  measure() {
    const width = this.root.clientWidth;
    const hand = this.find(".mam-hand");
    const handWidth = hand ? hand.clientWidth : this.handWidth;
    if (width && !this.measured) {
      this.measured = true;
      this.root.replaceChildren(); // drawn before it had a width: begin again
    }
    if (!width || (width === this.width && handWidth === this.handWidth)) return false;
    this.width = width;
    if (handWidth) this.handWidth = handWidth;
    return true;
  }

  /** A new scene has come. */
  take() {
    const given = this.model.get("scene");
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
    this.said = null;
    this.lost = "";
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

  /** The whole widget. An area that has nothing to show is left out. */
  view() {
    const { scene } = this;
    const live = this.said === null ? scene.live : this.said;
    const area = (name, ...parts) => {
      const shown = parts.flat(Infinity).filter(Boolean);
      return shown.length > 0 && h("div", { key: name, class: `mam-area-${name}` }, shown);
    };
    return h(
      "div",
      { key: "table", class: `mam-table ${this.name}` },
      area("top", this.top(), h("div", { key: "lost", class: "mam-lost", role: "alert" }, this.lost)),
      area("felt", this.middle()),
      area("play", this.play()),
      area("bar", this.bar()),
      area("side", this.side()),
      area("view", this.below()),
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

  top() {
    const { scene } = this;
    const width = Math.max(200, this.width - (this.width < 480 ? 18 : 34));
    return [badges(scene), moneyBar(scene.money, width), tallyBars(scene.tally)];
  }

  middle() {
    return [this.scene.seats.length > 0 && tableTop(this.scene, this)];
  }

  play() {
    const { scene } = this;
    return [
      callsPanel(scene, this),
      trumpsPanel(scene, this),
      handArea(scene, this),
      wordForm(scene, this),
      choicesPanel(scene, this),
      !scene.tools.all_hands && openHands(scene, this),
    ];
  }

  bar() {
    return [countPanel(this.scene)];
  }

  side() {
    const { scene } = this;
    return [
      rulingPanel(this.shown || scene.ruling, this),
      h("div", { key: "more", class: "mam-more" }, notePanel(scene.note), colorOrderPanel(scene.strip)),
      scene.captured ? pilesPanel(scene, this) : historyPanel(scene, this),
      logPanel(scene, this),
      alternativesPanel(scene),
    ];
  }

  below() {
    return [keysHelp(this), pastAuction(this.scene)];
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
    return this.say(left ? `Choose ${left} more.` : `All chosen. Press ${done} below the hand.`);
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
    this.shown = ruling;
    this.say([ruling.head, ruling.text].filter(Boolean).join(". "));
  }

  say(sentence) {
    this.said = this.said === sentence ? `${sentence}\u00a0` : sentence;
    this.draw();
  }

  overCard(card, how) {
    if (card && how === "focus" && card.key !== this.tab) this.stop(card.key);
    this.over(card && card.why, how);
  }

  /* Looking at something refused shows its ruling. It stays until something else is looked at, so that its chips can be
     reached; only the keyboard's way to a legal card brings the scene's ruling back. */
  over(ruling, how) {
    clearTimeout(this.hovering);
    if (this.quiet) return;
    if (how === "focus") {
      this.shown = ruling || null;
      this.draw();
    } else if (ruling) {
      this.hovering = setTimeout(() => {
        this.shown = ruling;
        this.draw();
      }, 90);
    }
  }

  /** Make one card the hand's tab stop. */
  stop(key) {
    this.tab = key;
    for (const card of this.cardButtons())
      card.tabIndex = card.dataset.key === key ? 0 : -1;
  }

  /** Show the keys, wherever they stand, and say them; or hide them. */
  toggleHelp() {
    this.help = !this.help;
    if (!this.help) return this.say("Shortcuts hidden.");
    this.say(`Shortcuts: ${this.keyWords.map(([what, ...keys]) => `${keys.map(nameKey).join(" or ")}: ${what}`).join("; ")}.`);
    return this.part("help").scrollIntoView({ block: "nearest" });
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
    if (!this.scene || event.target.matches(TEXT_FIELDS)) return undefined;
    /** @type {Record<string, () => unknown>} */
    const acts = { ...this.keys(), "?": () => this.toggleHelp() };
    if (event.key === "Escape" && this.help) acts.Escape = acts["?"];
    if (!acts[event.key]) return undefined;
    event.preventDefault();
    return acts[event.key]();
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

/**
 * While cards are played the auction steps back into a list that can be opened.
 * @param {Scene} scene
 */
export function pastAuction(scene) {
  if (!scene.auction.length || (!scene.trick.length && !scene.next)) return null;
  return h(
    "details",
    { key: "auction", class: "mam-panel", "data-mam": "auction" },
    h("summary", null, "Auction"),
    callTable(scene),
  );
}

/** The module's entry for a widget of this class. */
export function renderAs(Kind) {
  return ({ model, el }) => {
    const board = new Kind(model, el);
    board.take();
    return () => board.end();
  };
}
