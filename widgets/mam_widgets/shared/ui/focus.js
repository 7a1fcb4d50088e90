// Focus: what has it, where it goes when that is gone, and which clicks were not meant.

/** @import { Ui } from "./ui.js" */

/**
 * What has the focus within the widget.
 * @param {Ui} ui
 */
export function activeElement(ui) {
  const tree = /** @type {Document | ShadowRoot} */ (ui.root.getRootNode());
  const node = /** @type {HTMLElement} */ (tree.activeElement);
  return node && ui.root.contains(node) ? node : null;
}

/**
 * Move the focus. A focus that we moved explains nothing by itself.
 * @param {HTMLElement} target
 * @param {Ui} ui
 */
export function focusQuietly(target, ui) {
  ui.isQuiet = true;
  target.focus({ preventScroll: true });
  ui.isQuiet = false;
}

/**
 * Where the focus is, as far as it says where to go when that is gone.
 * @param {HTMLElement | null} active
 * @param {Ui} ui
 */
export function placeOf(active, ui) {
  const { key, area } = active ? active.dataset : /** @type {DOMStringMap} */ ({});
  return { area, index: key ? Math.max(0, ui.handKeys.indexOf(key)) : 0 };
}

/* What stands now where the focus was: what comes next after a discard, the same area, a card, a call. */
function findNearest({ area, index }, ui) {
  const cards = /** @type {HTMLElement[]} */ ([...ui.root.querySelectorAll('[data-area="hand"]')]);
  return (
    (ui.scene.trumps && ui.find('[data-area="trumps"]')) ||
    (area !== "hand" && ui.find(`[data-area="${area}"]:not([aria-disabled])`)) ||
    (area === "hand" ? cards[Math.min(index, cards.length - 1)] : cards.find((card) => card.tabIndex === 0)) ||
    ui.find('[data-area="calls"]:not([aria-disabled])')
  );
}

/**
 * The focused element is gone, or lost the focus while it was moved: go to what now stands nearest to it.
 * @param {HTMLElement} active
 * @param {ReturnType<typeof placeOf>} place
 * @param {Ui} ui
 */
export function refocus(active, place, ui) {
  const target = (ui.root.contains(active) && active) || findNearest(place, ui) || ui.find(ui.home);
  if (target) ui.goTo(target);
}

/**
 * What comes to lie under the pointer between two quick clicks was not meant by the second.
 * @param {MouseEvent} event
 * @param {Ui} ui
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

/**
 * Go by the arrow keys, Home and End from one of `count` places in a row to another: `go` gets its index. From an end it goes to the other
 * end where the row `wraps`. No key that does so goes further.
 * @param {KeyboardEvent} event
 * @param {number} index
 * @param {number} count
 * @param {(index: number) => unknown} go
 * @param {{ wraps?: boolean, keys?: Record<string, number> }} [options] `keys`: how far each key goes
 */
export function walkRow(event, index, count, go, { wraps = false, keys = { ArrowLeft: -1, ArrowRight: 1 } } = {}) {
  const by = { ...keys, Home: -index, End: count - 1 - index }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  go(wraps ? (index + by + count) % count : Math.max(0, Math.min(count - 1, index + by)));
}
