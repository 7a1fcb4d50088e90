// View: one widget in its frame. It draws the scene that Python set, keeps the focus where it was, and opens and closes tabs.
// A widget says in `heading`, `race`, `stage`, `message`, `hand`, `helpers`, `actions` and `tabs` what stands where.

import { DEFS, EFFECT_PATHS } from "./art.js";
import { dockRegion, fitDock, signDock } from "./dock.js";
import { h, patch } from "./elements.js";
import { activeElement, focusQuietly, guardClick, refocus } from "./focus.js";
import { detailsDialog, fitFrame, frameHeader, frameMessage, helpDialog, isNarrow, navigation, sidePanel, stageSheet } from "./frame.js";
import { pressKey } from "./keys.js";
import { hideStaticCopy, setTheme, watchPage } from "./page.js";

const ALWAYS_FITS = { S: 36, M: 64, LS: 64, L: 64, XL: 64 }; // letters of a message

/** @import { Message } from "./messages.js" */
/** @import { Action, Scene } from "./scene.js" */

/**
 * A tab with what stands in it.
 * @typedef {Partial<Omit<import("./scene.js").Tab, "parts">> & { id: string, title: string, parts: unknown[] }} Tab
 * @typedef {{ act: string, name?: string, by?: number, to?: number }} Act
 */

/**
 * The one sentence between stage and hand: what happened in bold, then why; `short` stands in for it where room is scarce.
 * Work in progress says in `seconds` how long it may take.
 * @typedef {{ kind: string, what?: string, why?: string, short?: string, seconds?: number, link?: { name?: string, text: string, act: () => unknown } }} Sentence
 */

const KERNEL_LOST = "Kernel restarted. Run the cell again.";

