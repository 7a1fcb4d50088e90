// Table: the badges, the seats around the felt, and the cards of the trick.

import {
  chip,
  emblemPlate,
  face,
  formatAmount,
  isHidden,
  sign,
} from "./cards.js";
import { h } from "./elements.js";
import { isLetterGame, letterBoard } from "./letters.js";

/** @import { Ui } from "./ui.js" */
/** @import { CardFacts, Scene } from "./scene.js" */

/**
 * What the seat to move must do.
 * @param {Scene} scene
 */
export function turnText(scene) {
  if (scene.prompt) return scene.prompt;
  if (isLetterGame(scene)) return "to play";
  return scene.trick.length && !scene.is_trick_complete ? "to play" : "to lead";
}

/**
 * A seat's plate: name, role, cards left, and whose turn it is.
 * @param {Scene} scene
 */
export function seatPlate(seat, ring, turn, scene) {
  const count = `${seat.cards} ${seat.cards === 1 ? "card" : "cards"}`;
  const you = seat.seat === scene.viewer;
  const open = ring === "four" && seat.open_cards && seat.open_cards.length > 0;
  return h(
    "li",
    {
      key: seat.seat,
      class: "mam-plate",
      "data-mam": "seat",
      "data-seat": seat.seat,
      "data-at": seat.place,
      "data-ring": ring,
      "data-side": seat.side,
      "data-you": you ? "true" : null,
      "data-turn": seat.turn ? "true" : "false",
      "data-open": open ? "true" : null,
    },
    h("span", { class: "mam-stripe", "aria-hidden": "true" }),
    h(
      "span",
      { class: "mam-seat-name" },
      h("span", { class: "mam-who" }, seat.name),
      you && h("span", { class: "mam-you" }, "you"),
      ring !== "row" && (seat.turn ? h("span", { class: "mam-turn" }, turn) : seat.roles.length > 0 && !open && h("span", { class: "mam-muted" }, seat.roles.join(" · "))),
    ),
    h("span", { class: "mam-seat-role" }, ring === "row" ? rowRole(seat, scene, count, turn) : open ? besideColors(seat, scene) || count : seat.turn ? [count, ...seat.roles].join(" · ") : count),
    open && plateHand(seat, scene),
  );
}

const colorlessNames = (seat, scene) => seat.open_cards.filter((card) => !isHidden(card) && !scene.cards[card].color).map((card) => scene.cards[card].name);

/* What an open hand holds besides colors: animals, and cards that lie face down. */
function besideColors(seat, scene) {
  const down = (seat.cards_beneath || []).filter(Boolean).length + seat.open_cards.filter(isHidden).length;
  return [...colorlessNames(seat, scene), down && `${down} face down`].filter(Boolean).join(", ");
}

/* Whether all hands lie open, not a dummy's or two: a short table has no room for them beside the cards. */
const hasAllOpen = (scene) => scene.seats.filter((seat) => seat.open_cards && seat.open_cards.length > 0).length > 2;

/**
 * On a phone: the hands that lie open, under the trick.
 * @param {Scene} scene
 */
function openLines(scene) {
  const seats = scene.seats.filter((seat) => seat.open_cards && seat.open_cards.length > 0);
  if (!seats.length || hasAllOpen(scene) || isLetterGame(scene)) return null;
  return h(
    "ul",
    { key: "open", class: "mam-open-lines", "aria-label": "Open hands" },
    seats.map((seat) => h("li", { key: seat.seat }, h("b", null, seat.seat === scene.viewer ? "You" : seat.name), colorGroups(seat, scene), colorlessNames(seat, scene).join(", "))),
  );
}

/* A hand that lies open, in a few rows on its plate: a dummy's, or the person's own while a dummy's is played. */
function plateHand(seat, scene) {
  return h("span", { key: "hand", class: "mam-plate-hand" }, colorGroups(seat, scene));
}

/* The ranks that an open hand holds of each color. */
function colorGroups(seat, scene) {
  const openOf = (color) => seat.open_cards.filter((card) => !isHidden(card) && scene.cards[card].color === color);
  return scene.colors
    .filter(({ color }) => openOf(color).length > 0)
    .map(({ color, text }) =>
      h("span", { key: color }, emblemPlate(color, 16), h("span", { class: "mam-aside" }, text), openOf(color).map((card) => scene.cards[card].rank).join(" ")),
    );
}

/* The text under a name in a row of plates: in a letter game the cards left and, where there is room, what was played. */
function rowRole(seat, scene, count, turn) {
  if (seat.is_dummy) return ""; // it makes no call: its name needs the space
  if (!isLetterGame(scene)) return callerRole(seat, scene) || (seat.turn ? turn : h("span", { class: "mam-plate-count" }, count));
  return seat.turn ? turn : [count, seat.roles.length > 0 && h("span", { class: "mam-wide-role" }, ` · ${seat.roles.join(" · ")}`)];
}

