// Auction: the calls a seat may make, any other amount, the naming of trump, and the printed move.

import { SIGNS, emblemPlate, formatAmount, icon, sign } from "./cards.js";
import { h } from "./elements.js";
import { hintPill } from "./marks.js";

/** @import { Board } from "./board.js" */
/** @import { Scene } from "./scene.js" */

/* The options worth a button: pass, an amount just too low, the next six, one just too high, and the printed one. */
function pickCalls(calls) {
  if (calls.kind === "tricks") return calls.options;
  const amounts = calls.options.filter((option) => option.move.startsWith("bid"));
  const first = Math.max(
    0,
    amounts.findIndex((option) => option.legal),
  );
  const near = amounts.slice(Math.max(0, first - 1), first + 6);
  const above = amounts[first + 6];
  const printed = amounts.find((option) => option.move === calls.printed);
  if (above && !above.legal) near.push(above);
  if (printed && !near.includes(printed)) near.push(printed);
  const hinted = amounts.find((option) => option.hint);
  if (hinted && !near.includes(hinted)) near.push(hinted);
  return [...calls.options.filter((option) => !option.move.startsWith("bid")), ...near];
}

/** @param {Scene} scene */
function describeCall(move, text, scene) {
  const amount = /^bid (\d+)/.exec(move);
  if (amount) return `Bid ${formatAmount(Number(amount[1]), scene.unit)}`;
  return scene.calls.kind === "tricks" ? `${text} tricks` : text;
}

/**
 * The color that a bid is made on: the one picked here, else the one the scene begins with.
 * @param {Board} ui
 */
export function bidColor(calls, ui) {
  if (!calls.colors) return "";
  const codes = calls.colors.map((color) => color.code);
  return codes.includes(ui.color) ? ui.color : calls.colors.find((color) => color.chosen).code;
}

/**
 * The colors that a bid can be made on: one of them is pressed.
 * @param {Board} ui
 */
function colorRow(calls, ui) {
  if (!calls.colors) return null;
  const picked = bidColor(calls, ui);
  return h(
    "div",
    { key: "colors", class: "mam-actions", role: "group", "aria-label": "Color of the bid" },
    calls.colors.map((color) =>
      h(
        "button",
        {
          key: color.code,
          type: "button",
          class: color.code === picked ? "mam-button mam-picked" : "mam-button",
          "aria-pressed": color.code === picked ? "true" : "false",
          "data-mam": "bid-color",
          "data-area": "calls",
          "data-color-code": color.code,
          on: { click: () => ui.pickColor(color.code) },
        },
        emblemPlate(color.color),
        color.text,
      ),
    ),
  );
}

/**
 * @param {Scene} scene
 * @param {Board} ui
 */
function callButton(given, scene, ui) {
  const { calls } = scene;
  const color = bidColor(calls, ui);
  const move = color ? given.move.replace(/^(bid \d+) .*$/, `$1 ${color}`) : given.move;
  const option = { ...given, move };
  const why = option.why ? option.why.short || option.why.text || option.why.head : "";
  const name = describeCall(option.move, option.text, scene) + (option.hint ? ", advised" : "");
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
      "data-hint": option.hint ? "true" : null,
      on: {
        click: () => (option.legal ? ui.move(option.move) : ui.refuse(option.why)),
        focus: () => ui.over(option.why, "focus"),
        mouseenter: () => ui.over(option.why, "hover"),
        mouseleave: () => ui.over(null, "hover"),
      },
    },
    option.text,
    calls.printed === option.move && h("span", { class: "mam-printed-call" }, icon("page", 14)),
    option.hint && hintPill(),
  );
}

/**
 * @param {Scene} scene
 * @param {Board} ui
 */
function otherAmount(scene, ui) {
  const { calls } = scene;
  if (calls.kind === "tricks") return null;
  const id = `${ui.uid}-amount`;
  return h(
    "div",
    { key: "other", class: "mam-other" },
    h("label", { for: id }, scene.unit === "points" ? "Other number of points" : "Other amount, in thousands"),
    h("input", {
      id,
      type: "number",
      inputmode: "numeric",
      min: 0,
      step: calls.step,
      class: "mam-field",
      "data-mam": "bid-amount",
      "data-area": "calls",
      placeholder: String(calls.least),
      on: { keydown: (event) => event.key === "Enter" && (event.preventDefault(), ui.bidTyped()) },
    }),
    h(
      "button",
      {
        type: "button",
        class: "mam-button",
        "data-mam": "bid-other",
        "data-area": "calls",
        on: { click: () => ui.bidTyped() },
      },
      "Bid",
    ),
  );
}

/**
 * The calls of the seat whose turn it is.
 * @param {Scene} scene
 * @param {Board} ui
 */
