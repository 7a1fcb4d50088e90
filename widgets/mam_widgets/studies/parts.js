// Parts: what the pages of the player have in common: the head, a button, the message, a row of cards, stars, rule ids.

import { icon } from "../shared/ui/cards.js";
import { actionButton, listActionKeys } from "../shared/ui/dock.js";
import { h } from "../shared/ui/elements.js";

const STAR = "M10 2.5L12.3 7.3L17.5 8L13.7 11.6L14.7 16.8L10 14.2L5.3 16.8L6.3 11.6L2.5 8L7.7 7.3Z";

const ROOM = 27; // letters of a head on a phone

export function drawHead(ui, title, right, small) {
  const canLeave = ui.scene.study && ui.scene.shelf.stages.length > 1;
  return drawTop(ui, canLeave ? ui.scene.shelf.title : "", title, right, small);
}

/** The head of a page: the way back to what is called `back` ("" for none), its title, and what stands at its right. */
export function drawTop(ui, back, title, right, small) {
  return h(
    "header",
    { key: "head", class: "mam-study-head" },
    back && h("button", { key: "back", type: "button", class: "mam-study-back", "data-mam": "back", "aria-label": `Back to ${back}`, on: { click: () => ui.leave() } }, icon("back", 22)),
    h("h3", { key: "title" }, title, small && h("small", null, small)),
    h("div", { key: "right", class: "mam-study-right" }, ui.size === "S" && typeof right === "string" && `${title}${small}${right}`.length > ROOM ? null : typeof right === "string" ? h("span", null, right) : right),
  );
}

/** The button of an action that stands in the page and not in the dock; null where it is not offered. @param {import("../shared/ui/ui.js").Docked & { size: string }} ui @param {string} id */
export function drawAction(ui, id) {
  const action = ui.actions().find((offered) => offered.id === id);
  if (!action) return null;
  const text = ui.size === "S" ? action.short : action.text;
  return actionButton({ ...action, text, short: text }, ui);
}

/** A button outside the dock that stands in no table. */
export function button({ name, label, sign = "", kind = "plain", act }) {
  const isIcon = kind === "icon";
  return h(
    "button",
    { key: name, type: "button", class: `mam-button mam-study-button${{ primary: " mam-primary", icon: " mam-study-icon" }[kind] || ""}`, "data-mam": name, "aria-label": isIcon ? label : null, on: { click: act } },
    sign && icon(sign, 20),
    !isIcon && h("span", null, label),
  );
}

const SIGNS = { ask: "forward", wrong: "stop", right: "ok", hint: "bulb", news: "info" };

/** What is said of the position or of the last move, with its rule or another link. */
export function drawMessage(ui, { kind, what, why, rule = "", stars = null, link = null }) {
  return h(
    "div",
    { key: "message", class: "mam-study-message", "data-mam": "message", "data-kind": kind },
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

/** What lies over the table until it is closed. */
export const drawOver = (ui, title, ...inside) =>
  h(
    "div",
    { key: "sheet", class: "mam-study-sheet", "data-mam": "sheet", role: "dialog", "aria-label": title },
    h("header", { key: "head" }, h("h4", null, title), button({ name: "close-sheet", label: "Close", sign: "close", kind: "icon", act: () => ui.closeSheet() })),
    inside,
  );

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
