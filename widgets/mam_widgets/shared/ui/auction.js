// Auction: the calls a seat may make, any other amount, the naming of trump, and the printed move.

import { COLOR_SIGNS } from "./art.js";
import { actButton } from "./buttons.js";
import { emblemPlate, formatAmount, icon } from "./cards.js";
import { h } from "./elements.js";
import { hintPill } from "./marks.js";

/** @import { Ui } from "./ui.js" */
/** @import { Scene } from "./scene.js" */

const SHOWN_AMOUNTS = 4; // how many amounts have a button, from the smallest legal one on

/* The options worth a button: pass, the next legal amounts, and those that the record or a hint names. */
function pickCalls(calls) {
  if (calls.kind === "tricks") return calls.options;
  const amounts = calls.options.filter((option) => option.move.startsWith("bid"));
  const legal = amounts.filter((option) => option.legal);
  const near = (legal.length ? legal : amounts).slice(0, SHOWN_AMOUNTS);
  const named = amounts.filter((option) => (option.move === calls.record_move || option.hint) && !near.includes(option));
  if (named.length) near.splice(SHOWN_AMOUNTS - named.length, named.length, ...named);
  return [...calls.options.filter((option) => !option.move.startsWith("bid")), ...near];
}

/* The legal amount just outside on each side, to see why it is refused. */
function refusedCalls(calls) {
  const amounts = calls.options.filter((option) => option.move.startsWith("bid"));
  const first = amounts.findIndex((option) => option.legal);
  const last = amounts.findLastIndex((option) => option.legal);
  return [amounts[first - 1], amounts[last + 1]].filter(Boolean);
}

/** @param {Scene} scene */
function describeCall(move, text, scene) {
  const amount = /^bid (\d+)/.exec(move);
  if (amount) return `Bid ${formatAmount(Number(amount[1]), scene.unit)}`;
  return scene.calls.kind === "tricks" ? `${text} tricks` : text;
}

/**
 * The color that a bid is made on: the one picked here, else the one the scene begins with.
 * @param {Ui} ui
 */
function bidColor(calls, ui) {
  if (!calls.colors) return "";
  const codes = calls.colors.map((color) => color.code);
  return codes.includes(ui.color) ? ui.color : calls.colors.find((color) => color.is_chosen).code;
}

/* The next bid is made on this color, or of this amount. */
const pickColor = (color, ui) => (Object.assign(ui, { color }), ui.draw());
const pickAmount = (amount, ui) => (Object.assign(ui, { amount }), ui.draw());

function nextColor(calls, ui) {
  const { colors } = calls;
  const index = colors.findIndex((color) => color.code === bidColor(calls, ui));
  return colors[(index + 1) % colors.length].code;
}

/* Bid the amount that was typed. */
function bidTyped(ui) {
  const field = ui.input("bid-amount");
  const amount = field.value.trim();
  if (amount) return ui.move(`bid ${Number(amount)} ${bidColor(ui.scene.calls, ui)}`.trim());
  ui.say(ui.scene.unit === "points" ? "Type a number of points first." : "Type an amount first, in thousands of dollars.");
  return field.focus();
}

/**
 * The colors that a bid can be made on: one of them is pressed.
 * @param {Ui} ui
 */
function colorRow(calls, ui) {
  if (!calls.colors) return null;
  const picked = bidColor(calls, ui);
  return h(
    "div",
    { key: "colors", class: "mam-actions", role: "group", "aria-label": "Color of the bid" },
    calls.colors.map(({ code, color, text }) =>
      actButton("bid-color", [emblemPlate(color), text], () => pickColor(code, ui), ui, { key: code, picked: code === picked, "data-area": "calls", "data-color-code": code }),
    ),
  );
}

/* A click makes the move, or says why not; what is refused explains itself to who looks at it. */
const moveEvents = ({ legal, move, why }, ui) => ({
  click: () => (legal ? ui.move(move) : ui.refuse(why)),
  focus: () => ui.over(why, "focus"),
  mouseenter: () => ui.over(why, "hover"),
  mouseleave: () => ui.over(null, "hover"),
});

/**
 * @param {Scene} scene
 * @param {Ui} ui
 */
