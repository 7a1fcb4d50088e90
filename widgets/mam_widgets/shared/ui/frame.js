// Frame: the regions that every widget has, always in this order: header, race, stage, message, hand, dock, side panel.
// Width decides the size class; the height is given to the widget, so that nothing it shows ever moves another region.

import { actButton, keysHelp } from "./buttons.js";
import { actionButton } from "./dock.js";
import { emblemPlate, icon } from "./cards.js";
import { h } from "./elements.js";
import { walkRow } from "./focus.js";
import { toggleFull } from "./screen.js";

/** @import { Tab, Ui } from "./ui.js" */

const UNKNOWN_HEIGHT = 700;

/* The size classes: from which width and height on, the heights they may have, and the width of a card in the hand. */
const SIZES = {
  S: { least: 520, most: 760, card: 64 },
  M: { least: 560, most: 760, card: 76 },
  LS: { least: 544, most: 639, card: 78 },
  L: { least: 640, most: 799, card: 94 },
  XL: { least: 800, most: 1100, card: 116 },
};

function sizeFor(width, height) {
  if (width <= 480) return "S";
  if (width < 840) return "M";
  if (width >= 1200 && height >= 800) return "XL";
  return height < 640 ? "LS" : "L";
}

/* How much larger everything is drawn on very large screens. */
function scaleFor(width, height) {
  const steps = [
    [3840, 2160, 2],
    [2560, 1440, 1.5],
    [1680, 1000, 1.15],
  ];
  const fitting = steps.find(([least, high]) => width >= least && height >= high);
  return fitting ? fitting[2] : 1;
}

/* Parts of a notebook that scroll, but are as high as what they hold: the widget would shrink with itself. */
const OUTPUTS = '[class*="OutputArea"], [class*="outputArea"]';

/** The nearest element around the widget that scrolls: the notebook's panel, the page of Voilà; null for the window. */
export function scrollingAncestor(root) {
  let node = root.parentElement || /** @type {ShadowRoot} */ (root.getRootNode()).host;
  while (node && node !== document.body && node !== document.documentElement) {
    const { overflowY } = getComputedStyle(node);
    if (/auto|scroll/.test(overflowY) && node.clientHeight >= 300 && !node.matches(OUTPUTS)) return node;
    node = node.parentElement || /** @type {ShadowRoot} */ (node.getRootNode()).host;
  }
  return null;
}

/**
 * The size class, the height and the scale of a widget of this width. A place marked `data-fill` is filled, as the full screen is.
 * @param {Ui} ui
 */
export function fitFrame(ui) {
  const around = ui.isFull ? null : scrollingAncestor(ui.root);
  const visibleHeight = around ? around.clientHeight : window.innerHeight;
  const isFilling = ui.isFull || (around && "fill" in around.dataset);
  const room = (visibleHeight || UNKNOWN_HEIGHT + 16) - (isFilling ? 0 : 16);
  const scale = scaleFor(ui.fullWidth, room);
  const size = sizeFor(ui.fullWidth / scale, room / scale);
  const { least, most } = SIZES[size];
  const top = isFilling ? Infinity : most;
  return { size, scale, height: Math.round(Math.min(Math.max(room / scale, least), top)) };
}

/* A phone lower than this is `low` (narrow phones need one more row of cards); `card` is the card width there. */
const LOW = { below: 568, narrow: 340, belowNarrow: 640, card: 56 };

/** Whether a phone has so little height that every region is a little lower, as below the bars of a browser and of a site. @param {Ui} ui */
export const isLow = ({ size, width, height }) => size === "S" && height < (width < LOW.narrow ? LOW.belowNarrow : LOW.below);

/** The width of a card in the hand. @param {Ui} ui */
export const handCardWidth = (ui) => (isLow(ui) ? LOW.card : SIZES[ui.size].card);

export const isNarrow = (size) => size === "S" || size === "M";

/* Header */

const iconButton = (name, label, act, more = {}) =>
  h(
    "button",
    {
      key: name,
      type: "button",
      class: "mam-icon-button",
      "aria-label": label,
      title: label,
      "data-mam": name,
      "data-area": "header",
      ...more,
      on: { click: act },
    },
    icon(name, 20),
  );

/**
 * The contract, or the high bid: who, how much, in which color.
 * @param {import("./ui.js").Heading} heading
 */
function contractText({ bidder, amount, short_amount, color, trump, state }) {
  if (!bidder && !amount) return null;
  return h(
    "p",
    { key: "contract", class: "mam-contract", "data-mam": "contract" },
    bidder && h("b", { class: "mam-who" }, bidder),
    amount && h("b", { class: "mam-wide" }, amount),
    amount && h("b", { class: "mam-tight" }, short_amount || amount),
    color && emblemPlate(color, 24),
    (trump || state) && h("span", { class: color ? "mam-contract-trump" : "mam-muted" }, trump || state),
  );
}

