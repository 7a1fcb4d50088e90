// Stepper: a record walked through, move by move, with what-ifs, also under another edition.

import { callButtons, choiceButtons, trumpButtons } from "../shared/ui/auction.js";
import { Board, KERNEL_SLOW } from "../shared/ui/board.js";
import { HAND_KEYS, actButton } from "../shared/ui/buttons.js";
import { icon } from "../shared/ui/cards.js";
import { editionSwitch } from "../shared/ui/editions.js";
import { h } from "../shared/ui/elements.js";
import { isNarrow } from "../shared/ui/frame.js";
import { discardButtons } from "../shared/ui/hand.js";
import { wordForm } from "../shared/ui/letters.js";
import { renderAs } from "../shared/ui/view.js";
import { SLIDER_KEYS, branchPanel, dealCode, placeText, slider, viewFrom, wayBadge } from "./bar.js";

/** @import { Scene } from "../shared/ui/scene.js" */

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

class Stepper extends Board {
  constructor(model, el) {
    super(model, el);
    this.callRows = CALL_ROWS;
  }

  get name() {
    return "mam-stepper-table";
  }

  watch() {
    super.watch();
    this.line = ""; // names everything but the step that the scenes depend on
    this.steps = new Map(); // scenes of that name, by step: each can be drawn before Python has answered
    this.ahead = null; // the step drawn before Python has answered
    const near = () => this.keepNear();
    this.model.on("change:near", near);
    this.ends.push(() => this.model.off("change:near", near));
  }

  keep(scene) {
    if (scene.line !== this.line) this.steps.clear();
    this.line = scene.line;
    this.steps.set(scene.stepper.step, scene);
  }

  keepNear() {
    for (const scene of Object.values(this.model.get("near") || {})) if (scene.line === this.line) this.keep(scene);
    const wanted = this.target !== null && this.steps.get(this.target);
    if (wanted) this.showAhead(wanted);
  }

  /* Draw a step before Python has answered. */
  showAhead(scene) {
    super.take(scene);
    this.ahead = scene.stepper.step;
  }

  /* A step that is drawn already is not drawn again; the answer to an earlier click is only remembered. */
  take(given = this.model.get("scene")) {
    if (!given || given.stepper === undefined || given.line === undefined) return super.take(given);
    const isDrawn = given.stepper.step === this.ahead && this.scene && given.line === this.scene.line;
    this.keep(given);
    if (this.ahead !== null && given.stepper.step !== this.ahead) return undefined;
    this.ahead = null;
    if (isDrawn) return clearTimeout(this.waiting);
    super.take(given);
    return this.keepNear();
  }

  send(message) {
    if (message.do !== "go_to_step") {
      this.ahead = null;
      this.steps.clear();
    }
    super.send(message);
  }

  heading() {
    const { heading, stepper, editions } = this.scene;
    const { replay } = editions || {};
    const badge = stepper.branch
      ? wayBadge("branch", stepper.branch.name, { name: "back-to-record", text: "Back to the record" }, { do: "back" }, this)
      : replay &&
        wayBadge("other-edition", replay.edition, { name: "leave-edition", text: `Back to ${editions.change.previous}` }, { do: "edition", edition: editions.previous }, this);
    if (badge) return { ...heading, subtitle: badge, short: badge };
    return { ...heading, subtitle: [heading.subtitle, !isNarrow(this.size) && this.code(true)] };
  }

  /** The code of a dealt hand. */
  code(isShort = false) {
    const { code } = this.scene.tools;
    return code ? dealCode(code, this, isShort) : null;
  }

  headerTools() {
    return [!isNarrow(this.size) && viewFrom(this.scene, this)];
  }

  stage() {
    const { scene } = this;
    const moves = [scene.calls ? bidsRow(scene, this) : null, trumpButtons(scene, this), wordForm(scene, this), choiceButtons(scene, this), discardButtons(scene, this)];
    const shown = moves.flat(Infinity).filter(Boolean);
    return [...super.stage(), shown.length > 0 && h("div", { key: "moves", class: "mam-stage-foot", "data-mam": "stage-foot" }, shown)];
  }

