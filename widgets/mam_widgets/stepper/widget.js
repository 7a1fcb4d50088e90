// Stepper: a record walked through, move by move, with what-ifs, also under another edition.

import { callButtons, choiceButtons, trumpButtons } from "../shared/ui/auction.js";
import { moneyRace, tableHand, tableMessage, tablePanels, tablePopover, tableStage } from "../shared/ui/board.js";
import { HAND_KEYS, actButton } from "../shared/ui/buttons.js";
import { icon } from "../shared/ui/cards.js";
import { editionSwitch } from "../shared/ui/editions.js";
import { h } from "../shared/ui/elements.js";
import { tickBox } from "../shared/ui/fields.js";
import { isNarrow } from "../shared/ui/frame.js";
import { discardButtons } from "../shared/ui/hand.js";
import { wordForm } from "../shared/ui/letters.js";
import { renderWidget } from "../shared/ui/mount.js";
import { SLIDER_KEYS, branchPanel, dealCode, placeText, slider, viewFrom, wayBadge } from "./bar.js";

/** @import { Scene } from "../shared/ui/scene.js" */
/** @typedef {import("../shared/ui/ui.js").Ui<ReturnType<typeof makeSteps>>} Stepper */

const KERNEL_SLOW = "Waiting for the kernel. If it restarted, run the cell again.";

/* How many rows of calls find room above the bids. */
const CALL_ROWS = { S: 2, M: 2, LS: 2, L: 4, XL: 6 };

/**
 * The buttons of the auction; the record's call carries the page sign. If that call is illegal here, it comes first, disabled;
 * last comes the button for more calls.
 * @param {Scene} scene
 * @param {Stepper} ui
 */
function bidsRow(scene, ui) {
  const printed = scene.tools.record_calls;
  const calls = callButtons(scene, ui, { oneRow: scene.seats.length > 5 }); // two rows of plates stand above it then
  if (!printed.is_shown) return calls;
  return [
    !printed.is_enabled && actButton("as-recorded", [icon("page", 16), ui.size === "S" ? printed.call || "none" : printed.text], { do: "as_recorded" }, ui, {
      whyNot: printed.why || "The record has no call here.",
      "aria-label": printed.text,
      title: printed.text,
      "data-area": "tools",
    }),
    calls,
    actButton("more-calls", icon("more", 20), () => ui.togglePopover("calls"), ui, {
      class: "mam-button mam-more-calls",
      "aria-label": "More calls",
      title: "More calls",
      "aria-expanded": String(ui.popover === "calls"),
      "data-opens": "calls",
      "data-area": "tools",
    }),
  ];
}

/**
 * Under another edition: how far the record's moves are legal there.
 * @param {Scene} scene
 * @param {Stepper} ui
 */
function replayPart(scene, ui) {
  const { replay } = scene.editions;
  if (!replay) return null;
  return h(
    "div",
    { key: "replayed", class: "mam-replayed", "data-mam": "replayed" },
    h("p", null, replay.text, replay.rule && h("span", { class: "mam-source" }, ` ${replay.rule}`)),
    h(
      "div",
      { class: "mam-actions" },
      replay.stop !== null && actButton("to-stop", "Show move", { do: "stop" }, ui, { "data-area": "editions" }),
      actButton("own-edition", `Back to ${scene.editions.change.previous}`, { do: "edition", edition: scene.editions.previous }, ui, { "data-area": "editions" }),
    ),
  );
}

/** @param {Scene} scene */
function solvePanel({ solve }) {
  if (!solve || !solve.text) return null;
  return h(
    "section",
    { key: "solve-panel", class: "mam-panel", "data-mam": "solve-panel", "aria-label": "Solution" },
    h("h4", null, "Solution"),
    h("p", null, solve.text),
  );
}

/* What a stepper remembers between two scenes. */
const makeSteps = () => ({
  line: "", // names everything but the step that the scenes depend on
  steps: new Map(), // scenes of that name, by step: each can be drawn before Python has answered
  drawnStep: /** @type {number | null} */ (null), // the step drawn before Python has answered
  asked: /** @type {number | null} */ (null), // the step that Python was asked for last
  waiting: 0, // the timer of its answer
});