function callButton(given, scene, ui, rank = 0) {
  const { calls } = scene;
  const color = bidColor(calls, ui);
  const move = color ? given.move.replace(/^(bid \d+) .*$/, `$1 ${color}`) : given.move;
  const option = { ...given, move };
  const why = option.why ? option.why.short || option.why.text || option.why.head : "";
  const printed = calls.record_move === option.move;
  const name = describeCall(option.move, option.text, scene) + (printed ? ", in the record" : "") + (option.hint ? ", recommended" : "");
  return h(
    "button",
    {
      key: option.move,
      type: "button",
      class: option.legal ? "mam-button mam-call" : "mam-button mam-call mam-off",
      "aria-disabled": option.legal ? null : "true",
      "aria-label": option.legal ? name : `${name}, not legal${why ? `: ${why}` : ""}`,
      "data-mam": "call",
      "data-area": "calls",
      "data-move": option.move,
      "data-state": option.legal ? "legal" : "illegal",
      "data-rank": rank > 0 ? String(rank) : null,
      "data-hint": option.hint ? "true" : null,
      "data-printed": printed ? "true" : null,
      on: moveEvents(option, ui),
    },
    option.text,
    color && option.move.startsWith("bid") && emblemPlate(calls.colors.find(({ code }) => code === color).color, 18),
    printed && h("span", { class: "mam-printed-call" }, icon("page", 14)),
    option.hint && hintPill(),
  );
}

/**
 * In the dock: the calls of the seat whose turn it is.
 * @param {Scene} scene
 * @param {Ui} ui
 * @param {{ oneRow?: boolean }} [options] `oneRow` keeps to one row on a phone too, where the stage needs the room
 */
export function callButtons(scene, ui, { oneRow = false } = {}) {
  const { calls } = scene;
  if (!calls) return null;
  if (ui.size === "S" && !oneRow && calls.kind !== "tricks" && calls.options.some(isLegalBid)) return phoneCalls(scene, ui);
  const options = pickCalls(calls);
  const amounts = options.filter((option) => option.move.startsWith("bid"));
  return h(
    "div",
    { key: "calls", class: "mam-calls", role: "group", "aria-label": calls.label, "data-many": calls.kind === "tricks" ? "true" : null },
    options.map((option) => callButton(option, scene, ui, amounts.indexOf(option))),
    calls.kind !== "tricks" &&
      actButton("other-amount", "Other…", () => ui.togglePopover("amount"), ui, {
        "aria-expanded": String(ui.popover === "amount"),
        "data-opens": "amount",
        "data-area": "calls",
      }),
  );
}

const isLegalBid = (option) => option.legal && option.move.startsWith("bid");

/**
 * On a phone: the amount with a button on each side, the color of the bid, and under them pass and bid.
 * @param {Scene} scene
 * @param {Ui} ui
 */
function phoneCalls(scene, ui) {
  const { calls } = scene;
  const amounts = calls.options.filter(isLegalBid).map((option) => Number(option.move.split(" ")[1]));
  const color = bidColor(calls, ui);
  const moveOf = (amount) => `bid ${amount} ${color}`.trim();
  const shownAmount = amounts.includes(ui.amount) ? ui.amount : amounts.find((amount) => moveOf(amount) === calls.record_move) || amounts[0];
  const index = amounts.indexOf(shownAmount);
  const text = formatAmount(shownAmount, scene.unit);
  const step = (by, sign, name) =>
    actButton(name, sign, () => pickAmount(amounts[index + by], ui), ui, {
      class: "mam-icon-button mam-step-amount",
      "aria-label": `${by > 0 ? "Higher" : "Lower"} amount`,
      whyNot: amounts[index + by] === undefined && (by > 0 ? "That is the highest bid." : "That is the lowest bid."),
      "data-area": "calls",
    });
  const otherOptions = calls.options.filter((option) => !option.move.startsWith("bid"));
  return h(
    "div",
    { key: "calls", class: "mam-phone-calls", role: "group", "aria-label": calls.label },
    h(
      "div",
      { key: "amount", class: "mam-amount" },
      step(-1, "−", "lower"),
      h("b", { "data-mam": "amount", "aria-live": "polite" }, text),
      calls.colors && actButton("bid-colors", emblemPlate(calls.colors.find(({ code }) => code === color).color, 20), () => pickColor(nextColor(calls, ui), ui), ui, { "aria-label": "Color of the bid", class: "mam-icon-button" }),
      step(1, "+", "higher"),
    ),
    otherOptions.map((option) => callButton(option, scene, ui)),
    actButton("call", [`Bid ${text}`, moveOf(shownAmount) === calls.record_move && icon("page", 14)], () => ui.move(moveOf(shownAmount)), ui, {
      primary: true,
      key: "bid",
      "data-area": "calls",
      "data-move": moveOf(shownAmount),
    }),
  );
}