/* What a seat is in the auction: its calls stand below its plate. */
function callerRole(seat, scene) {
  const calls = scene.auction.filter((call) => call.seat === seat.seat);
  const last = calls.at(-1);
  if (!last) return seat.roles.join(" · ");
  const high = [...scene.auction].reverse().find((call) => !call.pass);
  return last.pass ? "out" : last === high ? "high bid" : seat.is_dealer ? "dealer" : "";
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
  const parts = [`${seat.name}: ${scene.cards[played.card].name}`];
  if (played.order === 1) parts.push("led");
  if (played.is_last) parts.push("just played");
  if (played.is_winning) parts.push(scene.is_trick_complete ? "takes the trick" : "winning so far");
  return h(
    "li",
    {
      key: `${played.seat}${played.order}`,
      class: "mam-slot",
      "data-at": seat.place,
      "data-ring": ring,
      "data-mam": "trick-card",
      "data-card": played.card,
      "data-seat": played.seat,
      "data-last": played.is_last ? "true" : "false",
      "data-winning": played.is_winning ? "true" : "false",
      style: { order: played.order },
    },
    h("span", { class: "mam-aside" }, parts.join(", ")),
    h(
      "div",
      { class: "mam-trick-card", "aria-hidden": "true" },
      h("div", { class: "mam-ring" }),
      face(played.card, uid),
      orderMark(played.order),
      played.is_winning && h("span", { class: "mam-pill" }, scene.is_trick_complete ? "takes it" : "winning"),
    ),
    underCard(seat, scene),
  );
}

/**
 * Who played it, where no plate stands beside the card.
 * @param {Scene} scene
 */
function underCard(seat, scene) {
  return h(
    "span",
    { class: "mam-slot-label", "aria-hidden": "true" },
    h("span", { class: "mam-slot-name" }, seat.side && h("i", { class: "mam-side-sign", "data-side": seat.side }), seat.seat === scene.viewer ? "You" : seat.name),
    h("span", { class: "mam-slot-count" }, seat.cards === undefined ? "" : `${seat.cards} ${seat.cards === 1 ? "card" : "cards"}`),
  );
}

/**
 * An empty place for a card that is still to come; the next one says whose card it waits for.
 * @param {Scene} scene
 */
function awaitedSlot(slot, seat, ring, scene, isNext) {
  return h(
    "li",
    {
      key: `${slot.seat}${slot.order}`,
      class: isNext ? "mam-slot mam-awaited mam-awaited-next" : "mam-slot mam-awaited",
      "data-at": seat.place,
      "data-ring": ring,
      style: { order: slot.order },
    },
    h(
      "div",
      { class: "mam-trick-card" },
      isNext && h("span", { class: "mam-expects" }, seat.seat === scene.viewer ? "Your card" : seat.name.length > 9 ? "next card" : `${seat.name}’s card`),
      orderMark(slot.order),
    ),
    underCard(seat, scene),
  );
}

/**
 * The trick's value so far, and how Bull or Bear changes it.
 * @param {Scene} scene
 */
function trickValue(scene) {
  if ((!scene.trick.length && !scene.next_card) || scene.unit === "tricks") return null;
  return h(
    "p",
    { key: "trick-value", class: "mam-trick-value" },
    h("span", null, "Trick value"),
    h("strong", null, formatAmount(scene.trick_value, scene.unit), scene.effect && h("span", { class: "mam-effect" }, scene.effect)),
  );
}

/**
 * The seats in the order in which they call.
 * @param {Scene} scene
 */
export function callOrder(scene) {
  const { seats, auction } = scene;
  const opener = auction.length ? auction[0].seat : (seats.find((seat) => seat.turn) || {}).seat;
  const from = Math.max(
    0,
    seats.findIndex((seat) => seat.seat === opener),
  );
  return [...seats.slice(from), ...seats.slice(0, from)];
}

/**
 * The calls, a row for each time around the table, a column for each seat in calling order.
 * @param {Scene} scene
 */
export function callRows(scene) {
  const order = callOrder(scene).map((seat) => seat.seat);
  const rows = [];
  let column = Infinity;
  for (const call of scene.auction) {
    const seatColumn = order.indexOf(call.seat);
    if (seatColumn <= column) rows.push([]); // around the table again
    rows.at(-1)[seatColumn] = call;
    column = seatColumn;
  }
  return rows;
}

/**
 * The calls of the auction, a column for each seat, in the order in which they called.
 * @param {Scene} scene
 */
export function callTable(scene) {
  if (!scene.auction.length) return null;
  const seats = callOrder(scene);
  const order = seats.map((seat) => seat.seat);
  const rows = callRows(scene);
  return h(
    "table",
    { key: "calls", class: "mam-call-table" },
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
          order.map((_, column) =>
            h(
              "td",
              { class: row[column] && row[column].pass ? "mam-passed" : null },
              row[column] ? row[column].text : "",
            ),
          ),
        ),
      ),
    ),
  );
}

const LONG_NAME = 9; // letters; a longer one takes two lines under a card

