// Stepper: a record walked through, move by move, with what-ifs, also under another edition.

import { Board, KERNEL_SLOW, pastAuction, renderAs } from "../shared/ui/board.js";
import { HAND_KEYS, keysHelp } from "../shared/ui/buttons.js";
import { editionSwitch } from "../shared/ui/editions.js";
import { h } from "../shared/ui/elements.js";
import { countPanel } from "../shared/ui/panels.js";
import { openHands } from "../shared/ui/table.js";
import { STEP_KEYS, settings, stepperBar } from "./bar.js";

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
function solvePanel(scene, ui) {
  const { solve } = scene;
  if (!solve || !solve.can) return null;
  const off = solve.state === "busy" || solve.state === "exact";
  const words = { busy: "Solving…", bounds: "Solve for longer", exact: "Solved" };
  return h(
    "section",
    { key: "solve", class: "mam-panel mam-solve", "data-mam": "solve-panel", "aria-label": "Solver" },
    h(
      "button",
      {
        type: "button",
        class: "mam-button",
        "data-mam": "solve",
        "data-area": "solve",
        "aria-disabled": off ? "true" : null,
        on: { click: () => off || ui.send({ do: "solve" }) },
      },
      words[solve.state] || "Solve",
    ),
    h(
      "p",
      null,
      solve.text || "Compute the best play with all hands face up. The values appear on the cards.",
    ),
  );
}

class Stepper extends Board {
  get name() {
    return "mam-stepper-table";
  }

  bar() {
    return [stepperBar(this.scene, this), solvePanel(this.scene, this), countPanel(this.scene)];
  }

  below() {
    const { scene } = this;
    return [
      settings(scene, this),
      editionSwitch(scene, this, scene.editions && replayedPart(scene.editions, this)),
      keysHelp(this),
      pastAuction(scene),
      scene.tools.all_hands && openHands(scene, this),
    ];
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
