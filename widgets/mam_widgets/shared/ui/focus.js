// Focus: what has it, where it goes when that is gone, and which clicks were not meant.

/** @import { View } from "./view.js" */

/**
 * What has the focus within the widget.
 * @param {View} ui
 */
export function activeElement(ui) {
  const tree = /** @type {Document | ShadowRoot} */ (ui.root.getRootNode());
  const node = /** @type {HTMLElement} */ (tree.activeElement);
  return node && ui.root.contains(node) ? node : null;
}

/**
 * Move the focus. A focus that we moved explains nothing by itself.
 * @param {HTMLElement} target
 * @param {View} ui
 */
export function focusQuietly(target, ui) {
  ui.quiet = true;
  target.focus({ preventScroll: true });
  ui.quiet = false;
}

/**
 * The focused element is gone, or lost the focus while it was moved: go to what now stands nearest to it.
 * @param {HTMLElement} active
 * @param {{ area: string | null, index: number }} place
 * @param {View} ui
 */
export function refocus(active, place, ui) {
  const target = (ui.root.contains(active) && active) || ui.nearest(place) || ui.find(ui.home);
  if (target) ui.goTo(target);
}

/**
 * What comes to lie under the pointer between two quick clicks was not meant by the second.
 * @param {MouseEvent} event
 * @param {View} ui
 */
export function guardClick(event, ui) {
  const control = /** @type {HTMLElement} */ (event.target).closest("button");
  const { mam = "", move = "", key = "" } = control ? control.dataset : {};
  const pressed = [mam, move, key].join(" ");
  if (event.detail > 1 && pressed !== ui.pressed) {
    event.stopPropagation();
    event.preventDefault();
  } else ui.pressed = pressed;
}
