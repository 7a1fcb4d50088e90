// Bar: what goes through a record: the buttons and the slider of the dock, the seat to view from, and the branches.

import { actButton } from "../shared/ui/buttons.js";
import { icon } from "../shared/ui/cards.js";
import { h } from "../shared/ui/elements.js";
import { selectBox } from "../shared/ui/fields.js";

/** @import { Ui } from "../shared/ui/ui.js" */
/** @import { Scene } from "../shared/ui/scene.js" */

const thumbOffset = (step, last_step) => `calc(12px + (100% - 24px) * ${last_step ? step / last_step : 0})`;

/**
 * All steps in a row, with a tick where a trick begins and a rhombus where a branch leaves.
 * @param {Scene["stepper"]} stepper
 * @param {Ui} ui
 */
export function slider(stepper, ui) {
  const { step, last_step, label, ticks, branches } = stepper;
  const shown = ui.target === null ? step : ui.target;
  return h(
    "div",
    { key: "slider", class: "mam-slider", style: { "--at": thumbOffset(shown, last_step) } },
    h("div", { class: "mam-track", "aria-hidden": "true" }),
    ticks.map((tick) =>
      h("span", {
        key: `t${tick.step}`,
        class: "mam-stop",
        "aria-hidden": "true",
        title: tick.label,
        style: { left: thumbOffset(tick.step, last_step) },
      }),
    ),
    branches.map((branch) =>
      h("span", {
        key: `b${branch.index}`,
        class: "mam-fork",
        "aria-hidden": "true",
        style: { left: thumbOffset(Math.min(branch.step, last_step), last_step) },
      }),
    ),
    h("input", {
      type: "range",
      min: 0,
      max: last_step,
      step: 1,
      disabled: last_step === 0,
      "aria-label": "Step",
      "aria-valuetext": label,
      "data-mam": "slider",
      "data-area": "bar",
      live: { value: String(shown) },
      on: { input: (event) => ui.goToStep(Number(event.target.value)) },
    }),
  );
}

/**
 * Where in the record this is, in two lines.
 * @param {Scene["stepper"]} stepper
 * @param {Ui} ui
 */
export function placeText(stepper, ui) {
  const { place, unit, position } = stepper;
  return h(
    "p",
    { key: "where", class: "mam-where", "data-mam": "where" },
    h("b", null, place),
    position && h("span", { class: "mam-aside" }, unit ? ", " : " "),
    position && h("span", { class: "mam-where-detail" }, unit && h("span", { class: ui.size === "S" ? "mam-aside" : null }, `${unit} `), position),
  );
}

/**
 * In the header, what stands in place of the moment: a branch, or another edition, and the way out of it.
 * @param {Ui} ui
 */
export function wayBadge(name, text, out, message, ui) {
  return h(
    "span",
    { key: name, class: "mam-way-badge", "data-mam": name },
    text,
    actButton(out.name, icon("close", 14), message, ui, { class: "mam-icon-button", "aria-label": out.text, title: out.text, "data-area": "header" }),
  );
}

/**
 * The branches that were tried: each is a button that goes there.
 * @param {Scene["stepper"]} stepper
 * @param {Ui} ui
 */
export function branchPanel(stepper, ui) {
  const branches = stepper.branches.filter((branch) => !stepper.branch || branch.index !== stepper.branch.index);
  if (!branches.length) return null;
  return h(
    "section",
    { key: "branches", class: "mam-panel", "aria-label": "What-ifs" },
    h("h4", null, "What-ifs tried"),
    h(
      "div",
      { class: "mam-actions" },
      branches.map(({ index, name, moves, step }) =>
        actButton("enter-branch", [h("span", { class: "mam-fork-mark", "aria-hidden": "true" }), `${name}: ${moves} move${moves === 1 ? "" : "s"} from step ${step}`], { do: "branch", index }, ui, {
          key: `enter${index}`,
          class: "mam-button mam-tiny",
          "data-area": "branches",
          "data-index": index,
        }),
      ),
    ),
  );
}

/**
 * From which seat the table is seen.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function viewFrom(scene, ui) {
  const { tools } = scene;
  if (scene.seats.length < 2 || !tools.bottom_seat) return null;
  const seats = [...scene.seats].sort((a, b) => (a.seat < b.seat ? -1 : 1));
  const choices = seats.map(({ seat, name }) => ({ id: seat, text: `View from ${name}` }));
  return selectBox("bottom", "header", choices, tools.bottom_seat, (seat) => ui.send({ do: "bottom", seat }), { class: "mam-field mam-view-from", "aria-label": "View from" });
}

/**
 * The code of a dealt hand, with a button that copies it.
 * @param {string} code
 * @param {Ui} ui
 * @param {boolean} isShort whether its beginning is shown only
 */
export function dealCode(code, ui, isShort = false) {
  const copy = () => {
    const copied = navigator.clipboard ? navigator.clipboard.writeText(code) : Promise.reject(new Error("no clipboard"));
    copied.then(
      () => ui.say("Deal code copied."),
      () => ui.say("Deal code:", { why: code }),
    );
  };
  return actButton("copy-code", [h("span", { class: "mam-code" }, isShort ? `${code.split("-").slice(0, 2).join("-")}…` : code), icon("copy", 16)], copy, ui, {
    class: "mam-button mam-tiny mam-copy",
    "aria-label": `Copy the deal code ${code}`,
    title: `Copy the deal code ${code}`,
    "data-area": "header",
  });
}

export const SLIDER_KEYS = [
  ["first and last step on the slider", "Home", "End"],
];
