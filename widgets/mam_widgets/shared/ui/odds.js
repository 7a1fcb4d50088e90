// Odds: the unseen cards by color against the places where they may be, each cell shaded and labeled with its probability.

import { actButton } from "./buttons.js";
import { chip } from "./cards.js";
import { h } from "./elements.js";
import { tickBox } from "./fields.js";

/** @import { Ui } from "./ui.js" */
/** @import { Scene } from "./scene.js" */

const MANY_PLACES = 5; // from so many on, a percentage has no sign, and a place only its first letters

/* A cell: impossible is a dash and certain a tick on ink, so that neither is shown by its shade alone. */
function oddsCell(cell, name, isNarrow) {
  const state = cell.probability === 0 ? "never" : cell.probability === 1 ? "surely" : "open";
  const shown = { never: "–", surely: "✓", open: isNarrow ? cell.text.replace("%", "") : cell.text }[state];
  const words = `${name} ${cell.text}${cell.margin ? ` ${cell.margin}` : ""}`;
  return h(
    "td",
    {
      key: name,
      role: "cell",
      class: "mam-odds-cell",
      "data-state": state,
      title: words,
      style: { "--share": cell.probability.toFixed(3) },
    },
    h("span", { "aria-hidden": "true" }, shown),
    h("span", { class: "mam-aside" }, words),
  );
}

/**
 * The grid.
 * @param {Scene} scene
 */
function oddsTable({ odds, cards }) {
  const { places, rows } = odds;
  const isNarrow = places.length >= MANY_PLACES;
  return h(
    "table",
    { key: "grid", role: "table", class: "mam-odds", "data-mam": "odds", "data-many": String(isNarrow), "aria-label": "Probability of each place for each unseen card" },
    h(
      "thead",
      { role: "rowgroup" },
      h(
        "tr",
        { role: "row" },
        h("th", { role: "columnheader", scope: "col" }, h("span", { class: "mam-aside" }, "Card")),
        places.map(({ id, name, size }) =>
          h(
            "th",
            { key: id, role: "columnheader", scope: "col", title: `${name}: ${size} unseen ${size === 1 ? "card" : "cards"}` },
            isNarrow ? name.slice(0, 3) : name,
            h("span", { class: "mam-odds-size", "aria-hidden": "true" }, String(size)),
          ),
        ),
      ),
    ),
    rows.map((row) =>
      h(
        "tbody",
        { key: row.color || "animals", role: "rowgroup", "aria-label": row.name },
        row.cards.map((card) =>
          h(
            "tr",
            { key: card.code, role: "row", "data-card": card.code },
            h("th", { role: "rowheader", scope: "row" }, chip(card.code, cards), card.copies > 1 && h("span", { class: "mam-odds-copies" }, `×${card.copies}`)),
            card.cells.map((cell, index) => oddsCell(cell, places[index].name, isNarrow)),
          ),
        ),
      ),
    ),
  );
}

/**
 * The tab: the grid, how it was computed, and whether the calls count. Python sends the odds once the tab is open.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function oddsPart(scene, ui) {
  const { odds } = scene;
  if (!odds) return h("p", { key: "wait", class: "mam-quiet" }, "Computing…");
  return [
    odds.places.length > 0 &&
      h(
        "div",
        { key: "odds" },
        h("b", null, odds.viewer ? `What ${odds.viewer} knows` : "Unseen cards"),
        h("p", { class: "mam-quiet" }, "✓ must be there, – cannot be there"),
        oddsTable(scene),
      ),
    h("p", { key: "sentence", class: "mam-quiet", "data-mam": "odds-sentence" }, odds.sentence),
    scene.tools?.all_hands &&
      scene.tools.can_show_all &&
      h("div", { key: "hide" }, actButton("hide-hands", "Hide hands", { do: "all_hands", is_on: false }, ui, { "data-area": "panel", title: "Shows the odds for the player to move." })),
    odds.places.length > 0 &&
      scene.auction.length > 0 &&
      tickBox("odds-listen", "panel", "Weigh by calls and cards (simulated)", ui.listens, (on) => ui.listen(on)),
  ];
}
