// Sheet: the score of a match, and figures with what they may be off by: a hint, a review.

import { formatAmount, icon } from "../shared/ui/cards.js";
import { h } from "../shared/ui/elements.js";
import { capitalize } from "../shared/ui/words.js";

/** @import { Ui } from "../shared/ui/ui.js" */
/** @import { Scene } from "../shared/ui/scene.js" */

const quietText = (text) => h("span", { class: "mam-quiet" }, text);

/* A figure with what it may be off by; under the words, why. */
function figureRow(row, index) {
  return h(
    "tr",
    { key: index },
    h(
      "td",
      null,
      h("b", null, row.move),
      row.why && quietText(row.why),
    ),
    h("td", null, h("b", null, row.figure), row.margin && quietText(row.margin)),
  );
}

function figureTable(key, heads, rows) {
  return h(
    "table",
    { key, class: "mam-figures" },
    h("thead", null, h("tr", null, heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", null, rows.map(figureRow)),
  );
}

/** @param {Scene} scene */
export function hintPanel(scene) {
  const { hint } = scene.session;
  if (!hint) return null;
  return h(
    "section",
    { key: "hint", class: "mam-panel mam-advice", "data-mam": "hint-panel", "aria-label": "Hint" },
    h("p", { class: "mam-advice-head" }, icon("bulb", 18), h("span", null, `Hint: ${hint.head}`)),
    h("p", null, `${capitalize(hint.reason)}.`),
    hint.rows.length > 0 && figureTable("rows", ["Move", "Expected gain"], hint.rows),
    hint.note && h("p", { class: "mam-quiet" }, hint.note),
  );
}

/**
 * How far each side is on its way to the score that wins.
 * @param {Scene} scene
 */
export function racePanel(scene) {
  const { sheet } = scene.session;
  const { target, unit } = sheet;
  if (!(target > 1)) return null; // one round decides
  const money = unit !== "points";
  const full = (amount) => formatAmount(amount, money ? "money" : "points");
  return h(
    "section",
    { key: "race", class: "mam-panel mam-match-race", "data-mam": "race", "aria-label": "Race" },
    h("h4", null, money && target === 1000 ? "Race to a million" : `Race to ${full(target)}`),
    sheet.columns.map((column, index) =>
      h(
        "div",
        { key: column.name, class: "mam-match-side" },
        h("span", null, sheet.columns.length === 2 && h("i", { class: "mam-side-sign", "data-side": index ? "B" : "A" }), ` ${column.text}`),
        h("b", null, full(sheet.totals[index])),
        h(
          "span",
          { class: "mam-match-bar", "aria-hidden": "true" },
          h("span", { "data-side": sheet.columns.length === 2 ? (index ? "B" : "A") : null, style: { width: `${Math.max(0, Math.min(100, (sheet.totals[index] / target) * 100))}%` } }),
        ),
      ),
    ),
  );
}

/**
 * Open the review of a finished round, or say why there is none.
 * @param {number} number
 * @param {Ui} ui
 */
function reviewRound(number, ui) {
  const { rounds } = ui.scene.session;
  const round = rounds.find((each) => each.number === number);
  if (!round) return ui.say(rounds.length ? `Round ${number} is not over.` : "You can review a round when it is over.");
  return round.why_not ? ui.say(round.why_not) : ui.send({ do: "review", number });
}

/**
 * A button for each finished round, which opens its review.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function roundButtons(scene, ui) {
  const { rounds } = scene.session;
  return h(
    "div",
    { key: "rounds", class: "mam-rounds", role: "group", "aria-label": "Review a round" },
    h("span", { class: "mam-quiet", "aria-hidden": "true" }, "Round"),
    rounds.map(({ number, why_not, is_open }) => roundButton(number, String(number), "mam-round", ui, { "aria-disabled": why_not ? "true" : null, "aria-pressed": String(is_open) })),
  );
}

const roundButton = (number, text, look, ui, more = {}) =>
  h(
    "button",
    {
      key: `round${number}`,
      type: "button",
      class: look,
      "data-mam": "review-round",
      "data-number": number,
      "data-area": "panel",
      "aria-label": `Review round ${number}`,
      title: `Review round ${number}`,
      ...more,
      on: { click: () => reviewRound(number, ui) },
    },
    text,
  );

/**
 * The score sheet: a column for each side, or with many persons a row for each. Each finished round opens its review.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function sheetPanel(scene, ui) {
  const { sheet, rounds } = scene.session;
  return h(
    "section",
    { key: "sheet", class: "mam-panel mam-sheet", "data-mam": "sheet", "aria-label": "Score" },
    h("h4", null, "Match score"),
    sheet.columns.length > 3 ? [personRows(sheet), rounds.length > 0 && roundButtons(scene, ui)] : roundRows(sheet, rounds, ui),
    h("p", { class: "mam-quiet" }, `${capitalize(sheet.unit)}.${sheet.target > 1 ? ` The first to reach ${sheet.target.toLocaleString("en-US")} wins.` : ""}`),
    rounds.length > 0 && h("p", { class: "mam-quiet" }, "Choose a round to review it."),
    sheet.verdict && h("p", { class: "mam-result" }, sheet.verdict),
    sheet.remarks.map((line) => h("p", { class: "mam-quiet" }, line)),
  );
}

function roundRows(sheet, rounds, ui) {
  return h(
    "table",
    { key: "rounds" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, "Round"),
        sheet.columns.map((column, index) =>
          h("th", { scope: "col" }, sheet.columns.length === 2 && h("i", { class: "mam-side-sign", "data-side": index ? "B" : "A" }), ` ${column.text}`),
        ),
      ),
    ),
    h(
      "tbody",
      null,
      sheet.rows.map((row, index) =>
        h(
          "tr",
          { key: index, class: row.kind === "round" ? "mam-sheet-round" : null, "aria-current": row.kind === "round" && rounds[Number(row.head) - 1]?.is_open ? "true" : null },
          h(
            "th",
            { scope: "row" },
            row.kind === "round" ? roundButton(Number(row.head), row.head, "mam-link mam-round-link", ui) : row.head,
            (row.bid || row.outcome) && quietText([row.bid, row.outcome].filter(Boolean).join(", ")),
          ),
          row.cells.map((cell) => h("td", null, cell.score, cell.detail && quietText(cell.detail))),
        ),
      ),
    ),
    h(
      "tfoot",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "row" }, "Total"),
        sheet.totals.map((total) => h("td", null, formatTotal(total))),
      ),
    ),
  );
}

function personRows(sheet) {
  const last = sheet.rows.at(-1);
  return h(
    "table",
    { key: "persons" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("td", null),
        last ? h("th", { scope: "col" }, `Round ${last.head}`) : h("td", null),
        h("th", { scope: "col" }, "Total"),
      ),
    ),
    h(
      "tbody",
      null,
      sheet.columns.map((column, index) =>
        h(
          "tr",
          { key: column.name },
          h("th", { scope: "row" }, column.text),
          h("td", null, last && [last.cells[index].score, last.cells[index].detail && quietText(last.cells[index].detail)]),
          h("td", null, h("b", null, formatTotal(sheet.totals[index]))),
        ),
      ),
    ),
  );
}

const formatTotal = (amount) => String(amount).replace("-", "−");
