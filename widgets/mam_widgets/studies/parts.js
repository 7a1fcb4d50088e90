// Parts: what the pages of the player have in common: the head, a button, the message, a row of cards, stars, rule ids.

import { icon } from "../shared/ui/cards.js";
import { actionButton, listActionKeys } from "../shared/ui/dock.js";
import { h } from "../shared/ui/elements.js";

/** @import { Docked as Dock } from "../shared/ui/ui.js" */

/** @typedef {Dock & { size: string }} Docked */

const STAR = "M10 2.5L12.3 7.3L17.5 8L13.7 11.6L14.7 16.8L10 14.2L5.3 16.8L6.3 11.6L2.5 8L7.7 7.3Z";

const ROOM = 27; // letters of a head on a phone

/** The head of a page: the way back, its title, and what stands at its right. */
export function drawHead(ui, title, right, small) {
  return h(
    "header",
    { key: "head", class: "mam-study-head" },
    drawLink(ui, "back", { class: "mam-study-back" }, icon("back", 22)),
    h("h3", { key: "title" }, title, small && h("small", null, small)),
    h("div", { key: "right", class: "mam-study-right" }, ui.size === "S" && typeof right === "string" && `${title}${small}${right}`.length > ROOM ? null : typeof right === "string" ? h("span", null, right) : right),
  );
}

/** The button of an action that stands in the page and not in the dock; null where it is not offered. @param {Docked} ui @param {string} id */
export function drawAction(ui, id) {
  const action = findAction(ui, id);
  if (!action) return null;
  const text = ui.size === "S" ? action.short : action.text;
  return actionButton({ ...action, text, short: text }, ui);
}

/** The same as a link in a text, or around what is drawn `inside` it. @param {Docked} ui @param {string} id @param {{ [attribute: string]: unknown }} [more] @param {unknown} [inside] */
export function drawLink(ui, id, more = {}, inside = null) {
  const action = findAction(ui, id);
  return action && h("button", { key: id, type: "button", class: "mam-study-link", "data-mam": id, "aria-label": inside && action.text, "aria-keyshortcuts": action.key || null, ...more, on: { click: () => ui.perform(action) } }, inside || action.text);
}

/** @param {Docked} ui @param {string} id */
const findAction = (ui, id) => ui.actions().find((action) => action.id === id);

const SIGNS = { ask: "forward", wrong: "stop", right: "ok", hint: "bulb", news: "info" };

const LONG_MESSAGE = 125; // characters that four lines of a phone hold

/** What is said of the position or of the last move, with its rule or another link. */
export function drawMessage(ui, { kind, what, why, rule = "", stars = null, link = null }) {
  return h(
    "div",
    { key: "message", class: "mam-study-message", "data-mam": "message", "data-kind": kind, "data-long": String(`${what} ${why}`.length > LONG_MESSAGE) },
    h("span", { class: "mam-study-said" }, h("span", { class: "mam-study-mark" }, icon(SIGNS[kind], 18)), stars !== null && drawStars(stars, 15)),
    h("p", null, h("b", null, what), " ", why, rule && [" ", ruleLink(ui, rule, ui.scene.study.boards[ui.stop.board]?.case ? rule : "Rule")], link && [" ", link]),
  );
}

const FEW = 5; // cards that stand larger

/** A hand in one row; on a phone more than a few cards stand in two. */
export function drawCards(ui, cells, whose = "Your hand") {
  const half = ui.size === "S" && cells.length > FEW ? Math.ceil(cells.length / 2) : cells.length;
  const rows = [cells.slice(0, half), cells.slice(half)].filter((row) => row.length);
  return h(
    "div",
    { key: "cards", class: "mam-study-cards", "data-few": String(cells.length <= FEW), style: { "--n": String(half) }, role: "group", "aria-label": `${whose}, ${cells.length} cards`, on: { keydown: (event) => ui.walk(event) } },
    rows.map((row, k) => h("div", { key: `row-${k}`, class: "mam-study-row" }, row)),
  );
}

/** What lies over the table until it is closed, with what can be done with it. */
export const drawOver = (ui, title, inside, action = null) =>
  h(
    "div",
    { key: "sheet", class: "mam-study-sheet", "data-mam": "sheet", role: "dialog", "aria-label": title },
    h("header", { key: "head" }, h("h4", null, title), action, closeButton(ui)),
    inside,
  );

const closeButton = (ui) => h("button", { key: "close-sheet", type: "button", class: "mam-button mam-study-close", "data-mam": "close-sheet", "aria-label": "Close", on: { click: () => ui.closeSheet() } }, icon("close", 20));

/** What the keys do: those of what can be done now, and those that are always there. @param {import("../shared/ui/ui.js").Docked} ui @param {string[][]} more */
export const drawKeys = (ui, more) => h("dl", { key: "keys", class: "mam-study-keys" }, [...listActionKeys(ui.actions()), ...more].map(([what, ...keys]) => h("div", { key: what }, h("dt", null, keys.join(", ")), h("dd", null, what))));

/** That something could not be done, in the place of a message. */
export const drawFault = (fault) => fault && h("p", { key: "fault", class: "mam-study-fault", "data-mam": "fault", role: "alert" }, h("b", null, "That did not work."), " ", fault);

export function drawStars(full, size = 18, most = 3) {
  const star = (on) => h("svg", { class: "mam-study-star", "data-on": String(on), viewBox: "0 0 20 20", width: size, height: size, "aria-hidden": "true" }, h("path", { d: STAR }));
  return h("span", { class: "mam-study-stars", role: "img", "aria-label": `${full} of ${most} stars` }, Array.from({ length: most }, (_, k) => k).map((k) => star(k < full)));
}

/** The id of a rule, or another word for it, which opens the rule. */
export const ruleLink = (ui, id, label = id) => h("button", { key: id, type: "button", class: "mam-study-link", "data-mam": "rule", "data-rule": id, "aria-label": label === id ? null : `Rule ${id}`, title: "Read the rule", on: { click: () => ui.openRule(id) } }, label);

/** The ids of several rules, each of which opens its rule. */
export const listRules = (ui, ids) => ids.map((id, k) => [h("span", { key: `${id}-rule`, class: "mam-study-nowrap" }, ruleLink(ui, id), k + 1 < ids.length ? "," : ""), " "]);

/** Whether a question has smaller letters, so that the table keeps its room. */
export const isLong = (ui, text) => String(text.length > (ui.size === "S" ? 80 : 110));

const SHORT = 620; // pixels: a phone with the bar of a site or a browser above the frame

/** Whether the frame is so low that only what is asked about has room. */
export const isShort = ({ size, height }) => size === "S" && height < SHORT;

/** Whether there is room beside the table. */
export const isWide = ({ size }) => size !== "S" && size !== "M";

/** A text in which no line ends between the minus sign of an amount and its dollars. @param {string} text */
export const joinMinus = (text) => text.replaceAll("−$", "−\u2060$");
