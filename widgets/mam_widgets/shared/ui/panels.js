// Panels: the ruling and what stands beside it: note, other moves, order of a color, captured tricks, the count.

import { chip, chipButton, formatAmount, icon } from "./cards.js";
import { h } from "./elements.js";
import { capitalize } from "./words.js";

/** @import { Ui } from "./ui.js" */
/** @import { Scene } from "./scene.js" */

const RULING_ICONS = { stop: "stop", ok: "ok", info: "info" };

/* A rule in plain words, and where it stands. */
function citation(cite) {
  return h(
    "div",
    { key: cite.id, class: "mam-cite" },
    cite.words && h("p", { class: "mam-rule" }, cite.words),
    h("p", { class: "mam-source" }, h("b", null, cite.id), cite.source && ` · ${cite.source}`),
  );
}

/* The first rule can be read at once, for a refusal all of them; the others wait behind one line. */
function citations(ruling) {
  const cites = ruling.cites || [];
  const first = ruling.kind === "stop" ? cites.length : 1;
  const hidden = cites.slice(first);
  if (!cites.length) return null;
  return h(
    "div",
    { key: "cites", class: "mam-cites" },
    cites.slice(0, first).map(citation),
    hidden.length > 0 &&
      h(
        "details",
        { key: "more" },
        h("summary", null, `${hidden.length} hidden ruling${hidden.length > 1 ? "s" : ""}`),
        hidden.map(citation),
      ),
  );
}

/**
 * The one place where a rule is explained; its chips act.
 * @param {Ui} ui
 */
export function rulingPanel(ruling, ui) {
  const shown = ruling || { kind: "info", head: "", text: "", may: [], cites: [] };
  const empty = !shown.head && !shown.text;
  return h(
    "section",
    {
      key: "ruling",
      class: "mam-panel mam-ruling",
      "data-mam": "ruling",
      "data-kind": shown.kind,
      "aria-label": "Ruling",
    },
    h("h4", null, "Ruling"),
    empty && h("p", { class: "mam-quiet" }, "Move to a card to see why it can or cannot be played."),
    shown.head &&
      h(
        "p",
        { key: "head", class: "mam-ruling-head" },
        icon(RULING_ICONS[shown.kind] || "info", 18),
        h("span", null, shown.head),
      ),
    shown.text && h("p", { key: "text" }, shown.text),
    (shown.moves || []).length > 0 &&
      h(
        "div",
        { key: "may", class: "mam-may", role: "group", "aria-label": "What else is legal" },
        h("span", { class: "mam-may-label" }, shown.moves.some((alternative) => alternative.card) ? "You may play" : "You may"),
        shown.moves.map((alternative) =>
          chipButton(alternative.card, alternative.text, ui.scene.cards, {
            key: alternative.move,
            "data-mam": "may",
            "data-area": "ruling",
            "data-move": alternative.move,
            on: { click: () => ui.move(alternative.move) },
          }),
        ),
      ),
    citations(shown),
  );
}

export function notePanel(note) {
  if (!note) return null;
  return h(
    "section",
    { key: "note", class: "mam-panel mam-note", "data-mam": "note", "aria-label": note.head || "Note" },
    h("h4", null, note.head),
    String(note.text)
      .split("\n")
      .filter(Boolean)
      .map((line) => h("p", null, line)),
    note.source && h("p", { class: "mam-source" }, note.source),
  );
}

/** What stands beside a decision: what a bid puts at stake, what may be discarded, what comes next. */
export const guidePanel = (note) =>
  h(
    "section",
    { key: note.head, class: "mam-panel mam-guide", "data-mam": "guide", "aria-label": note.head },
    h("h4", null, note.head),
    h("p", null, note.text),
    note.source && h("p", { class: "mam-source" }, note.source),
  );