  overDock() {
    if (this.popover !== "calls" || !this.scene.tools.record_calls.is_shown) return super.overDock();
    return h(
      "section",
      { key: "calls", class: "mam-popover", "data-mam": "popover", "aria-label": "More calls" },
      actButton("as-recorded-all", [icon("page", 16), this.scene.tools.record_calls.all_text], { do: "as_recorded_all" }, this, { "data-area": "popover" }),
    );
  }

  message() {
    const { scene, shown } = this;
    if (this.lost || this.notice || shown) return super.message();
    const { solve } = scene;
    const { replay } = scene.editions || {};
    if (replay && replay.message) {
      const isAtStop = replay.stop === null || replay.stop === scene.stepper.step;
      const go = { name: "to-stop", text: "Show move", act: () => this.send({ do: "stop" }) };
      return { ...replay.message, link: isAtStop ? super.message().link : go };
    }
    if (scene.ruling && scene.ruling.kind === "stop") return super.message();
    if (solve && solve.state === "busy")
      return {
        kind: "work",
        what: "Solving…",
        why: `At most ${solve.seconds} seconds.`,
        link: { name: "stop-solving", text: "Stop", act: () => this.send({ do: "stop_solving" }) },
        seconds: solve.seconds,
      };
    if (solve && solve.message) return { ...solve.message, link: super.message().link };
    return super.message();
  }

  /* Where a step was asked for and is not drawn yet, the next one counts from there. */
  actions() {
    const { target } = this;
    if (target === null) return super.actions();
    const { last_step } = this.scene.stepper;
    const atEnd = { first: target <= 0, back: target <= 0, forward: target >= last_step, last: target >= last_step };
    return super.actions().map((action) => (action.id in atEnd && !atEnd[action.id] ? { ...action, why_not: "" } : action));
  }

  get acts() {
    return { ...super.acts, step: ({ by = 0, to = (this.target === null ? this.scene.stepper.step : this.target) + by }) => this.to(to) };
  }

  /* The moves stand on the stage: the dock keeps the steps. */
  moves() {
    return [];
  }

  besideAct() {
    const { stepper } = this.scene;
    return [this.size !== "S" && slider(stepper, this), placeText(stepper, this)];
  }

  get panels() {
    const { scene } = this;
    return {
      ...super.panels,
      "hands-switch": () => this.handsSwitch(),
      recorded: () => scene.tools.record_move && h("p", { key: "recorded", class: "mam-muted mam-recorded", "data-mam": "recorded" }, icon("page", 16), h("span", null, scene.tools.record_move)),
      branches: () => branchPanel(scene.stepper, this),
    };
  }

  beside() {
    return solvePanel(this.scene);
  }

  /** The switch between all hands and only the hand of the seat to move. */
  handsSwitch() {
    const { tools } = this.scene;
    if (!tools.can_show_all) return null;
    return h(
      "label",
      { key: "all-hands", class: "mam-tick-box" },
      h("input", {
        type: "checkbox",
        "data-mam": "all-hands",
        "data-area": "hands",
        live: { checked: tools.all_hands },
        on: { change: (event) => this.send({ do: "all_hands", is_on: event.target.checked }) },
      }),
      h("span", null, "Show all hands"),
    );
  }

  settings() {
    const { scene } = this;
    const { random_move } = scene.tools;
    return [
      isNarrow(this.size) && h("div", { key: "view", class: "mam-actions" }, viewFrom(scene, this), this.code()),
      random_move.is_shown && actButton("random_move", "Play a random legal card", { do: "random_move" }, this, { whyNot: random_move.why_not, "data-area": "settings" }),
      editionSwitch(scene, this, scene.editions && replayPart(scene, this)),
    ];
  }

  get home() {
    return '[data-mam="forward"]';
  }

  get keyWords() {
    return [...SLIDER_KEYS, ...HAND_KEYS];
  }

  get canStep() {
    return true;
  }

  to(step) {
    const index = Math.min(Math.max(0, step), this.scene.stepper.last_step);
    if (index === this.scene.stepper.step && this.target === null) return;
    const scene = this.steps.get(index);
    this.asked = performance.now();
    this.target = index;
    this.ahead = null;
    if (scene) this.showAhead(scene);
    else this.draw();
    this.send({ do: "go_to_step", step: index });
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      if (!this.lost) this.lost = KERNEL_SLOW;
      this.target = this.ahead = null;
      this.draw();
    }, 5000);
  }
}

export default { render: renderAs(Stepper) };