/** @param {Stepper} ui */
function watchNear(ui) {
  const near = () => keepNear(ui);
  ui.model.on("change:near", near);
  ui.cleanups.push(() => ui.model.off("change:near", near));
  ui.cleanups.push(() => clearTimeout(ui.local.waiting));
}

function keepScene(ui, scene) {
  if (scene.line !== ui.local.line) ui.local.steps.clear();
  ui.local.line = scene.line;
  ui.local.steps.set(scene.stepper.step, scene);
}

function keepNear(ui) {
  for (const scene of Object.values(ui.model.get("near") || {})) if (scene.line === ui.local.line) keepScene(ui, scene);
  const wanted = ui.target !== null && ui.local.steps.get(ui.target);
  if (wanted) showAhead(ui, wanted);
}

/* Draw a step before Python has answered. */
function showAhead(ui, scene) {
  ui.show(scene);
  ui.local.drawnStep = scene.stepper.step;
}

/* A step that is drawn already is not drawn again; the answer to an earlier click is only remembered. */
function receiveScene(ui, given) {
  if (!given || given.stepper === undefined || given.line === undefined) return ui.show(given);
  const isDrawn = given.stepper.step === ui.local.drawnStep && ui.scene && given.line === ui.scene.line;
  if (given.stepper.step === ui.local.asked) clearTimeout(ui.local.waiting);
  keepScene(ui, given);
  if (ui.local.drawnStep !== null && given.stepper.step !== ui.local.drawnStep) return undefined;
  ui.local.drawnStep = null;
  if (isDrawn) return undefined;
  ui.show(given);
  return keepNear(ui);
}

/* Whatever else is asked for changes the scenes of all steps. */
function beforeSend(ui, message) {
  if (message.do !== "go_to_step") {
    clearTimeout(ui.local.waiting);
    ui.local.drawnStep = null;
    ui.local.steps.clear();
  }
  return true;
}

function writeHeading(ui) {
  const { heading, stepper, editions } = ui.scene;
  const { replay } = editions || {};
  const badge = stepper.branch
    ? wayBadge("branch", stepper.branch.name, { name: "back-to-record", text: "Back to the record" }, { do: "back" }, ui)
    : replay &&
      wayBadge("other-edition", replay.edition, { name: "leave-edition", text: `Back to ${editions.change.previous}` }, { do: "edition", edition: editions.previous }, ui);
  if (badge) return { ...heading, subtitle: badge, short: badge };
  return { ...heading, subtitle: [heading.subtitle, !isNarrow(ui.size) && drawCode(ui, true)] };
}

/** The code of a dealt hand. */
function drawCode(ui, isShort = false) {
  const { code } = ui.scene.tools;
  return code ? dealCode(code, ui, isShort) : null;
}

function drawTools(ui) {
  return [!isNarrow(ui.size) && viewFrom(ui.scene, ui)];
}

function drawStage(ui) {
  const { scene } = ui;
  const moves = [scene.calls ? bidsRow(scene, ui) : null, trumpButtons(scene, ui), wordForm(scene, ui), choiceButtons(scene, ui), discardButtons(scene, ui)];
  const shown = moves.flat(Infinity).filter(Boolean);
  return [...tableStage(ui), shown.length > 0 && h("div", { key: "moves", class: "mam-stage-foot", "data-mam": "stage-foot" }, shown)];
}

function drawPopover(ui) {
  if (ui.popover !== "calls" || !ui.scene.tools.record_calls.is_shown) return tablePopover(ui);
  return h(
    "section",
    { key: "calls", class: "mam-popover", "data-mam": "popover", "aria-label": "More calls" },
    actButton("as-recorded-all", [icon("page", 16), ui.scene.tools.record_calls.all_text], { do: "as_recorded_all" }, ui, { "data-area": "popover" }),
  );
}

function writeMessage(ui) {
  const { scene, shown } = ui;
  if (ui.lost || ui.notice || shown) return tableMessage(ui);
  const { solve } = scene;
  const { replay } = scene.editions || {};
  if (replay && replay.message) {
    const isAtStop = replay.stop === null || replay.stop === scene.stepper.step;
    const go = { name: "to-stop", text: "Show move", act: () => ui.send({ do: "stop" }) };
    return { ...replay.message, link: isAtStop ? tableMessage(ui).link : go };
  }
  if (scene.ruling && scene.ruling.kind === "stop") return tableMessage(ui);
  if (solve && solve.state === "busy")
    return {
      kind: "work",
      what: "Solving…",
      why: `At most ${solve.seconds} seconds.`,
      link: { name: "stop-solving", text: "Stop", act: () => ui.send({ do: "stop_solving" }) },
      seconds: solve.seconds,
    };
  if (solve && solve.message) return { ...solve.message, link: tableMessage(ui).link };
  return tableMessage(ui);
}

