// Keys: those of the frame, which every widget has, and those of the actions of the moment.

import { isNarrow, orderTabs } from "./frame.js";
import { toggleFull } from "./screen.js";

/** @import { Ui } from "./ui.js" */

/* Where a key writes, and so does nothing else; in a list, letters and named keys pick, and punctuation is ours. */
const TEXT_FIELDS = 'input:not([type="range"], [type="checkbox"]), textarea';
const picksFromList = (event) => event.target.matches("select") && /^[\p{L}\p{N} ]$|^..+$/u.test(event.key);

/**
 * Do what a key stands for; no key goes further than the widget.
 * @param {KeyboardEvent} event
 * @param {Ui} ui
 */
export function pressKey(event, ui) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.stopPropagation(); // or "x" on a card would cut the notebook's cell, and the slider would miss its arrows
  const target = /** @type {HTMLElement} */ (event.target);
  const writes = event.key !== "Escape" && (target.matches(TEXT_FIELDS) || picksFromList(event));
  const act = ui.scene && !writes && { ...frameKeys(ui), ...actionKeys(ui) }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/**
 * The keys of the actions. Escape closes what lies open first.
 * @param {Ui} ui
 * @returns {Record<string, () => unknown>}
 */
function actionKeys(ui) {
  const isAnythingOpen = ui.help || ui.details || ui.popover || ui.sheet || ui.tab === "settings" || ui.isFull;
  const keyed = ui.actions().filter(({ key }) => key && !(key === "Escape" && isAnythingOpen));
  return Object.fromEntries(keyed.map((action) => [action.key, () => ui.perform(action)]));
}

/**
 * The keys of the frame: shortcuts, settings, full screen, the tabs, or the navigation, by number, and Escape for whatever lies open.
 * @param {Ui} ui
 * @returns {Record<string, () => unknown>}
 */
function frameKeys(ui) {
  const close = () => {
    if (ui.help) ui.toggleHelp();
    else if (ui.details) ui.toggleDetails();
    else if (ui.popover) ui.togglePopover("");
    else if (ui.sheet || ui.tab === "settings") ui.closeTab();
    else if (ui.isFull) toggleFull(ui);
  };
  const open = (tab) => () => ui.openTab(tab.id);
  const tabs = ui.tabs();
  const places = isNarrow(ui.size) ? [() => ui.closeTab(), ...orderTabs(tabs).slice(0, 3).map(open), () => ui.openTab("more")] : tabs.map(open);
  const numbers = places.map((act, index) => [String(index + 1), act]);
  return { "?": () => ui.toggleHelp(), s: () => ui.openTab("settings"), f: () => toggleFull(ui), Escape: close, ...Object.fromEntries(numbers) };
}