/**
 * The last trick while the round is played, or the rule by which nobody may look at it again.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function lastTrickPanel(scene, ui) {
  const last = scene.last_trick;
  if (!last) return null;
  const name = (seat) => (seat === scene.viewer ? "You" : (scene.seats.find((row) => row.seat === seat) || { name: "Nobody" }).name);
  const { trick } = last;
  return h(
    "section",
    { key: "last", class: "mam-panel mam-last-trick", "data-mam": "last-trick", "aria-label": "Last trick" },
    h("h4", null, "Last trick"),
    trick && [
      h(
        "div",
        { key: "cards", class: "mam-chips" },
        trick.cards.map((card) => chip(card.card, ui.scene.cards, { key: card.seat + card.card, class: card.seat === trick.winner ? "mam-chip mam-won" : "mam-chip" })),
      ),
      h(
        "p",
        { key: "by" },
        trick.tag && h("span", { class: "mam-tag" }, trick.tag),
        name(trick.winner) === "You" ? "You took it: " : `${name(trick.winner)} took it: `,
        h("b", null, captureText(trick, scene.unit)),
      ),
    ],
    h("p", { key: "rule", class: "mam-quiet" }, last.text, " ", h("b", null, last.cite.id)),
  );
}

/* Cards refused for the same reason share one line. */
function refusedGroups(refused) {
  const groups = new Map();
  for (const item of refused) {
    const key = `${item.id} ${item.why}`;
    if (!groups.has(key)) groups.set(key, { why: item.why, id: item.id, items: [] });
    groups.get(key).items.push(item);
  }
  return [...groups.values()];
}

const itemChip = (item, index, cards) =>
  item.card
    ? chip(item.card, cards, { key: `${item.card}${index}` })
    : h("span", { key: index, class: "mam-plain-chip" }, item.text);

/**
 * What else could have been done, and why the rest could not: one entry for each reason.
 * @param {Scene} scene
 */
export function alternativesPanel({ alternatives, cards }) {
  if (!alternatives) return null;
  const { legal, refused } = alternatives;
  return h(
    "section",
    { key: "alternatives", class: "mam-panel", "data-mam": "alternatives", "aria-label": alternatives.head },
    h("h4", null, alternatives.head),
    !legal.length &&
      h(
        "p",
        null,
        refused.length ? "Nothing else was legal." : "No other move was legal.",
      ),
    legal.length > 0 && h("div", { class: "mam-chips" }, legal.map((item, index) => itemChip(item, index, cards))),
    refused.length > 0 &&
      h(
        "details",
        { key: "refused" },
        h("summary", null, `Not legal, and why (${refused.length})`),
        h(
          "ul",
          { class: "mam-refused" },
          refusedGroups(refused).map((group) =>
            h(
              "li",
              { key: `${group.id} ${group.why}` },
              h("div", { class: "mam-chips" }, group.items.map((item, index) => itemChip(item, index, cards))),
              h("p", null, group.why, group.id && h("span", { class: "mam-source" }, ` ${group.id}`)),
            ),
          ),
        ),
      ),
  );
}

/* A row of ranks; with two packs the second copies are a row of their own. */
function cellRow(cells, color) {
  return h(
    "div",
    { class: "mam-cells", "data-color": color, "aria-hidden": "true" },
    cells.map((cell) =>
      h(
        "div",
        { key: cell.rank, class: "mam-cell", "data-state": cell.state },
        h("span", { class: "mam-cell-rank" }, cell.rank),
        h("span", { class: "mam-cell-money" }, cell.money ? cell.points || "$" : ""),
      ),
    ),
  );
}

export function colorOrderPanel(strip) {
  if (!strip) return null;
  const { heading, order } = strip;
  const list = (state) =>
    [...strip.cells, ...(strip.second || [])]
      .filter((cell) => cell.state === state)
      .map((cell) => cell.rank)
      .join(", ") || "none";
  return h(
    "section",
    { key: "strip", class: "mam-panel mam-strip", "aria-label": "Order of the color" },
    h("h4", null, heading),
    h(
      "div",
      {
        role: "img",
        "aria-label": `${[heading, order].filter(Boolean).join(": ")}. Played: ${list("played")}. In this hand: ${list("yours")}. Elsewhere: ${list("out")}.`,
      },
      cellRow(strip.cells, strip.color),
      strip.second && cellRow(strip.second, strip.color),
    ),
    h("p", { class: "mam-quiet" }, `Underlined: in this hand. Struck out: played or discarded.${order ? ` ${capitalize(order)}.` : ""}`),
  );
}