/** @param {Ui} ui */
export function frameHeader(ui) {
  const heading = ui.heading();
  const narrow = ui.size === "S";
  const short = narrow || ui.size === "M";
  return h(
    "header",
    { key: "header", class: "mam-header" },
    h(
      "div",
      { class: "mam-titles" },
      h("h3", { class: "mam-title", "data-mam": "title", title: heading.description || heading.title }, heading.title),
      h("p", { class: "mam-subtitle", "data-mam": "subtitle" }, short ? heading.short || heading.subtitle : heading.subtitle),
    ),
    contractText(heading),
    h(
      "div",
      { class: "mam-header-tools" },
      ui.headerTools(),
      ui.actions().filter(({ side }) => side === "header").map((action) => actionButton(action, ui)),
      !narrow && iconButton("keyboard", "Shortcuts", () => ui.toggleHelp(), { "aria-expanded": String(ui.help), "data-mam": "keys" }),
      iconButton("gear", "Settings", () => ui.openTab("settings"), { "aria-pressed": String(ui.tab === "settings") }),
      !narrow && iconButton("full", ui.isFull ? "Leave full screen" : "Full screen", () => toggleFull(ui)),
    ),
  );
}

/* Message */

const MESSAGE_ICONS = { turn: "forward", ok: "ok", stop: "stop", info: "info", danger: "stop", work: "clock", hint: "bulb" };

/**
 * What happened and what to do, in one sentence, with one link at its end.
 * @param {Ui} ui
 */
export function frameMessage(ui) {
  const message = ui.message();
  if (!message) return null;
  const { kind, what, why, short, seconds } = message;
  const link = message.link || (ui.isCut && { name: "details", text: "Details", act: () => ui.toggleDetails() });
  const tight = ui.size === "S" || ui.size === "LS" || ui.size === "M";
  return h(
    "div",
    { key: "message", class: "mam-message", "data-mam": "message", "data-kind": kind, role: kind === "danger" ? "alert" : null },
    h("span", { key: "icon", class: "mam-message-icon", "aria-hidden": "true" }, icon(MESSAGE_ICONS[kind] || "info", 16)),
    h(
      "p",
      { key: "text", class: "mam-message-text", title: [what, why].filter(Boolean).join(" ") },
      what && h("b", { "data-mam": "what" }, what),
      what && " ",
      h("span", { "data-mam": "why-text" }, (tight && short) || why || ""),
    ),
    link &&
      actButton(link.name || "why", link.text, link.act, ui, { key: "link", class: "mam-link", "data-area": "message" }),
    seconds && h("span", { key: "work", class: "mam-work-line", "aria-hidden": "true", style: { "--seconds": `${seconds}s` } }),
  );
}

/* Side panel, sheet and navigation */

/**
 * @param {Ui} ui
 * @param {Tab} tab
 */
function tabPanel(ui, tab, more = {}) {
  return h(
    "div",
    {
      key: `panel-${tab.id}`,
      class: "mam-tab-panel",
      role: "tabpanel",
      id: `${ui.uid}-panel-${tab.id}`,
      tabindex: "0",
      "aria-label": tab.title,
      "data-mam": "panel",
      "data-panel": tab.id,
      ...more,
    },
    tab.parts.flat(Infinity).filter(Boolean).length > 0
      ? tab.parts
      : h("p", { key: "empty", class: "mam-quiet" }, tab.empty || "Nothing here yet."),
  );
}

/**
 * @param {Ui} ui
 * @param {Tab[]} tabs
 */
function tabRow(ui, tabs, open) {
  const go = (index) => {
    ui.openTab(tabs[index].id);
    ui.find(`[data-tab="${tabs[index].id}"]`)?.focus();
  };
  const keys = (event) => walkRow(event, tabs.findIndex((tab) => tab.id === open.id), tabs.length, go, { wraps: true });
  return h(
    "div",
    { key: "tabs", class: "mam-tabs", role: "tablist", "aria-label": "Side panel", on: { keydown: keys } },
    tabs.map((tab) =>
      actButton("tab", tab.title, () => ui.openTab(tab.id), ui, {
        key: tab.id,
        role: "tab",
        class: "mam-tab",
        id: `${ui.uid}-tab-${tab.id}`,
        tabindex: tab.id === open.id ? "0" : "-1",
        "aria-selected": String(tab.id === open.id),
        "aria-controls": `${ui.uid}-panel-${open.id}`,
        "data-tab": tab.id,
        "data-area": "tabs",
      }),
    ),
  );
}

const closeButton = (ui) => iconButton("close", "Close", () => ui.closeTab(), { "data-area": "panel" });

/**
 * The tabs in the order of a narrow screen.
 * @param {Tab[]} tabs
 */
export const orderTabs = (tabs) => [...tabs].sort((a, b) => a.nav - b.nav);

/** @param {Ui} ui */
const settingsTab = (ui) => ({ id: "settings", title: "Settings", parts: [ui.settings()], empty: "No settings here." });

