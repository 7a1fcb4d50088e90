// Table: the badges, the seats round the felt, and the cards of the trick.

import {
  COLORS,
  SUITS,
  cardName,
  chip,
  colorOf,
  face,
  formatAmount,
  isAnimal,
  isHidden,
  isLetter,
  isMoney,
  rankOf,
  sign,
} from "./cards.js";
import { h } from "./elements.js";
import { isLetterGame, letterBoard } from "./letters.js";

/** @import { Board } from "./board.js" */
/** @import { Scene } from "./scene.js" */

/**
 * What the seat whose turn it is has to do.
 * @param {Scene} scene
 */
function turnText(scene) {
  if (scene.asks) return scene.asks;
  if (isLetterGame(scene)) return "to play";
  return scene.trick.length && !scene.trick_done ? "to play" : "to lead";
}

/** A seat's plate: name, cards left, role in words, and whose turn it is. */
function seatPlate(seat, ring, turn) {
  const count = `${seat.cards} ${seat.cards === 1 ? "card" : "cards"}`;
  return h(
    "li",
    {
      key: seat.seat,
      class: "mam-plate",
      "data-mam": "seat",
      "data-seat": seat.seat,
      "data-at": seat.at,
      "data-ring": ring,
      "data-side": seat.side,
      "data-turn": seat.turn ? "true" : "false",
    },
    h("span", { class: "mam-stripe", "aria-hidden": "true" }),
    h(
      "span",
      { class: "mam-seat-name" },
      h("span", { class: "mam-who" }, seat.name),
      seat.turn && h("span", { class: "mam-turn" }, turn),
    ),
    h("span", { class: "mam-seat-role" }, seat.role ? `${count} · ${seat.role}` : count),
  );
}

function orderMark(order) {
  return order === 1
    ? h("span", { class: "mam-order mam-led" }, "1 led")
    : h("span", { class: "mam-order" }, order);
}

/**
 * One card on the table with its order, its ring and its pill.
 * @param {Scene} scene
 */
function trickCard(played, seat, scene, ring, uid) {
  const words = [`${seat.name}: ${cardName(played.card)}`];
  if (played.order === 1) words.push("led");
  if (played.just) words.push("just played");
  if (played.winning) words.push(scene.trick_done ? "takes the trick" : "winning so far");
  return h(
    "li",
    {
      key: `${played.seat}${played.order}`,
      class: "mam-slot",
      "data-at": seat.at,
      "data-ring": ring,
      "data-mam": "trick-card",
      "data-card": played.card,
      "data-seat": played.seat,
      "data-just": played.just ? "true" : "false",
      "data-winning": played.winning ? "true" : "false",
      style: { order: played.order },
    },
    h("span", { class: "mam-aside" }, words.join(", ")),
    h(
      "div",
      { class: "mam-trick-card", "aria-hidden": "true" },
      h("div", { class: "mam-ring" }),
      face(played.card, uid),
      orderMark(played.order),
      played.winning && h("span", { class: "mam-pill" }, scene.trick_done ? "takes" : "winning"),
    ),
    h("span", { class: "mam-under", "aria-hidden": "true" }, seat.name),
  );
}

function awaitedSlot(next, seat, ring) {
  return h(
    "li",
    {
      key: `${next.seat}${next.order}`,
      class: "mam-slot mam-awaited",
      "data-at": seat.at,
      "data-ring": ring,
      style: { order: next.order },
    },
    h(
      "div",
      { class: "mam-trick-card" },
      h("span", { class: "mam-expects" }, seat.name.length > 9 ? "next card" : `${seat.name}’s card`),
      orderMark(next.order),
    ),
    h("span", { class: "mam-under", "aria-hidden": "true" }, seat.name),
  );
}

/**
 * What the trick holds so far, and what Bull or Bear make of it.
 * @param {Scene} scene
 */
function trickValue(scene) {
  if ((!scene.trick.length && !scene.next) || scene.unit === "tricks") return null;
  return h(
    "p",
    { key: "worth", class: "mam-worth" },
    h("span", null, "Trick value"),
    h("strong", null, formatAmount(scene.worth, scene.unit), scene.effect && h("span", { class: "mam-effect" }, scene.effect)),
  );
}

/**
 * The seats in the order in which they call.
 * @param {Scene} scene
 */
export function callOrder(scene) {
  const { seats, made } = scene;
  const opener = made.length ? made[0].seat : (seats.find((seat) => seat.turn) || {}).seat;
  const from = Math.max(
    0,
    seats.findIndex((seat) => seat.seat === opener),
  );
  return [...seats.slice(from), ...seats.slice(0, from)];
}

/**
 * The calls of the auction, one column a seat, in the order the seats called.
 * @param {Scene} scene
 */