export function callsPanel(scene, ui) {
  const { calls } = scene;
  if (!calls) return null;
  return h(
    "section",
    { key: "calls", class: "mam-panel mam-calls", "aria-label": calls.label },
    h("h4", null, calls.label),
    colorRow(calls, ui),
    h(
      "div",
      { class: "mam-actions", role: "group", "aria-label": calls.label },
      pickCalls(calls).map((option) => callButton(option, scene, ui)),
    ),
    h("div", { class: "mam-actions" }, toolRow(scene, ui), otherAmount(scene, ui)),
  );
}

/**
 * Four large buttons, one for each color that can be trump.
 * @param {Scene} scene
 * @param {Board} ui
 */
export function trumpsPanel(scene, ui) {
  const { trumps } = scene;
  if (!trumps) return null;
  return h(
    "section",
    { key: "trumps", class: "mam-panel mam-trumps", "aria-label": trumps.label },
    h("h4", null, trumps.label),
    h(
      "div",
      { class: "mam-trump-row", role: "group", "aria-label": trumps.label },
      trumps.options.map((option) =>
        h(
          "button",
          {
            key: option.move,
            type: "button",
            class: "mam-trump",
            "data-mam": "trump",
            "data-area": "trumps",
            "data-move": option.move,
            "data-color": option.color,
            "data-hint": option.hint ? "true" : null,
            "aria-label": [option.text, trumps.printed === option.move && "in the record", option.hint && "advised"]
              .filter(Boolean)
              .join(", "),
            on: { click: () => ui.move(option.move) },
          },
          option.color && SIGNS[option.color]
            ? h("span", { class: "mam-trump-sign", "data-color": option.color }, sign(option.color, 34))
            : h("span", { class: "mam-trump-sign", "data-color": "none" }),
          h(
            "span",
            { class: "mam-trump-name" },
            option.text,
            trumps.printed === option.move && icon("page", 14),
            option.hint && hintPill(),
          ),
        ),
      ),
    ),
  );
}

/**
 * A choice among a few moves that have a name: a vote, drawing a card, passing.
 * @param {Scene} scene
 * @param {Board} ui
 */
export function choicesPanel(scene, ui) {
  const { choices } = scene;
  if (!choices) return null;
  return h(
    "section",
    { key: "choices", class: "mam-panel mam-calls", "aria-label": choices.label },
    h("h4", null, choices.label),
    h(
      "div",
      { class: "mam-actions", role: "group", "aria-label": choices.label },
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
            "aria-label": option.hint ? `${option.text}, advised` : null,
            on: {
              click: () => (option.legal ? ui.move(option.move) : ui.refuse(option.why)),
              focus: () => ui.over(option.why, "focus"),
              mouseenter: () => ui.over(option.why, "hover"),
              mouseleave: () => ui.over(null, "hover"),
            },
          },
          option.text,
          choices.printed === option.move && h("span", { class: "mam-printed-call" }, icon("page", 14)),
          option.hint && hintPill(),
        ),
      ),
    ),
  );
}

/**
 * Buttons that follow the record, leave its rules aside, or take a move back.
 * @param {Scene} scene
 * @param {Board} ui
 */
export function toolRow(scene, ui) {
  const { tools } = scene;
  /** @type {Scene["tools"]["as_printed"]} */
  const printed = tools.as_printed || { show: false, enabled: false, text: "", all: "", why: "" };
  const buttons = [];
  if (printed.show) {
    const off = printed.enabled === false;
    buttons.push(
      h(
        "button",
        {
          key: "as-printed",
          type: "button",
          class: "mam-button",
          "aria-disabled": off ? "true" : null,
          "data-mam": "as-printed",
          "data-area": "tools",
          on: {
            click: () =>
              off
                ? ui.refuse({ kind: "info", head: printed.text, text: printed.why || "", may: [], cites: [] })
                : ui.send({ do: "as_printed" }),
          },
        },
        icon("page", 16),
        printed.text,
      ),
    );
    if (scene.calls)
      buttons.push(
        h(
          "button",
          {
            key: "as-printed-all",
            type: "button",
            class: "mam-button",
            "data-mam": "as-printed-all",
            "data-area": "tools",
            on: { click: () => ui.send({ do: "as_printed_all" }) },
          },
          icon("page", 16),
          printed.all || "All calls as printed",
        ),
      );
  }
  if (tools.any && tools.any.show)
    buttons.push(
      h(
        "button",
        {
          key: "any",
          type: "button",
          class: "mam-button",
          "data-mam": "any",
          "data-area": "tools",
          on: { click: () => ui.send({ do: "any" }) },
        },
        tools.any.text || "Any legal move",
      ),
    );
  if (tools.undo && tools.undo.show)
    buttons.push(
      h(
        "button",
        {
          key: "undo",
          type: "button",
          class: "mam-button",
          "data-mam": "undo",
          "data-area": "tools",
          on: { click: () => ui.send({ do: "undo" }) },
        },
        "Undo",
      ),
    );
  return buttons.length ? h("div", { key: "tools", class: "mam-actions mam-tools" }, buttons) : null;
}
