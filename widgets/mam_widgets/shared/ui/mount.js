// Mount: a widget in its frame. A widget is an object of functions that say what its regions show, see `Widget` in ui.d.ts; the mount takes the
// scenes that Python sets, draws them, sends messages, and keeps sizes, theme, keys and focus.

import { dockRegion, makeRoom } from "./dock.js";
import { h, patch } from "./elements.js";
import { activeElement, focusQuietly, guardClick, placeOf, refocus } from "./focus.js";
import { detailsDialog, fitFrame, frameHeader, frameMessage, helpDialog, isLow, isNarrow, navigation, sidePanel, stageSheet } from "./frame.js";
import { handBox, placeFocusRing } from "./hand.js";
import { pressKey } from "./keys.js";
import { afterMotion, beforeMotion, cutMotion } from "./motion.js";
import { askForOdds, clearChosen, discard, explain, forgetChoices, handKey, listen, move, over, overCard, pick, refuse, stop } from "./moves.js";
import { hideStaticCopy, setTheme, watchPage } from "./page.js";
import { closeTab, openTab, toggleDetails, toggleHelp, togglePopover } from "./panes.js";
import { drawShapes } from "./shapes.js";
import { makeState } from "./state.js";

/** @import { Message } from "./messages.js" */
/** @import { Action, Scene } from "./scene.js" */
/** @import { Act, Tab, Ui, Widget } from "./ui.js" */

const KERNEL_LOST = "Kernel restarted. Run the cell again.";
const ALWAYS_FITS = { S: 36, M: 64, LS: 64, L: 64, XL: 64 }; // letters of a message

const nothing = () => null;
const none = () => [];

/** @type {Widget} */
const PLAIN = {
  name: "mam-plain",
  home: "button:not([aria-disabled])",
  rulingPlace: "ruling",
  keyWords: [],
  callRows: { S: 3, M: 3, LS: 3, L: 5, XL: 8 },
  cardsRest: false,
  acts: {},
  receive: (ui, scene) => ui.show(scene),
  beforeSend: () => true,
  isTooLarge: () => false,
  explainsMoves: () => true,
  canStep: () => false,
  heading: ({ scene }) => scene.heading || { title: scene.title, subtitle: "" },
  stagePlace: () => ({ title: "Table", sign: "table" }),
  actions: ({ scene }) => scene.actions || [],
  panels: () => ({}),
  ...{ start: nothing, beforeDraw: nothing, goToStep: nothing, message: nothing, hand: nothing, besideHelp: nothing, besideAct: nothing, overDock: nothing },
  ...{ headerTools: none, race: none, stage: none, moves: none, settings: none },
};

/** What any function of a widget may do. */
export const COMMANDS = {
  find,
  part: (ui, name) => find(ui, `[data-mam="${name}"]`),
  /** The field with this name. @param {Ui} ui @param {string} name */
  input: (ui, name) => /** @type {HTMLInputElement | null} */ (find(ui, `[data-mam="${name}"]`)),
  /** Change the widget's own state, and draw it. @param {Ui} ui @param {object} change */
  set: (ui, change) => (Object.assign(ui.local, change), ui.draw()),
  tabs,
  action: (ui, id) => ui.actions().find((action) => action.id === id),
  ring: (ui) => (requestAnimationFrame(() => placeFocusRing(ui)), placeFocusRing(ui)),
  ...{ measure, show, draw, perform, send, say, goTo, openTab, closeTab, toggleHelp, toggleDetails, togglePopover },
  ...{ move, pick, clearChosen, discard, refuse, explain, over, overCard, stop, handKey, listen },
};

/**
 * The module's entry for a widget; `local` makes the state that is only its own.
 * @param {Partial<Widget> & { local?: () => object }} widget
 */
export function renderWidget({ local = () => ({}), ...widget }) {
  return ({ model, el }) => {
    const ui = /** @type {Ui} */ (makeState(model, el));
    for (const [name, part] of Object.entries({ ...COMMANDS, ...PLAIN, ...widget })) ui[name] = typeof part === "function" ? (...given) => part(ui, ...given) : part;
    ui.local = local();
    watch(ui);
    ui.start();
    ui.receive(model.get("scene"));
    return () => ui.cleanups.forEach((end) => end());
  };
}

