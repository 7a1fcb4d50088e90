// Dock: the actions of the moment as buttons, the moves that have buttons of their own, and what gives way where the room is used up.

import { icon } from "./cards.js";
import { h } from "./elements.js";

/** @import { Action } from "./scene.js" */
/** @import { Docked } from "./ui.js" */

/* What gives way, one after the other: amounts that the popover has as well; the labels of what helps; long texts and gaps; actions, by rank, which go
   under More; at last, on a narrow screen, the row itself, which becomes two. */
const TIGHT = { labels: 1, texts: 2, rows: 3 };
const AMOUNT_RANK = 10; // from this rank on: there is another way to it

/**
 * The button of an action, wherever it stands.
 * @param {Action} action
 * @param {Docked} ui
 * @param {{ [attribute: string]: unknown }} [more]
 */
export function actionButton(action, ui, more = {}) {
  const { id, text, short, icon: sign, is_icon, is_on, is_primary, key, side, why_not } = action;
  const opens = action.do.act === "open" ? String(action.do.name) : null;
  const filled = is_primary && !why_not;
  const isLabel = sign && (side === "help" || side === "header"); // beside what goes on the icon alone says enough
  return h(
    "button",
    {
      key: id,
      type: "button",
      class: `mam-button mam-action${filled ? " mam-primary" : ""}${is_primary ? " mam-next" : ""}${is_icon ? " mam-step" : ""}`,
      "aria-disabled": why_not ? "true" : null,
      "aria-pressed": is_on === null ? null : String(is_on),
      "aria-expanded": opens ? String(ui.popover === opens) : null,
      "aria-label": text,
      "aria-keyshortcuts": key || null,
      title: why_not || (key ? `${text} (${key})` : text),
      "data-mam": id,
      "data-area": side === "header" ? "header" : "actions",
      "data-rank": is_primary ? null : action.rank,
      "data-opens": opens,
      on: { click: () => ui.perform(action) },
      ...more,
    },
    sign && icon(sign, is_icon ? 20 : 18),
    !is_icon && h("span", { class: isLabel ? "mam-label" : "mam-text" }, text),
    !is_icon && !isLabel && short !== text && h("span", { class: "mam-short" }, short),
  );
}

/**
 * The dock: at its left end what helps, at its right end the moves that have buttons, or what goes on, the primary action last.
 * @param {Docked} ui
 */
export function dockRegion(ui) {
  const actions = ui.actions();
  const help = actions.filter(({ side }) => side === "help");
  const act = actions.filter(({ side }) => side === "act").sort((a, b) => Number(a.is_primary) - Number(b.is_primary));
  const moves = [ui.moves?.()].flat(Infinity).filter(Boolean);
  return h(
    "div",
    { key: "dock", class: "mam-dock", "data-mam": "dock", "data-stage": ui.stageName || null },
    h("div", { key: "help", class: "mam-dock-help" }, help.map((action) => actionButton(action, ui)), ui.besideHelp?.(), moreButton(ui)),
    h("div", { key: "act", class: "mam-dock-act" }, ui.besideAct?.(), moves.length ? moves : act.map((action) => actionButton(action, ui))),
    ui.popover === "more" ? morePopover(actions, ui) : ui.overDock?.(),
  );
}

/** @param {Docked} ui */
const moreButton = (ui) =>
  h(
    "button",
    {
      key: "more-actions",
      type: "button",
      class: "mam-button mam-more-actions",
      "aria-label": "More actions",
      title: "More actions",
      "aria-expanded": String(ui.popover === "more"),
      "data-mam": "more-actions",
      "data-area": "actions",
      "data-opens": "more",
      on: { click: () => ui.togglePopover("more") },
    },
    icon("more", 20),
  );

/**
 * @param {Action[]} actions
 * @param {Docked} ui
 */
function morePopover(actions, ui) {
  const close = (action) => () => {
    ui.togglePopover("");
    ui.perform(action);
  };
  return h(
    "section",
    { key: "more", class: "mam-popover mam-more-popover", "data-mam": "popover", "aria-label": "More actions" },
    actions.filter(({ id }) => ui.overflow.includes(id)).map((action) => actionButton(action, ui, { "data-area": "popover", "data-rank": null, on: { click: close(action) } })),
  );
}