/**
 * The felt: seats around the table, the cards of the trick in their places.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function tableTop(scene, ui) {
  const count = scene.seats.length;
  const ring = count > 8 ? "ten" : count > 4 ? "eight" : "four";
  const seats = Object.fromEntries(scene.seats.map((seat) => [seat.seat, seat]));
  const nobody = { name: "", place: "B" };
  const cards = scene.trick.map((played) =>
    trickCard(played, seats[played.seat] || nobody, scene, ring, ui.uid),
  );
  awaited(scene).forEach((slot, index) => cards.push(awaitedSlot(slot, seats[slot.seat] || nobody, ring, scene, index === 0)));
  const letters = isLetterGame(scene);
  return h(
    "section",
    {
      key: "felt",
      class: "mam-felt",
      "data-ring": ring,
      "data-seats": count,
      "data-letters": letters ? "true" : "false",
      "data-all-open": hasAllOpen(scene) ? "true" : null,
      "data-long": scene.seats.some(({ name }) => name.length > LONG_NAME) ? "true" : null,
      "aria-label": "The table",
      style: { "--across": Math.min(4, count) },
    },
    h(
      "ul",
      { class: "mam-plates", "aria-label": "Seats, clockwise" },
      scene.seats.map((seat) => seatPlate(seat, letters ? "row" : ring, turnText(scene), scene)),
    ),
    !letters && h("ol", { class: "mam-trick", "aria-label": "Cards on the table, in order of play" }, cards),
    trickValue(scene),
    ui.size === "S" && openLines(scene),
    letterBoard(scene, ui),
  );
}

/**
 * The places of the cards that are still to come in this trick, in order of play.
 * @param {Scene} scene
 */
function awaited(scene) {
  const { next_card, seats, trick } = scene;
  if (!next_card) return [];
  const order = seats.map((seat) => seat.seat);
  const from = order.indexOf(next_card.seat);
  if (from < 0 || next_card.order + order.length - 1 < trick.length) return [next_card];
  const played = scene.is_trick_complete ? 0 : trick.length;
  return Array.from({ length: Math.max(1, order.length - played) }, (_, index) => ({
    seat: order[(from + index) % order.length],
    order: next_card.order + index,
  }));
}

/** A hand of which some cards lie face down under others: the open ones in a row, with the backs behind them. */
function halfHidden(seat, cards, uid) {
  return h(
    "ul",
    { class: "mam-pairs mam-small" },
    seat.open_cards.map((card, index) =>
      h(
        "li",
        { key: card, class: seat.cards_beneath[index] ? "mam-pair mam-on-back" : "mam-pair" },
        h("span", { class: "mam-aside" }, cards[card].name + (seat.cards_beneath[index] ? ", on a face-down card" : "")),
        seat.cards_beneath[index] && h("span", { class: "mam-pair-back", "aria-hidden": "true" }, face("??", uid)),
        h("span", { class: "mam-pair-face", "aria-hidden": "true" }, face(card, uid)),
      ),
    ),
  );
}

/**
 * Every hand that lies open, a row for each color, as a diagram in a book shows them.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function openHands(scene, ui) {
  const seats = scene.seats.filter((seat) => seat.open_cards);
  if (!seats.some((seat) => seat.open_cards.length)) return null;
  const order = ["L1", "L2", "L", "TL", "T", "TR", "R", "R2", "R1", "BR", "B", "BL"];
  const placed = [...seats].sort((a, b) => order.indexOf(a.place) - order.indexOf(b.place));
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
          seat.is_own_hand ? `${seat.name}, own hand` : seat.name,
          h("span", { class: "mam-count-of" }, seat.cards),
        ),
        seat.cards_beneath ? halfHidden(seat, scene.cards, ui.uid) : h("ul", null, openRows(seat.open_cards, scene)),
      ),
    ),
  );
}

/** @param {CardFacts} facts */
function openRank(card, index, facts) {
  if (!facts.money) return h("span", { key: card + index, class: "mam-rank" }, facts.rank);
  return h(
    "span",
    { key: card + index, class: "mam-rank mam-rank-money" },
    facts.rank,
    h("span", { "aria-hidden": "true" }, "$"),
  );
}

/** @param {Scene} scene */
function openRows(cards, scene) {
  const facts = scene.cards;
  const rows = scene.colors.map(({ color, text }) => {
    const colorCards = cards.filter((card) => facts[card].color === color);
    return h(
      "li",
      { key: color, class: "mam-open-row" },
      h("span", { class: "mam-aside" }, `${text}: ${colorCards.length ? "" : "none"}`),
      h(
        "span",
        { class: "mam-plate-mark mam-lettered", "data-color": color, "aria-hidden": "true" },
        sign(color, 12),
        color,
      ),
      h(
        "span",
        { class: "mam-ranks" },
        colorCards.length ? colorCards.map((card, index) => openRank(card, index, facts[card])) : h("span", { class: "mam-void", "aria-hidden": "true" }, "–"),
      ),
    );
  });
  const colorless = cards.filter((card) => !facts[card].color && !isHidden(card));
  const backs = cards.filter(isHidden).length;
  if (colorless.length)
    rows.push(
      h(
        "li",
        { key: "colorless", class: "mam-open-row mam-chips" },
        colorless.map((card, index) => chip(card, facts, { key: `${card}${index}` })),
      ),
    );
  if (backs) rows.push(h("li", { key: "backs", class: "mam-open-row" }, `${backs} face down`));
  return rows;
}