/** @param {Ui} ui */
function watch(ui) {
  const { model, root } = ui;
  const on = (event, act) => {
    model.on(event, act);
    ui.cleanups.push(() => model.off(event, act));
  };
  on("change:scene", () => ui.receive(model.get("scene")));
  on("comm_live_update", () => setLost(ui, model.comm_live !== true));
  on("comm:close", () => setLost(ui, true));
  root.addEventListener("keydown", (event) => pressKey(event, ui));
  root.addEventListener("click", (event) => guardClick(event, ui), true);
  // Wherever the widget is clicked it has the focus, so that its keys work and the notebook's do not.
  root.addEventListener("click", () => activeElement(ui) || find(ui, ".mam-table")?.focus({ preventScroll: true }));
  ui.cleanups.push(watchPage(ui), hideStaticCopy(ui.uid), () => root.remove(), () => cutMotion(ui), () => clearTimeout(ui.hovering));
}

/**
 * The first element that a query finds.
 * @param {Ui} ui
 * @param {string} query
 * @returns {HTMLElement | null}
 */
function find(ui, query) {
  return ui.root.querySelector(query);
}

/**
 * The tabs of the side panel.
 * @param {Ui} ui
 * @returns {Tab[]}
 */
function tabs(ui) {
  const panels = ui.panels();
  return (ui.scene.tabs || []).map((tab) => ({ ...tab, parts: tab.parts.map((name) => panels[name]()) }));
}

/* What the width of the hand follows from. */
const frameWidth = (ui) => `${ui.width} ${ui.size} ${isLow(ui)}`;

/* Whether all sizes that the layout depends on were read. */
const hasSizes = (ui) => ui.isMeasured && (ui.handAt === frameWidth(ui) || !find(ui, ".mam-hand"));

/**
 * Read the sizes that the layout depends on; true if one has changed.
 * @param {Ui} ui
 */
function measure(ui) {
  const list = () => [ui.width, ui.size, ui.height, ui.scale, ui.handWidth].join();
  const before = list();
  const hand = find(ui, ".mam-hand");
  if (hand && hand.clientWidth) Object.assign(ui, { handWidth: hand.clientWidth, handAt: frameWidth(ui) });
  const width = ui.root.clientWidth;
  if (!width) return list() !== before;
  if (!ui.isMeasured) {
    ui.isMeasured = true;
    setTheme(ui.root); // now that it has its place in the page
    ui.root.replaceChildren(); // drawn before it had a width: begin again
  }
  ui.fullWidth = width;
  const { size, height, scale } = fitFrame(ui);
  Object.assign(ui, { width: width / scale, size, height, scale });
  return list() !== before;
}

/**
 * Draw another scene: the model's, or one that a widget keeps.
 * @param {Ui} ui
 * @param {Scene | null} given
 */
function show(ui, given) {
  if (!given || given.title === undefined) return;
  const { notice, shown, scene, awaitsOdds } = ui;
  const isSame = awaitsOdds && scene && scene.live === given.live; // nothing happened, so what was said still holds
  ui.awaitsOdds = false;
  forgetChoices(ui, given);
  const was = beforeMotion(ui, given);
  Object.assign(ui, { scene: withDefaults(given), details: ui.details && scene.live === given.live, lost: "", notice: null });
  if (isSame && notice) Object.assign(ui, { notice, shown });
  if (!scene) ui.measure();
  ui.draw();
  afterMotion(ui, ui.scene, was);
}

/** @param {Ui} ui */
function draw(ui) {
  if (!ui.scene) return;
  ui.beforeDraw();
  do {
    const active = activeElement(ui);
    const place = placeOf(active, ui);
    const update = () => {
      const regions = drawRegions(ui);
      patch(ui.root, [drawShapes(ui.uid, ui.scene.cards?.BULL?.effect), regions]);
    };
    update();
    // Reading a size lays the page out at once: only while one is unknown. Later changes are observed.
    if (!hasSizes(ui) && ui.measure()) update();
    if (ui.isCut !== cutsMessage(ui)) {
      ui.isCut = !ui.isCut;
      update();
    }
    if (ui.isMeasured) makeRoom(ui, ui.part("dock"), frameWidth(ui));
    if (active && activeElement(ui) !== active) refocus(active, place, ui);
    ui.ring();
    askForOdds(ui);
  } while (ui.isTooLarge());
}

