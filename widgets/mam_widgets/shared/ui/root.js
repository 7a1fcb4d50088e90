// Root: the element in which a widget draws everything.

const NO_SHORTCUTS = "data-lm-suppress-shortcuts";

/**
 * Add the root to the place that a page gave the widget. A notebook's own shortcuts are off in it: those for `:focus` are looked up at the
 * element with the focus before anything around it, so that element needs the mark as well.
 * @param {HTMLElement} el
 */
export function makeRoot(el) {
  const root = document.createElement("div");
  root.className = "mam-root";
  root.setAttribute(NO_SHORTCUTS, "true");
  root.addEventListener("focusin", ({ target }) => /** @type {Element} */ (target).setAttribute(NO_SHORTCUTS, "true"));
  el.append(root);
  return root;
}
