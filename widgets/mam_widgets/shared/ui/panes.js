// Panes: what opens and closes around the stage: tabs, popovers, the shortcuts, a long message. The focus goes along.

import { activeElement } from "./focus.js";
import { isNarrow } from "./frame.js";

/** @import { Ui } from "./ui.js" */

/**
 * Bring a tab forward: in the side panel, or over the stage where there is none.
 * @param {Ui} ui
 * @param {string} id
 */
export function openTab(ui, id) {
  if (isNarrow(ui.size)) ui.sheet = ui.sheet === id ? "" : id;
  else ui.tab = id === "settings" && ui.tab === id ? "" : id;
  const wasInTabs = Boolean(activeElement(ui)?.closest(".mam-tabs"));
  ui.draw();
  const close = wasInTabs && ui.tab === "settings" && ui.part("close");
  if (close) ui.goTo(close); // the tab that had the focus is gone
}

/** @param {Ui} ui */
export function closeTab(ui) {
  ui.sheet = "";
  const wasInSettings = ui.tab === "settings" && Boolean(activeElement(ui)?.closest(".mam-side"));
  if (ui.tab === "settings") ui.tab = "";
  ui.draw();
  const gear = wasInSettings && ui.part("gear");
  if (gear) ui.goTo(gear);
}

/**
 * Show the shortcuts over the stage, and go there; or hide them, and go back.
 * @param {Ui} ui
 */
export function toggleHelp(ui) {
  ui.help = !ui.help;
  if (ui.help) ui.openedFrom = activeElement(ui);
  ui.draw();
  const target = ui.help ? ui.part("close-shortcuts") : ui.openedFrom;
  if (target && ui.root.contains(target)) ui.goTo(target);
}

/**
 * Show the whole message over the stage, and go there; or hide it, and go back.
 * @param {Ui} ui
 */
export function toggleDetails(ui) {
  ui.details = !ui.details;
  ui.draw();
  const target = ui.part(ui.details ? "close-message-details" : "details");
  if (target) ui.goTo(target);
}

/**
 * Open something over the dock, or close it.
 * @param {Ui} ui
 * @param {string} name
 */
export function togglePopover(ui, name) {
  ui.popover = ui.popover === name ? "" : name;
  ui.draw();
  const opened = ui.find(".mam-popover :is(input, select)") || ui.find(".mam-popover button");
  const opener = ui.find(`[data-opens="${name}"]`);
  (ui.popover ? opened : opener)?.focus();
}