/** @param {Ui} ui */
export function sidePanel(ui) {
  const all = ui.tabs();
  const left = ui.size === "XL" ? all.filter((tab) => tab.is_left) : [];
  const tabs = all.filter((tab) => !left.includes(tab));
  const open = ui.tab === "settings" ? settingsTab(ui) : tabs.find((tab) => tab.id === ui.tab) || tabs.find((tab) => tab.is_forward) || tabs[0];
  return [
    left.length > 0 &&
      h(
        "aside",
        { key: "left", class: "mam-left", "aria-label": left.map((tab) => tab.title).join(" and ") },
        left.map((tab) => h("section", { key: tab.id, class: "mam-left-part" }, h("h4", null, tab.heading || tab.title), tabPanel(ui, tab))),
      ),
    open &&
      h(
        "aside",
        { key: "side", class: "mam-side", "data-mam": "side", "aria-label": "Side panel" },
        ui.tab === "settings"
          ? h("div", { key: "tabs", class: "mam-tabs mam-sheet-head" }, h("h4", null, "Settings"), closeButton(ui))
          : tabRow(ui, tabs, open),
        tabPanel(ui, open),
      ),
  ];
}

/* Which sign stands over a tab in the navigation. */
const NAV_ICONS = { ruling: "info", tricks: "cards", score: "bars", auction: "list", hands: "cards", advice: "bulb", method: "list", hand: "cards", choice: "bulb", questions: "list", guesses: "bars", progress: "bars", case: "page", review: "bars", odds: "grid" };

/** @param {Ui} ui */
export function navigation(ui) {
  const tabs = orderTabs(ui.tabs());
  const shown = tabs.slice(0, 3);
  const item = (id, title, sign, act, pressed) =>
    actButton("nav", [icon(sign, 20), h("span", null, title)], act, ui, { key: id, class: "mam-nav-item", "aria-pressed": String(pressed), "data-tab": id, "data-area": "nav" });
  const beyond = ui.sheet && !shown.some((tab) => tab.id === ui.sheet);
  return h(
    "nav",
    { key: "nav", class: "mam-nav", "aria-label": "Parts of the widget" },
    item("table", ui.stagePlace().title, ui.stagePlace().sign, () => ui.closeTab(), !ui.sheet),
    shown.map((tab) => item(tab.id, tab.title, NAV_ICONS[tab.id] || "list", () => ui.openTab(tab.id), ui.sheet === tab.id)),
    item("more", "More", "more", () => ui.openTab("more"), Boolean(beyond)),
  );
}

/** What a tab of the navigation opens: a sheet over the stage. */
export function stageSheet(ui) {
  if (!ui.sheet) return null;
  const tabs = orderTabs(ui.tabs());
  const open = ui.sheet === "settings" ? settingsTab(ui) : ui.sheet === "more" ? moreTab(ui, tabs.slice(3)) : tabs.find((tab) => tab.id === ui.sheet);
  if (!open) return null;
  return h(
    "section",
    { key: "sheet", class: "mam-stage-sheet", "data-mam": "sheet-over", "aria-label": open.title },
    h("div", { class: "mam-sheet-head" }, h("h4", null, open.title), closeButton(ui)),
    tabPanel(ui, open),
  );
}

/**
 * @param {Ui} ui
 * @param {Tab[]} rest
 */
function moreTab(ui, rest) {
  const button = (id, title, act) =>
    actButton(`more-${id}`, title, act, ui, { key: id, "data-area": "panel" });
  return {
    id: "more",
    title: "More",
    parts: [
      h(
        "div",
        { key: "more", class: "mam-more-list" },
        rest.map((tab) => button(tab.id, tab.title, () => ui.openTab(tab.id))),
        button("settings", "Settings", () => ui.openTab("settings")),
        button("shortcuts", "Shortcuts", () => (ui.closeTab(), ui.toggleHelp())),
        button("full", ui.isFull ? "Leave full screen" : "Full screen", () => toggleFull(ui)),
      ),
    ],
  };
}

/* A dialog over the stage. */
function stageDialog(name, title, close, content) {
  return h(
    "section",
    { key: name, class: "mam-stage-sheet", role: "dialog", "aria-label": title, "data-mam": name },
    h("div", { class: "mam-sheet-head" }, h("h4", null, title), iconButton("close", "Close", close, { "data-area": "panel", "data-mam": `close-${name}` })),
    h("div", { class: "mam-tab-panel", tabindex: "0", role: "region", "aria-label": title }, content),
  );
}

/** The shortcuts, as a dialog over the stage. */
export const helpDialog = (ui) => ui.help && stageDialog("shortcuts", "Shortcuts", () => ui.toggleHelp(), keysHelp(ui));

/** A message that is longer than its region, as a dialog over the stage. */
export function detailsDialog(ui) {
  const message = ui.details && ui.message();
  if (!message) return null;
  return stageDialog("message-details", "Details", () => ui.toggleDetails(), [
    message.what && h("p", { key: "what" }, h("b", null, message.what)),
    message.why && h("p", { key: "why" }, message.why),
  ]);
}
