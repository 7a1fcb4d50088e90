// Editions: the same table under another edition, and what that changes.

import { h } from "./elements.js";
import { selectBox } from "./fields.js";

/** @import { Ui } from "./ui.js" */
/** @import { Scene } from "./scene.js" */

const CHANGES_OPEN = 6; // so many differences can be read at once; the others wait behind one line

/* One difference: what it is about, what was and what is, and where it stands. */
function editionChange(item, index) {
  return h(
    "li",
    { key: index, class: "mam-change" },
    h("b", null, item.topic),
    h(
      "p",
      null,
      h("span", { class: "mam-change-word" }, "before"),
      item.previous,
    ),
    h("p", null, h("span", { class: "mam-change-word mam-change-current" }, "now"), item.current),
    item.cites.length > 0 &&
      h(
        "p",
        { class: "mam-source" },
        item.cites.map((cite, number) => [number > 0 && "; ", h("b", null, cite.id), ` ${cite.source}`]),
      ),
  );
}

/* What differs from the edition that was left: the most telling at once, all on demand. */
function editionChanges(changed) {
  if (!changed) return null;
  const { items } = changed;
  const hidden = items.slice(CHANGES_OPEN);
  return h(
    "details",
    { key: "changes", class: "mam-changes", "data-mam": "changes", first: { open: true } },
    h("summary", null, changed.head),
    h("ol", null, items.slice(0, CHANGES_OPEN).map(editionChange)),
    hidden.length > 0 &&
      h(
        "details",
        { key: "more", "data-mam": "more-changes" },
        h("summary", null, hidden.length > 1 ? `${hidden.length} hidden` : "1 more"),
        h("ol", null, hidden.map(editionChange)),
      ),
  );
}

/**
 * The edition in a labeled list to choose from. A change sends {do: "edition", edition}; afterwards the panel says
 * what changed. `scene.editions` is what make_editions gives; `parts` are further parts of the panel.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function editionSwitch(scene, ui, ...parts) {
  const { editions } = scene;
  if (!editions) return null;
  const id = `${ui.uid}-edition`;
  return h(
    "section",
    { key: "editions", class: "mam-panel mam-editions", "data-mam": "editions", "aria-label": "Edition" },
    h(
      "div",
      { class: "mam-edition-row" },
      h("label", { for: id }, "Edition"),
      selectBox("edition", "editions", editions.choices, editions.current, (edition) => ui.send({ do: "edition", edition }), { id }),
    ),
    parts,
    editionChanges(editions.change),
  );
}