/* Whether the message is longer than the room for it; a short one fits everywhere, so that no size is read for it. */
function cutsMessage(ui) {
  const text = find(ui, ".mam-message-text");
  return text !== null && text.textContent.length > ALWAYS_FITS[ui.size] && text.scrollHeight > text.clientHeight + 1;
}

/**
 * The whole widget: every region in its fixed place, see frame.js.
 * @param {Ui} ui
 */
function drawRegions(ui) {
  const { scene } = ui;
  const region = (name, parts) => h("div", { key: name, class: `mam-${name}` }, [parts].flat(Infinity).filter(Boolean));
  const race = ui.race().flat(Infinity).filter(Boolean);
  const hand = ui.hand();
  return h(
    "div",
    {
      key: "table",
      class: `mam-table ${ui.name}`,
      tabindex: "-1",
      "data-size": ui.size,
      "data-low": String(isLow(ui)),
      "data-step": scene.stepper.step,
      "data-race": String(race.length > 0),
      "data-full": String(ui.isFull),
      style: { "--mam-h": `${ui.height}px`, "--mam-scale": ui.scale, "--hand-h": hand ? `${handBox(scene, ui)}px` : "0px" },
    },
    frameHeader(ui),
    race.length > 0 && region("race", race),
    region("stage", ui.stage()),
    stageSheet(ui),
    helpDialog(ui),
    detailsDialog(ui),
    frameMessage(ui),
    region("hand-region", hand),
    dockRegion(ui),
    isNarrow(ui.size) ? navigation(ui) : sidePanel(ui),
    h("div", { key: "live", class: "mam-aside", "data-mam": "live", "aria-live": "polite", role: "status" }, (ui.notice === null ? scene.live : ui.notice) || ""),
  );
}

/* What the browser does by itself in every widget. */
const ACTS = {
  open: (ui, { name }) => ui.togglePopover(name),
  tab: (ui, { name }) => ui.openTab(name),
  explain: (ui) => ui.explain(),
  clear: (ui) => ui.clearChosen(),
  discard: (ui) => ui.discard(),
};

/**
 * Do an action, or say why it can't be done now.
 * @param {Ui} ui
 * @param {Action} action
 */
function perform(ui, { why_not, do: act }) {
  if (why_not) return ui.say(why_not);
  const name = String(act.act);
  return act.act ? (ui.acts[name] || ACTS[name])(ui, /** @type {Act} */ (act)) : ui.send(/** @type {Message} */ (act));
}

/**
 * Send a message to Python.
 * @param {Ui} ui
 * @param {Message} message
 */
function send(ui, message) {
  if (!ui.beforeSend(message)) return;
  ui.notice = ui.shown = null;
  if (ui.model.comm_live === false) return setLost(ui, true);
  try {
    ui.model.send(message);
  } catch {
    setLost(ui, true);
  }
}

function setLost(ui, isLost) {
  ui.lost = isLost ? KERNEL_LOST : "";
  ui.draw();
}

/**
 * Say a sentence of our own, in the message and in the live region: what is so, and why or what to do, with the ruling that it is about.
 * @param {Ui} ui
 * @param {string} what
 */
function say(ui, what, { why = "", ruling = null } = {}) {
  const sentence = `${what} ${why}`.trim();
  ui.shown = ruling;
  ui.noticeParts = { what, why };
  ui.notice = ui.notice === sentence ? `${sentence}\u00a0` : sentence;
  ui.draw();
}

/**
 * Move the focus there.
 * @param {Ui} ui
 * @param {HTMLElement} target
 */
function goTo(ui, target) {
  if (target.dataset.key) stop(ui, target.dataset.key);
  focusQuietly(target, ui);
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