const KEY_NAMES = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", PageUp: "Page Up", PageDown: "Page Down" };

/**
 * What each action does, with all keys that do it, as people call them.
 * @param {Action[]} actions
 * @returns {string[][]}
 */
export function listActionKeys(actions) {
  const keys = new Map();
  for (const { does, key } of actions) if (key) keys.set(does, [...(keys.get(does) || []), KEY_NAMES[key] || key]);
  return [...keys].map(([does, all]) => [does, ...all]);
}

/**
 * Let the dock stand as loosely as there is room for. Sizes are read only where its words or the width have changed.
 * @param {Docked} ui
 * @param {HTMLElement | null} dock
 * @param {string} width
 */
export function makeRoom(ui, dock, width) {
  if (!dock) return;
  const sign = `${width} ${signDock(dock)}`;
  if (sign === ui.dockSign) return;
  ui.dockSign = sign;
  requestAnimationFrame(() => {
    if (dock.isConnected) ui.overflow = fitDock(dock); // before it is painted, and not within the click
  });
}

/* What the fit depends on: read without laying out the page. */
const signDock = (dock) => `${dock.querySelectorAll("button").length} ${[...dock.querySelectorAll(".mam-dock-help, .mam-dock-act")].map((row) => row.textContent).join("|")}`;

/**
 * Let the dock stand as loosely as there is room for. The answer names the actions that went under More.
 * @param {HTMLElement} dock
 * @returns {string[]}
 */
function fitDock(dock) {
  const rankOf = (item) => Number(item.dataset.rank);
  const items = /** @type {HTMLElement[]} */ ([...dock.querySelectorAll("[data-rank]")]).reverse();
  items.sort((a, b) => rankOf(b) - rankOf(a)); // of the same rank the last one gives way first
  for (const item of items) delete item.dataset.overflow;
  const overflow = [];
  const show = (tight) => {
    dock.dataset.tight = String(tight);
    dock.dataset.more = String(overflow.length > 0);
    return fits(dock);
  };
  const moveUnderMore = (item, tight) => {
    item.dataset.overflow = "true";
    if (rankOf(item) < AMOUNT_RANK) overflow.push(item.dataset.mam);
    return show(tight);
  };
  const [amounts, actions] = [items.filter((item) => rankOf(item) >= AMOUNT_RANK), items.filter((item) => rankOf(item) < AMOUNT_RANK)];
  const fitsInOneRow = show(0) || amounts.some((item) => moveUnderMore(item, 0)) || show(TIGHT.labels) || show(TIGHT.texts) || actions.some((item) => moveUnderMore(item, TIGHT.texts));
  if (!fitsInOneRow) {
    for (const item of actions) delete item.dataset.overflow;
    overflow.length = 0;
    if (!show(TIGHT.rows)) actions.some((item) => moveUnderMore(item, TIGHT.rows));
  }
  return overflow;
}

const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;

/* The boxes of what stands in a row of the dock, also of the buttons in a group. */
const listParts = (row) => [...row.children].flatMap((part) => (part.matches(".mam-calls, .mam-phone-calls") ? [...part.children] : [part])).filter((part) => part.getClientRects().length > 0);

/**
 * Whether no part of the dock lies over another, and none leaves it or is narrower than what it says.
 * @param {HTMLElement} dock
 */
function fits(dock) {
  const whole = dock.getBoundingClientRect();
  const parts = [...dock.querySelectorAll(".mam-dock-help, .mam-dock-act")].flatMap(listParts);
  const boxes = parts.map((part) => part.getBoundingClientRect());
  return (
    boxes.every((box) => box.left >= whole.left - 1 && box.right <= whole.right + 1) &&
    parts.every((part) => !part.matches("button") || part.scrollWidth <= part.clientWidth + 1) &&
    boxes.every((box, index) => boxes.slice(index + 1).every((other) => !overlap(box, other)))
  );
}
