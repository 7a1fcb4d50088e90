// Bar: the buttons and the slider that go through a record, its branches, and the settings of the view.

import { actButton } from "../shared/ui/buttons.js";
import { icon } from "../shared/ui/cards.js";
import { h } from "../shared/ui/elements.js";

/** @import { Board } from "../shared/ui/board.js" */
/** @import { Scene } from "../shared/ui/scene.js" */

/** @param {Board} ui */
function stepButton(name, label, off, ui, act) {
  return h(
    "button",
    {
      key: name,
      type: "button",
      class: "mam-button mam-step",
      "aria-label": label,
      title: label,
      "aria-disabled": off ? "true" : null,
      "data-mam": name,
      "data-area": "bar",
      on: { click: () => !off && act() },
    },
    icon(name, 20),
  );
}

const thumbOffset = (at, last) => `calc(12px + (100% - 24px) * ${last ? at / last : 0})`;

/** @param {Board} ui */
export function slider(stepper, ui) {
  const { at, last, label, ticks, branches } = stepper;
  const shown = ui.target === null ? at : ui.target;
  return h(
    "div",
    { key: "slider", class: "mam-slider", style: { "--at": thumbOffset(shown, last) } },
    h("div", { class: "mam-track", "aria-hidden": "true" }),
    ticks.map((tick) =>
      h("span", {
        key: `t${tick.at}`,
        class: "mam-stop",
        "aria-hidden": "true",
        title: tick.label,
        style: { left: thumbOffset(tick.at, last) },
      }),
    ),
    branches.map((branch) =>
      h("span", {
        key: `b${branch.index}`,
        class: "mam-fork",
        "aria-hidden": "true",
        style: { left: thumbOffset(Math.min(branch.step, last), last) },
      }),
    ),
    h("input", {
      type: "range",
      min: 0,
      max: last,
      step: 1,
      "aria-label": "Step",
      "aria-valuetext": label,
      "data-mam": "slider",
      "data-area": "bar",
      live: { value: String(shown) },
      on: { input: (event) => ui.to(Number(event.target.value)) },
    }),
  );
}

/** @param {Board} ui */
function enterButton(branch, ui) {
  const { index, name, moves, from } = branch;
  const mark = h("span", { class: "mam-fork-mark", "aria-hidden": "true" });
  const text = `${name}: ${moves} move${moves === 1 ? "" : "s"} from step ${from}`;
  return actButton("enter-branch", [mark, text], { do: "branch", index }, ui, {
    key: `enter${index}`,
    "data-area": "bar",
    "data-index": index,
  });
}

/** @param {Board} ui */
export function branchRow(stepper, ui) {
  const here = stepper.branch;
  const others = stepper.branches.filter((branch) => !here || branch.index !== here.index);
  if (!here && !others.length) return null;
  return h(
    "div",
    { key: "branches", class: "mam-branches" },
    here &&
      h(
        "span",
        { class: "mam-branch-badge", "data-mam": "branch" },
        `What if: ${here.name.replace(/^what if:?\s*/i, "branch ")}`,
      ),
    here &&
      actButton("back-to-record", "Back to the record", { do: "back" }, ui, { "data-area": "bar" }),
    others.map((branch) => enterButton(branch, ui)),
  );
}

/**
 * From which seat the table is seen.
 * @param {Scene} scene
 * @param {Board} ui
 */
export function viewFrom(scene, ui) {
  const { tools } = scene;
  if (scene.seats.length < 2 || !tools.bottom) return null;
  const seats = [...scene.seats].sort((a, b) => (a.seat < b.seat ? -1 : 1));
  return h(
    "select",
    {
      key: "bottom",
      class: "mam-field mam-view-from",
      "aria-label": "View from",
      "data-mam": "bottom",
      "data-area": "header",
      on: { change: (event) => ui.send({ do: "bottom", seat: event.target.value }) },
      live: { value: tools.bottom },
    },
    seats.map((seat) => h("option", { key: seat.seat, value: seat.seat, selected: seat.seat === tools.bottom }, `View from ${seat.name}`)),
  );
}

export const STEP_KEYS = [
  ["one step forward", ".", "]"],
  ["one step back", ",", "["],
  ["back to the record", "b"],
  ["first and last step on the slider", "Home", "End"],
];

/**
 * First, previous, next and last.
 * @param {Scene} scene
 * @param {Board} ui
 */
export function stepButtons(scene, ui) {
  const { stepper } = scene;
  const at = ui.target === null ? stepper.at : ui.target;
  return [
    stepButton("first", "First step", at <= 0, ui, () => ui.to(0)),
    stepButton("back", "Previous step", at <= 0, ui, () => ui.to(at - 1)),
    stepButton("forward", "Next step", at >= stepper.last, ui, () => ui.to(at + 1)),
    stepButton("last", "Last step", at >= stepper.last, ui, () => ui.to(stepper.last)),
  ];
}

/** Where in the record this is. */
export const placeText = (stepper) => h("p", { key: "where", class: "mam-where", "data-mam": "where" }, stepper.label);