/* What was captured with a trick; where tricks are counted, the trick itself. */
/**
 * @param {Scene["history"][number]} trick
 * @param {string} unit
 */
const captureText = (trick, unit) => (unit === "tricks" || !trick.winner ? "the trick" : formatAmount(trick.trick_value, unit));

function describeTrick(trick, names, { unit, cards: facts }) {
  const cards = trick.cards.map((card) => `${names(card.seat)} ${facts[card.card].name}`).join(", ");
  return `Trick ${trick.number}: ${cards}. ${trick.tag ? `${trick.tag}. ` : ""}${trick.winner_name} captured ${captureText(trick, unit)}. Go to this trick.`;
}

/** @param {Ui} ui */
function pastTrick(trick, names, ui) {
  const { unit } = ui.scene;
  return h(
    "li",
    { key: trick.number },
    h(
      ui.canStep() ? "button" : "div", // only a stepper can go back to the moment
      {
        class: "mam-past",
        "data-mam": "past",
        "data-step": trick.step,
        ...(ui.canStep() && {
          type: "button",
          "data-area": "history",
          "aria-label": describeTrick(trick, names, ui.scene),
          on: { click: () => ui.goToStep(trick.step) },
        }),
      },
      h("span", { class: "mam-number" }, trick.number),
      h(
        "span",
        { class: "mam-past-body" },
        h(
          "span",
          { class: "mam-chips" },
          trick.cards.map((card) =>
            chip(card.card, ui.scene.cards, {
              key: card.seat + card.card,
              class: card.seat === trick.winner ? "mam-chip mam-won" : "mam-chip",
            }),
          ),
        ),
        h(
          "span",
          { class: "mam-past-words" },
          trick.tag && h("span", { class: "mam-tag" }, trick.tag),
          h("strong", null, trick.winner_name),
          ` captured `,
          h("strong", null, captureText(trick, unit)),
        ),
      ),
    ),
  );
}

/**
 * Tricks taken, newest first; each is a button that goes to the moment it was taken. Beside the table only the
 * newest few lie open, so that the widget keeps its height.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function historyPanel(scene, ui) {
  const { history } = scene;
  if (!history.length) return null;
  const names = (seat) => (scene.seats.find((row) => row.seat === seat) || { name: seat }).name;
  const list = (tricks) => h("ol", null, tricks.map((trick) => pastTrick(trick, names, ui)));
  const newest = ui.width >= 840 && ui.width < 1280 ? 4 : history.length;
  const older = history.slice(newest);
  return h(
    "details",
    { key: "history", class: "mam-panel mam-history", "data-mam": "history", first: { open: true } },
    h("summary", null, "Tricks, first card led"),
    list(history.slice(0, newest)),
    older.length > 0 &&
      h(
        "details",
        { key: "older" },
        h("summary", null, older.length > 1 ? `${older.length} earlier tricks` : "1 earlier trick"),
        list(older),
      ),
  );
}

/**
 * The count: what each side turned up, trick by trick, its total, and what the round scores.
 * @param {Scene} scene
 */
export function countPanel(scene) {
  const { count, unit } = scene;
  if (!count) return null;
  const sides = new Map();
  for (const line of count.lines) sides.set(line.side, [...(sides.get(line.side) || []), line]);
  return h(
    "section",
    { key: "count", class: "mam-panel mam-count", "data-mam": "count", "aria-label": count.head },
    h("h4", null, count.head),
    [...sides].map(([side, lines]) =>
      h(
        "table",
        { key: side },
        h("caption", null, side),
        h(
          "tbody",
          null,
          lines.map((line) => h("tr", null, h("td", null, line.text), h("td", null, formatAmount(line.sum, unit)))),
        ),
        h(
          "tfoot",
          null,
          h("tr", null, h("th", { scope: "row" }, "Total"), h("td", null, formatAmount(lines.at(-1).sum, unit))),
        ),
      ),
    ),
    count.result.map((line) => h("p", { class: "mam-result" }, line)),
  );
}