/**
 * Over the dock: any amount, the color of the bid, and the amounts just outside with their ruling.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function callPopover(scene, ui) {
  const { calls } = scene;
  if (!calls || calls.kind === "tricks") return null;
  const id = `${ui.uid}-amount`;
  const change = (by) => {
    const field = ui.input("bid-amount");
    const amount = Number(field.value.trim() || calls.min_bid) + by * calls.step;
    field.value = String(Math.max(0, amount));
    field.focus();
  };
  return h(
    "section",
    { key: "amount", class: "mam-popover", "data-mam": "popover", "aria-label": "Other amount" },
    colorRow(calls, ui),
    h("label", { for: id }, scene.unit === "points" ? "Points" : "Amount, in thousands"),
    h(
      "div",
      { class: "mam-actions" },
      actButton("less", "−", () => change(-1), ui, { "aria-label": `${calls.step} less`, "data-area": "popover" }),
      h("input", {
        id,
        type: "number",
        inputmode: "numeric",
        min: 0,
        step: calls.step,
        class: "mam-field",
        "data-mam": "bid-amount",
        "data-area": "popover",
        placeholder: String(calls.min_bid),
        on: { keydown: (event) => event.key === "Enter" && (event.preventDefault(), bidTyped(ui)) },
      }),
      actButton("add", "+", () => change(1), ui, { "aria-label": `${calls.step} more`, "data-area": "popover" }),
      refusedCalls(calls).map((option) => callButton(option, scene, ui)),
      actButton("bid-other", "Bid", () => bidTyped(ui), ui, { "data-area": "popover" }),
    ),
  );
}

/**
 * In the dock: the colors that can be trump.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function trumpButtons(scene, ui) {
  const { trumps } = scene;
  if (!trumps) return null;
  return h(
    "div",
    { key: "trumps", class: "mam-calls", role: "group", "aria-label": trumps.label },
    trumps.options.map((option) =>
      actButton("trump", [
        emblemPlate(option.color && COLOR_SIGNS[option.color] ? option.color : "none", 24),
        h("span", { class: "mam-trump-name" }, option.text),
        trumps.record_move === option.move && icon("page", 14),
        option.hint && hintPill(),
      ], () => ui.move(option.move), ui, {
        key: option.move,
        class: "mam-button mam-trump",
        "data-area": "trumps",
        "data-move": option.move,
        "data-color": option.color,
        "data-hint": option.hint ? "true" : null,
        "aria-label": [option.text, trumps.record_move === option.move && "in the record", option.hint && "recommended"].filter(Boolean).join(", "),
      }),
    ),
  );
}

/**
 * In the dock: a choice among a few moves that have a name: a vote, drawing a card, passing.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function choiceButtons(scene, ui) {
  const { choices } = scene;
  if (!choices) return null;
  return h(
    "div",
    { key: "choices", class: "mam-calls", role: "group", "aria-label": choices.label },
    choices.options.map((option) =>
      h(
        "button",
        {
          key: option.move,
          type: "button",
          class: option.legal ? "mam-button" : "mam-button mam-off",
          "aria-disabled": option.legal ? null : "true",
          "data-mam": "choice",
          "data-area": "choices",
          "data-move": option.move,
          "data-hint": option.hint ? "true" : null,
          "aria-label": option.hint ? `${option.text}, recommended` : null,
          on: moveEvents(option, ui),
        },
        option.text,
        choices.record_move === option.move && h("span", { class: "mam-printed-call" }, icon("page", 14)),
        option.hint && hintPill(),
      ),
    ),
  );
}