/** What one view of the widget remembers between two scenes. Never a fact of the game: those come from Python. */
export class View {
  constructor(model, el) {
    this.model = model;
    this.uid = String(model.get("uid") || "mam");
    this.scene = /** @type {Scene | null} */ (null);
    this.tab = ""; // the side panel's tab that the person chose
    this.sheet = ""; // the tab that lies over the stage on a narrow screen
    this.popover = ""; // what is open over the dock
    this.isFull = false; // whether the widget fills the screen
    this.size = "L"; // the size class, see frame.js
    this.height = 700;
    this.scale = 1;
    this.width = 960;
    this.fullWidth = 960;
    this.measured = false;
    this.notice = null; // a sentence of our own, in the message and for the live region
    this.lost = ""; // what is said when the kernel does not answer
    this.help = false; // whether the shortcuts are shown
    this.details = false; // whether the whole of a long message is shown
    this.isCut = false; // whether the message is longer than the room for it
    this.overflow = /** @type {string[]} */ ([]); // the actions of the dock that found no room there, see dock.js
    this.dockSign = ""; // of the dock for which that was found
    this.before = /** @type {HTMLElement | null} */ (null); // what had the focus before they were
    this.pressed = ""; // the control of the last click: the second click of a double click goes to no other one
    this.quiet = false; // whether a focus explains nothing by itself
    this.ends = []; // what is to be undone when the view ends
    this.root = document.createElement("div");
    this.shapes = `<defs>${DEFS.replaceAll("@@", `${this.uid}-`)}</defs>`;
    this.root.className = "mam-root";
    this.root.setAttribute("data-lm-suppress-shortcuts", "true");
    el.append(this.root);
    this.watch();
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

  watch() {
    const on = (event, act) => {
      this.model.on(event, act);
      this.ends.push(() => this.model.off(event, act));
    };
    on("change:scene", () => this.take());
    on("comm_live_update", () => this.lose(this.model.comm_live !== true));
    on("comm:close", () => this.lose(true));
    this.root.addEventListener("keydown", (event) => pressKey(event, this));
    this.root.addEventListener("click", (event) => guardClick(event, this), true);
    // Wherever the widget is clicked it has the focus, so that its keys work and the notebook's do not.
    this.root.addEventListener("click", () => activeElement(this) || this.find(".mam-table")?.focus({ preventScroll: true }));
    this.ends.push(watchPage(this), hideStaticCopy(this.uid), () => this.root.remove());
  }

  /** Whether all sizes that the layout depends on were read. */
  get hasSizes() {
    return this.measured;
  }

  /** Read the width and the height the layout depends on; true if one has changed. */
  measure() {
    const width = this.root.clientWidth;
    if (!width) return false;
    if (!this.measured) {
      this.measured = true;
      setTheme(this.root); // now that it has its place in the page
      this.root.replaceChildren(); // drawn before it had a width: begin again
    }
    this.fullWidth = width;
    const { size, height, scale } = fitFrame(this);
    const sizeNow = [width / scale, size, height, scale].join();
    const before = [this.width, this.size, this.height, this.scale].join();
    Object.assign(this, { width: width / scale, size, height, scale });
    return sizeNow !== before;
  }

  /** A new scene has come: the model's, or one that a widget keeps. */
  take(given = this.model.get("scene")) {
    if (!given || given.title === undefined) return;
    const isFirst = !this.scene;
    this.details = this.details && this.scene.live === given.live;
    this.scene = withDefaults(given);
    this.notice = null;
    this.lost = "";
    if (isFirst) this.measure();
    this.draw();
  }

  draw() {
    if (!this.scene) return;
    const active = activeElement(this);
    const place = this.placeOf(active);
    const show = () => patch(this.root, [sharedShapes(this), this.view()]);
    show();
    // Reading a size lays the page out at once: only while one is unknown. Later changes are observed.
    if (!this.hasSizes && this.measure()) show();
    if (this.isCut !== this.cutsMessage()) {
      this.isCut = !this.isCut;
      show();
    }
    this.fitDock();
    if (active && activeElement(this) !== active) refocus(active, place, this);
  }

  /* Let the dock stand as loosely as there is room for. Sizes are read only where its words or the width have changed. */
  fitDock() {
    const found = this.part("dock");
    if (!found || !this.measured) return;
    const sign = `${this.size} ${this.width} ${signDock(found)}`;
    if (sign === this.dockSign) return;
    this.dockSign = sign;
    requestAnimationFrame(() => {
      if (found.isConnected) this.overflow = fitDock(found); // before it is painted, and not within the click
    });
  }

  /* Whether the message is longer than the room for it; a short one fits everywhere, so that no size is read for it. */
  cutsMessage() {
    const text = this.find(".mam-message-text");
    return text !== null && text.textContent.length > ALWAYS_FITS[this.size] && text.scrollHeight > text.clientHeight + 1;
  }

  /** The whole widget: every region in its fixed place, see frame.js. */
  view() {
    const { scene } = this;
    const live = this.notice === null ? scene.live : this.notice;
    const region = (name, parts, more = {}) => h("div", { key: name, class: `mam-${name}`, ...more }, [parts].flat(Infinity).filter(Boolean));
    const narrow = isNarrow(this.size);
    const race = [this.race()].flat(Infinity).filter(Boolean);
    const hand = this.hand();
    return h(
      "div",
      {
        key: "table",
        class: `mam-table ${this.name}`,
        tabindex: "-1",
        "data-size": this.size,
        "data-step": scene.stepper.step,
        "data-race": race.length > 0 ? "true" : "false",
        "data-full": this.isFull ? "true" : "false",
        style: { "--mam-h": `${this.height}px`, "--mam-scale": this.scale, "--hand-h": hand ? `${this.handHeight}px` : "0px" },
      },
      frameHeader(this),
      race.length > 0 && region("race", race),
      region("stage", this.stage()),
      stageSheet(this),
      helpDialog(this),
      detailsDialog(this),
      frameMessage(this),
      region("hand-region", hand),
      dockRegion(this),
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
   * @returns {{ title: string, subtitle: unknown, short?: unknown, description?: string, bidder?: string, amount?: string, short_amount?: string, color?: string, trump?: string, state?: string }}
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
    return [];
  }

  /**
   * What lies on the stage.
   * @returns {unknown[]}
   */
  stage() {
    return [];
  }

  /**
   * What is said between stage and hand.
   * @returns {Sentence | null}
   */
  message() {
    const { scene } = this;
    if (this.lost) return { kind: "danger", what: this.lost };
    if (this.notice) {
      const [, what, why] = /^([^.:…]*[.:…]?)\s*(.*)$/.exec(this.notice);
      return { kind: "info", what, why };
    }
    return scene.message || { kind: "info", what: "", why: scene.live };
  }

  /**
   * The cards in front of the person; null where a widget has none, and gives their room to the stage.
   * @returns {unknown}
   */
  hand() {
    return null;
  }

  /** The height kept for them. */
  get handHeight() {
    return 0;
  }

  /**
   * What can be done now; a widget that looks at something by itself says what can be done there.
   * @returns {Action[]}
   */
  actions() {
    return this.scene.actions || [];
  }

  /**
   * The action with this name.
   * @param {string} id
   */
  action(id) {
    return this.actions().find((action) => action.id === id);
  }

  /**
   * Buttons of moves, which stand in the dock in place of those that go on.
   * @returns {unknown[]}
   */
  moves() {
    return [];
  }

  /**
   * What stands in the dock beside the buttons that help.
   * @returns {unknown}
   */
  besideHelp() {
    return null;
  }

  /**
   * What stands in the dock before the buttons that go on.
   * @returns {unknown}
   */
  besideAct() {
    return null;
  }

  /**
   * What lies over the dock while it is open.
   * @returns {unknown}
   */
  overDock() {
    return null;
  }

  /** What stands in the tabs, by the names that the scene gives to their parts. */
  get panels() {
    return /** @type {Record<string, () => unknown>} */ ({});
  }

  /**
   * The tabs of the side panel.
   * @returns {Tab[]}
   */
  tabs() {
    return (this.scene.tabs || []).map((tab) => ({ ...tab, parts: tab.parts.map((name) => this.panels[name]()) }));
  }

  /** What the stage is called in the navigation, and its sign. */
  get stagePlace() {
    return { title: "Table", sign: "table" };
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
    const wasInTabs = Boolean(activeElement(this)?.closest(".mam-tabs"));
    this.draw();
    const close = wasInTabs && this.tab === "settings" && this.part("close");
    if (close) this.goTo(close); // the tab that had the focus is gone
  }

  closeTab() {
    this.sheet = "";
    const wasInSettings = this.tab === "settings" && Boolean(activeElement(this)?.closest(".mam-side"));
    if (this.tab === "settings") this.tab = "";
    this.draw();
    const gear = wasInSettings && this.part("gear");
    if (gear) this.goTo(gear);
  }

  /** Where the focus goes when what had it is gone and nothing like it stands there: a query, most wanted last. */
  get home() {
    return "button:not([aria-disabled])";
  }

  /** What the browser does by itself for an action, by the name that the scene gives. */
  get acts() {
    return /** @type {Record<string, (act: Act) => unknown>} */ ({
      open: ({ name }) => this.togglePopover(name),
      tab: ({ name }) => this.openTab(name),
    });
  }

  /**
   * Do an action, or say why it can't be done now.
   * @param {Action} action
   */
  perform(action) {
    const { why_not, do: act } = action;
    if (why_not) return this.say(why_not);
    if (act.act) return this.acts[String(act.act)](/** @type {Act} */ (act));
    return this.send(/** @type {Message} */ (act));
  }

  /** The keys of this widget in words, beside those of its actions: [what, key, key …]. */
  get keyWords() {
    return [];
  }

  /** Where the focus is, as far as it says where to go when that is gone. */
  placeOf(active) {
    return { area: active && active.dataset.area, index: 0 };
  }

  /**
   * What stands now where the focus was.
   * @param {{ area: string | null, index: number }} place
   * @returns {HTMLElement | null}
   */
  nearest({ area }) {
    return this.find(`[data-area="${area}"]:not([aria-disabled])`);
  }

  /** Move the focus there. */
  goTo(target) {
    focusQuietly(target, this);
  }

  // What the person does

  /**
   * Send a message to Python.
   * @param {Message} message
   */
  send(message) {
    this.notice = null;
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

  /** Say a sentence of our own, in the message and in the live region. */
  say(sentence) {
    this.notice = this.notice === sentence ? `${sentence}\u00a0` : sentence;
    this.draw();
  }

  /** Show the shortcuts over the stage, and go there; or hide them, and go back. */
  toggleHelp() {
    this.help = !this.help;
    if (this.help) this.before = activeElement(this);
    this.draw();
    const target = this.help ? this.part("close-shortcuts") : this.before;
    if (target && this.root.contains(target)) this.goTo(target);
  }

  /** Show the whole message over the stage, and go there; or hide it, and go back. */
  toggleDetails() {
    this.details = !this.details;
    this.draw();
    const target = this.part(this.details ? "close-message-details" : "details");
    if (target) this.goTo(target);
  }

  /** Open something over the dock, or close it. */
  togglePopover(name) {
    this.popover = this.popover === name ? "" : name;
    this.draw();
    const opened = this.find(".mam-popover :is(input, select)") || this.find(".mam-popover button");
    const opener = this.find(`[data-opens="${name}"]`);
    (this.popover ? opened : opener)?.focus();
  }

  end() {
    for (const end of this.ends) end();
  }
}

/**
 * The shapes that all faces share: of no size, but not hidden, or they would not be drawn. The Bull says what it does here.
 * @param {View} ui
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
    stepper: scene.stepper || { step: 0, last_step: 0, label: "", ticks: [], branch: null, branches: [] },
  };
}

/** The module's entry for a widget of this class. */
export function renderAs(Kind) {
  return ({ model, el }) => {
    const board = new Kind(model, el);
    board.take();
    return () => board.end();
  };
}