/* Where a step was asked for and is not drawn yet, the next one counts from there. */
function listActions(ui) {
  const { target } = ui;
  const { actions } = ui.scene;
  if (target === null) return actions;
  const { last_step } = ui.scene.stepper;
  const atEnd = { first: target <= 0, back: target <= 0, forward: target >= last_step, last: target >= last_step };
  return actions.map((action) => (action.id in atEnd && !atEnd[action.id] ? { ...action, why_not: "" } : action));
}

function drawBesideAct(ui) {
  const { stepper } = ui.scene;
  return [ui.size !== "S" && slider(stepper, ui), placeText(stepper, ui)];
}

function listPanels(ui) {
  const { scene } = ui;
  return {
    ...tablePanels(ui, () => solvePanel(scene)),
    "hands-switch": () => handsSwitch(ui),
    recorded: () => scene.tools.record_move && h("p", { key: "recorded", class: "mam-muted mam-recorded", "data-mam": "recorded" }, icon("page", 16), h("span", null, scene.tools.record_move)),
    branches: () => branchPanel(scene.stepper, ui),
  };
}

/** The switch between all hands and only the hand of the seat to move. */
function handsSwitch(ui) {
  const { tools } = ui.scene;
  if (!tools.can_show_all) return null;
  return tickBox("all-hands", "hands", "Show all hands", tools.all_hands, (on) => ui.send({ do: "all_hands", is_on: on }));
}

function drawSettings(ui) {
  const { scene } = ui;
  const { random_move } = scene.tools;
  return [
    isNarrow(ui.size) && h("div", { key: "view", class: "mam-actions" }, viewFrom(scene, ui), drawCode(ui)),
    random_move.is_shown && actButton("random_move", "Play a random legal card", { do: "random_move" }, ui, { whyNot: random_move.why_not, "data-area": "settings" }),
    editionSwitch(scene, ui, scene.editions && replayPart(scene, ui)),
  ];
}

function goToStep(ui, step) {
  const index = Math.min(Math.max(0, step), ui.scene.stepper.last_step);
  if (index === ui.scene.stepper.step && ui.target === null) return;
  const scene = ui.local.steps.get(index);
  ui.asked = performance.now();
  ui.target = index;
  ui.local.drawnStep = null;
  if (scene) showAhead(ui, scene);
  else ui.draw();
  askForStep(ui, index, 2);
}

/* A connection that was lost for a moment may have lost the message or its answer with it, so a step is asked for again. */
function askForStep(ui, step, times) {
  ui.send({ do: "go_to_step", step });
  ui.local.asked = step;
  clearTimeout(ui.local.waiting);
  ui.local.waiting = setTimeout(() => (times > 1 ? askForStep(ui, step, times - 1) : sayKernelIsSlow(ui)), 2500);
}

function sayKernelIsSlow(ui) {
  if (!ui.lost) ui.lost = KERNEL_SLOW;
  ui.target = ui.local.drawnStep = null;
  ui.draw();
}

export default {
  render: renderWidget({
    local: makeSteps,
    name: "mam-stepper-table",
    home: '[data-mam="forward"]',
    keyWords: [...SLIDER_KEYS, ...HAND_KEYS],
    callRows: CALL_ROWS,
    start: watchNear,
    receive: receiveScene,
    beforeSend,
    heading: writeHeading,
    headerTools: drawTools,
    race: moneyRace,
    stage: drawStage,
    message: writeMessage,
    hand: tableHand,
    actions: listActions,
    besideAct: drawBesideAct,
    overDock: drawPopover,
    panels: listPanels,
    settings: drawSettings,
    canStep: () => true,
    goToStep,
    acts: { step: (ui, { by = 0, to = (ui.target === null ? ui.scene.stepper.step : ui.target) + by }) => goToStep(ui, to) },
  }),
};