export function callTable(scene) {
  if (!scene.made.length) return null;
  const seats = callOrder(scene);
  const order = seats.map((seat) => seat.seat);
  const rows = [];
  let column = Infinity;
  for (const call of scene.made) {
    const here = order.indexOf(call.seat);
    if (here <= column) rows.push([]); // round the table once more
    rows.at(-1)[here] = call;
    column = here;
  }
  return h(
    "table",
    { key: "calls", class: "mam-made-calls" },
    h("caption", null, scene.unit === "points" ? "The auction, in points" : "The auction, in thousands"),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        seats.map((seat) => h("th", { scope: "col" }, seat.name)),
      ),
    ),
    h(
      "tbody",
      null,
      rows.map((row) =>
        h(
          "tr",
          null,
          order.map((_, here) =>
            h(
              "td",
              { class: row[here] && row[here].pass ? "mam-passed" : null },
              row[here] ? row[here].text : "",
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * The felt: seats round the table, the cards of the trick in their places.
 * @param {Scene} scene
 * @param {Board} ui
 */
export function tableTop(scene, ui) {
  const many = scene.seats.length;
  const ring = many > 8 ? "ten" : many > 4 ? "eight" : "four";
  const at = Object.fromEntries(scene.seats.map((seat) => [seat.seat, seat]));
  const nobody = { name: "", at: "B" };
  const cards = scene.trick.map((played) =>
    trickCard(played, at[played.seat] || nobody, scene, ring, ui.uid),
  );
  if (scene.next) cards.push(awaitedSlot(scene.next, at[scene.next.seat] || nobody, ring));
  const bidding = isLetterGame(scene) || (!scene.trick.length && !scene.next && !scene.count);
  return h(
    "section",
    {
      key: "felt",
      class: "mam-felt",
      "data-ring": ring,
      "data-bidding": bidding ? "true" : "false",
      "aria-label": "The table",
      style: { "--across": Math.min(4, many) },
    },
    h(
      "ul",
      { class: "mam-plates", "aria-label": "Seats, clockwise" },
      (bidding && !isLetterGame(scene) ? callOrder(scene) : scene.seats).map((seat) => seatPlate(seat, ring, turnText(scene))),
    ),
    h("ol", { class: "mam-trick", "aria-label": "Cards on the table, in order of play" }, cards),
    trickValue(scene),
    bidding && callTable(scene),
    letterBoard(scene, ui),
  );
}

/** A hand of which some cards lie face down under others: the open ones in a row, with the backs behind them. */
function halfHidden(seat, uid) {
  return h(
    "ul",
    { class: "mam-pairs mam-small" },
    seat.open.map((card, index) =>
      h(
        "li",
        { key: card, class: seat.under[index] ? "mam-pair mam-on-back" : "mam-pair" },
        h("span", { class: "mam-aside" }, cardName(card) + (seat.under[index] ? ", on a face-down card" : "")),
        seat.under[index] && h("span", { class: "mam-pair-back", "aria-hidden": "true" }, face("??", uid)),
        h("span", { class: "mam-pair-face", "aria-hidden": "true" }, face(card, uid)),
      ),
    ),
  );
}

/**
 * Every hand that lies open, a row for each color, as a diagram in a book shows them.
 * @param {Scene} scene
 * @param {Board} ui
 */
export function openHands(scene, ui) {
  const seats = scene.seats.filter((seat) => seat.open);
  if (!seats.some((seat) => seat.open.length)) return null;
  const order = ["L1", "L2", "L", "TL", "T", "TR", "R", "R2", "R1", "BR", "B", "BL"];
  const placed = [...seats].sort((a, b) => order.indexOf(a.at) - order.indexOf(b.at));
  return h(
    "section",
    { key: "open", class: "mam-panel mam-open", "data-mam": "open-hands", "aria-label": "Open hands" },
    placed.map((seat) =>
      h(
        "div",
        {
          key: seat.seat,
          class: "mam-open-hand",
          "data-side": seat.side,
          "data-turn": seat.turn ? "true" : "false",
        },
        h(
          "h4",
          null,
          h("span", { class: "mam-stripe", "aria-hidden": "true" }),
          seat.own ? `${seat.name}, own hand` : seat.name,
          h("span", { class: "mam-count-of" }, seat.cards),
        ),
        seat.under ? halfHidden(seat, ui.uid) : h("ul", null, openRows(seat.open, scene)),
      ),
    ),
  );
}

function openRank(card, index) {
  if (!isMoney(card)) return h("span", { key: card + index, class: "mam-rank" }, rankOf(card));
  return h(
    "span",
    { key: card + index, class: "mam-rank mam-rank-money" },
    rankOf(card),
    h("span", { "aria-hidden": "true" }, "$"),
  );
}

/** @param {Scene} scene */
function openRows(cards, scene) {
  const names = { ...COLORS, ...SUITS };
  const rows = scene.colors.map((color) => {
    const held = cards.filter((card) => colorOf(card) === color);
    return h(
      "li",
      { key: color, class: "mam-open-row" },
      h("span", { class: "mam-aside" }, `${names[color]}: ${held.length ? "" : "none"}`),
      h(
        "span",
        { class: "mam-plate-mark mam-lettered", "data-color": color, "aria-hidden": "true" },
        sign(color, 12),
        color,
      ),
      h(
        "span",
        { class: "mam-ranks" },
        held.length ? held.map(openRank) : h("span", { class: "mam-void", "aria-hidden": "true" }, "–"),
      ),
    );
  });
  const animals = cards.filter((card) => isAnimal(card) || isLetter(card));
  const backs = cards.filter(isHidden).length;
  if (animals.length)
    rows.push(
      h(
        "li",
        { key: "animals", class: "mam-open-row mam-chips" },
        animals.map((card, index) => chip(card, { key: `${card}${index}` })),
      ),
    );
  if (backs) rows.push(h("li", { key: "backs", class: "mam-open-row" }, `${backs} face down`));
  return rows;
}
