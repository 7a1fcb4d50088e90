// Stepper: a record walked through, move by move, with what-ifs, also under another edition.

import { callButtons, choiceButtons, recordButtons, trumpButtons } from "../shared/ui/auction.js";
import { Board, KERNEL_SLOW, renderAs } from "../shared/ui/board.js";
import { HAND_KEYS, actButton } from "../shared/ui/buttons.js";
import { editionSwitch } from "../shared/ui/editions.js";
import { h } from "../shared/ui/elements.js";
import { discardButtons } from "../shared/ui/hand.js";
import { STEP_KEYS, branchRow, placeText, slider, stepButtons, viewFrom } from "./bar.js";

/** @import { Scene } from "../shared/ui/scene.js" */

/**
 * Under another edition: how far the record's moves are legal there, and the way back.
 * @param {Board} ui
 */
function replayedPart(editions, ui) {
  const { replayed } = editions;
  if (!replayed) return null;
  const button = (hook, text, message) =>
    h(
      "button",
      {
        key: hook,
        type: "button",
        class: "mam-button",
        "data-mam": hook,
        "data-area": "editions",
        on: { click: () => ui.send(message) },
      },
      text,
    );
  return h(
    "div",
    { key: "replayed", class: "mam-replayed", "data-mam": "replayed" },
    h(
      "p",
      null,
      replayed.text,
      replayed.rule && h("span", { class: "mam-source" }, ` ${replayed.rule}`),
    ),
    h(
      "div",
      { class: "mam-actions" },
      replayed.stop !== null && button("to-stop", "Show that move", { do: "stop" }),
      button("own-edition", "Back to its own edition", { do: "edition", edition: editions.before }),
    ),
  );
}

/**
 * What best play brings with all cards open: asked for by a button, never shown unasked.
 * @param {Scene} scene
 * @param {Board} ui
 */
function solveButton(scene, ui) {
  const { solve } = scene;
  if (!solve || !solve.can) return null;
  const off = solve.state === "busy" ? "Solving…" : solve.state === "exact" ? "Solved." : "";
  const words = { busy: "Solving…", bounds: "Solve longer", exact: "Solved" };
  return actButton("solve", words[solve.state] || "Solve", { do: "solve" }, ui, { off, "data-area": "solve" });
}

class Stepper extends Board {
  get name() {
    return "mam-stepper-table";
  }

  headerTools() {
    return [viewFrom(this.scene, this)];
  }

  stage() {
    const { scene } = this;
    const moves = [callButtons(scene, this), trumpButtons(scene, this), choiceButtons(scene, this), discardButtons(scene, this)];
    const tools = recordButtons(scene, this);
    const shown = [moves, tools].flat(Infinity).filter(Boolean);
    return [...super.stage(), shown.length > 0 && h("div", { key: "moves", class: "mam-stage-foot" }, shown)];
  }

  helpers() {
    return [stepButtons(this.scene, this)];
  }

  actions() {
    return [slider(this.scene.stepper, this), placeText(this.scene.stepper), solveButton(this.scene, this)];
  }

  settings() {
    const { scene } = this;
    return [branchRow(scene.stepper, this), editionSwitch(scene, this, scene.editions && replayedPart(scene.editions, this))];
  }

  get home() {
    return '[data-mam="forward"]';
  }

  get keyWords() {
    return [...STEP_KEYS, ...HAND_KEYS];
  }

  keys() {
    const { stepper } = this.scene;
    const at = this.target === null ? stepper.at : this.target;
    const on = () => at < stepper.last && this.to(at + 1);
    const back = () => at > 0 && this.to(at - 1);
    return { ".": on, "]": on, ",": back, "[": back, b: () => stepper.branch && this.send({ do: "back" }) };
  }

  get canStep() {
    return true;
  }

  to(step) {
    const at = Math.min(Math.max(0, step), this.scene.stepper.last);
    this.target = at;
    this.asked = performance.now();
    this.send({ do: "to", at });
    clearTimeout(this.waiting);
    if (at !== this.scene.stepper.at)
      this.waiting = setTimeout(() => {
        if (!this.lost) this.lost = KERNEL_SLOW;
        this.target = null;
        this.draw();
      }, 5000);
    this.draw();
  }
}

export default { render: renderAs(Stepper) };
