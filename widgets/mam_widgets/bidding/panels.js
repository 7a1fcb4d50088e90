// What the bidding lab's side panel reads: the advice, how the figures were computed, the hand and the guesses.

import { actButton } from "../shared/ui/buttons.js";
import { icon } from "../shared/ui/cards.js";
import { h } from "../shared/ui/elements.js";
import { handForm } from "../shared/ui/hand_form.js";
import { figuresTable } from "../shared/ui/fields.js";
import { callOrder } from "../shared/ui/table.js";

/** @import { Ui } from "../shared/ui/ui.js" */
/** @import { Scene } from "../shared/ui/scene.js" */

/**
 * What to call now, where to stop, and what each limit gains.
 * @param {Scene} scene
 */
export function advicePart(scene) {
  const { advice, step } = scene.lab;
  if (!advice) return step === "call" && h("p", { key: "advice", class: "mam-quiet", "data-mam": "advice" }, scene.lab.no_advice);
  const { head, columns, rows } = advice.table;
  return h(
    "section",
    { key: "advice", class: "mam-lab-advice", "data-mam": "advice", "aria-label": "Advice" },
    h("p", { class: "mam-ruling-head" }, icon("bulb", 20), h("span", null, advice.head)),
    h("p", { class: "mam-lab-why" }, advice.why),
    h("h4", null, head),
    h(
      "table",
      { class: "mam-plans" },
      h("thead", null, h("tr", null, columns.map((name) => h("th", { scope: "col" }, name)))),
      h(
        "tbody",
        null,
        rows.map((row) =>
          h(
            "tr",
            { key: `${row.text} ${row.limit}`, class: row.is_best ? "mam-best-plan" : null },
            h("th", { scope: "row" }, `${row.text} `, h("span", null, row.limit)),
            h("td", null, row.gain),
            h("td", null, row.chance),
          ),
        ),
      ),
    ),
    h("p", { class: "mam-quiet" }, advice.note),
  );
}

/**
 * The last call of each seat, in a row.
 * @param {Scene} scene
 */
export function lastCalls(scene) {
  const { auction, hand, unit } = scene;
  if (!auction.length) return null;
  const last = (seat) => auction.findLast((call) => call.seat === seat);
  const text = (seat) => (last(seat) ? last(seat).text : hand && hand.seat === seat ? "you" : "–");
  const seats = callOrder(scene);
  return h(
    "section",
    { key: "calls", class: "mam-last-calls", "aria-label": "Auction so far" },
    h("h4", null, `Auction so far, ${unit === "points" ? "points" : "thousands"}`),
    h("dl", null, seats.map((seat) => h("div", { key: seat.seat }, h("dt", null, seat.name), h("dd", null, text(seat.seat))))),
  );
}

/**
 * The guess for this hand, and how well all of them came true.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function guessesPart(scene, ui) {
  const { guess_first: guessFirst, guess, book, figures } = scene.lab;
  return h(
    "section",
    { key: "book", class: "mam-book", "data-mam": "book", "aria-label": "Your guesses" },
    h("h4", null, guessFirst ? "Your guesses" : "Your guess"),
    guess && guess.text && h("p", { key: "guessed", "data-mam": "guessed" }, guess.text),
    figures && figures.bid_text && h("p", { key: "bid-text", "data-mam": "bid-text" }, figures.bid_text),
    !guessFirst &&
      h(
        "p",
        { key: "off" },
        h("b", null, "Off. "),
        actButton("guess-first", "Guess before you see", { do: "guess_first", is_on: true }, ui, { class: "mam-link", "data-area": "book" }),
      ),
    book && book.fault && h("p", { role: "alert", "data-mam": "book-fault" }, book.fault),
    guessFirst && book && h("p", { "data-mam": "brier" }, book.head),
    guessFirst && book && book.rows.length > 0 && figuresTable(book, { class: "mam-figures-table" }),
    guessFirst && book && h("p", { class: "mam-quiet mam-book-file" }, book.file),
  );
}

/**
 * How the figures were computed, and all of them as tables.
 * @param {Scene} scene
 */
export function methodParts(scene) {
  const { figures, advice } = scene.lab;
  if (!figures) return [];
  return [
    h(
      "section",
      { key: "found", class: "mam-found", "data-mam": "found", "aria-label": "How this was computed" },
      [...figures.text, advice && advice.model].filter(Boolean).map((line) => h("p", { key: line }, line)),
    ),
    figures.charts.map((chart) =>
      h(
        "section",
        { key: chart.key, class: "mam-found mam-method-table", tabindex: "-1", "data-mam": "figures", "data-chart": chart.key, "aria-label": chart.name },
        h("h4", null, chart.name),
        figuresTable(chart.table, { class: "mam-figures-table" }),
      ),
    ),
  ];
}

/**
 * The cards of the hand, another one like it, or one that is typed.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function handParts(scene, ui) {
  const { lab } = scene;
  return [
    h(
      "section",
      { key: "cards", class: "mam-found", "data-mam": "hand-cards", "aria-label": "This hand" },
      h("h4", null, "This hand"),
      h("p", null, lab.cards),
      h("p", { class: "mam-quiet" }, `Hands like this: ${lab.similar}.`),
      actButton("similar", "Deal me hands like this", { do: "similar" }, ui, { "data-area": "another" }),
    ),
    handForm(ui, "Its cards, a deal code, or a condition like “five reds and the Tiger”"),
  ];
}
