// The position of a question, set small: tricks as chips, the calls as a line, hands as rows.

import { chip, isHidden, sign } from "../shared/ui/cards.js";
import { h } from "../shared/ui/elements.js";
import { callOrder, callRows } from "../shared/ui/table.js";

/** @import { CardFacts, Scene } from "../shared/ui/scene.js" */

/**
 * Every trick, card by card; who takes it is marked once the answer is given.
 * @param {Scene} scene
 */
export function trickList(scene, hook) {
  const { tricks } = scene.quiz;
  if (!tricks.length) return null;
  return h(
    "ol",
    { key: "tricks", class: "mam-quiz-tricks", "data-mam": hook, "data-many": String(tricks.length > 4), "aria-label": "The tricks, first card led" },
    tricks.map((trick) =>
      h(
        "li",
        { key: trick.number },
        h("span", { class: "mam-number" }, trick.number),
        h(
          "span",
          { class: "mam-quiz-plays" },
          trick.plays.map((play, index) =>
            h(
              "span",
              { key: index, class: "mam-quiz-play" },
              h("span", { class: "mam-quiet", "aria-hidden": "true" }, play.short),
              h("span", { class: "mam-aside" }, `${play.name}${play.is_winning ? ", takes the trick" : ""}: `),
              chip(play.card, scene.cards, { class: play.is_winning ? "mam-chip mam-won" : "mam-chip" }),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * The trick on the table, as a line of chips.
 * @param {Scene} scene
 */
export function trickLine(scene) {
  const names = namesOf(scene);
  return h(
    "p",
    { key: "trick-line", class: "mam-quiz-line", "data-mam": "trick" },
    h("b", null, "Trick, first card led"),
    scene.trick.map((played) =>
      h(
        "span",
        { key: played.order, class: "mam-quiz-play" },
        names[played.seat] || played.seat,
        chip(played.card, scene.cards, { class: played.is_winning ? "mam-chip mam-won" : "mam-chip" }),
      ),
    ),
  );
}

/**
 * The calls of the auction in one line.
 * @param {Scene} scene
 */
export function auctionLine(scene) {
  if (!scene.auction.length) return null;
  const names = namesOf(scene);
  return h(
    "p",
    { key: "auction-line", class: "mam-quiz-line", "data-mam": "calls" },
    h("b", null, scene.auction.length > 1 ? "Auction" : "High bid"),
    scene.auction.map((call, index) => h("span", { key: index, class: "mam-quiz-call" }, `${names[call.seat] || call.seat} `, h("b", null, call.text))),
  );
}

const MOST_COLUMNS = 5; // calls of more seats than that stand in one line

/**
 * The calls of the auction in columns, one for each seat; whose turn it is, is left out.
 * @param {Scene} scene
 */
export function auctionGrid(scene) {
  if (scene.auction.length < 2 || scene.seats.length > MOST_COLUMNS) return auctionLine(scene);
  const seats = callOrder(scene);
  const cell = (call) => call && h("span", { class: call.pass ? "mam-passed" : "mam-made-call" }, call.text);
  return h(
    "table",
    { key: "auction-grid", class: "mam-quiz-auction", "data-mam": "calls", "aria-label": "Auction" },
    h(
      "thead",
      null,
      h("tr", null, seats.map((seat) => h("th", { key: seat.seat, scope: "col" }, seat.side && h("i", { class: "mam-side-sign", "data-side": seat.side }), ` ${seat.name}`))),
    ),
    h("tbody", null, callRows(scene).map((row, index) => h("tr", { key: index }, seats.map((seat, column) => h("td", { key: seat.seat }, cell(row[column])))))),
  );
}

/** @param {Scene} scene */
const namesOf = (scene) => Object.fromEntries(scene.seats.map((seat) => [seat.seat, seat.name]));

/**
 * The hands that the answer needs, a row each.
 * @param {Scene} scene
 */
export function compactHands(scene) {
  const { hands } = scene.quiz.visible;
  const seats = scene.seats.filter((seat) => hands.includes(seat.seat) && seat.open_cards && seat.open_cards.length);
  if (!seats.length) return null;
  return h(
    "ul",
    { key: "hands", class: "mam-quiz-hands", "data-mam": "hands", "aria-label": "Hands" },
    seats.map((seat) => h("li", { key: seat.seat, class: "mam-quiz-hand" }, h("b", null, seat.name), h("span", { class: "mam-quiz-suits" }, handParts(seat.open_cards, scene)))),
  );
}

/** @param {Scene} scene */
function handParts(cards, scene) {
  const facts = scene.cards;
  const parts = scene.colors.map(({ color, text }) => {
    const colorCards = cards.filter((card) => facts[card].color === color);
    return (
      colorCards.length > 0 &&
      h(
        "span",
        { key: color, class: "mam-quiz-suit" },
        h("span", { class: "mam-aside" }, `${text}: `),
        h("span", { class: "mam-plate-mark mam-lettered", "data-color": color, "aria-hidden": "true" }, sign(color, 12), color),
        colorCards.map((card, index) => rank(card, index, facts[card])),
      )
    );
  });
  const colorless = cards.filter((card) => !facts[card].color && !isHidden(card));
  const backs = cards.filter(isHidden).length;
  return [...parts, colorless.map((card, index) => chip(card, facts, { key: `${card}${index}` })), backs > 0 && h("span", { key: "backs" }, `${backs} face down`)];
}

/** @param {CardFacts} facts */
function rank(card, index, facts) {
  return h("span", { key: card + index, class: "mam-quiz-rank" }, facts.rank, facts.money > 0 && h("span", { "aria-hidden": "true" }, "$"));
}
