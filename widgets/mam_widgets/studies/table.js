// Table: what lies on the table of a board or a case: the facts of the position, and the trick in order of play.

import { chip, emblemPlate, face, formatAmount, isHidden, sign } from "../shared/ui/cards.js";
import { CARD_FACTS } from "../shared/ui/art.js";
import { h } from "../shared/ui/elements.js";
import { isShort } from "./parts.js";

/** @import { BoardTable, PlayedCard, TrickShown } from "./study.js" */
/** @import { Study } from "./widget.js" */

const COLORS = { R: "Red", Y: "Yellow", B: "Black", G: "Green", S: "Spades", H: "Hearts", D: "Diamonds", C: "Clubs" };
const TRUMPS = { NT: "No trump", "NT+": "No trump, high", "NT-": "No trump, low", NC: "No color" };

export const nameCard = (code) => (CARD_FACTS[code] ? CARD_FACTS[code].name : code);
const nameColor = (code) => COLORS[code] || TRUMPS[code] || code;

/** What the seats are called and who plays with whom: a case has rules of its own. @param {Study} ui */
export const rulesOf = ({ scene, stop }) => scene.study.boards[stop.board]?.case || scene.study;

/** An amount of this game in full. @param {Study} ui */
export const writeAmount = (ui, amount) => formatAmount(amount, rulesOf(ui).counts);

/** Your cards, or those of the hand that you play now; a hand of which nothing is known is not drawn. @param {{ table: BoardTable }} question */
export function listHand({ table }) {
  const cards = table.hands[table.dummy || table.you] || [];
  return cards.every(isHidden) ? [] : cards;
}
export const nameSeat = (ui, table, seat) => (seat === table.you ? "You" : seat === table.dummy && table.is_your_dummy ? "Your dummy" : rulesOf(ui).seats[seat] || seat);
/* The side of a seat by its number; -1 where the bidding decides who plays with whom. */
const sideOf = (ui, seat) => rulesOf(ui).sides.findIndex((side) => side.includes(seat));
export const isOurs = (ui, table, seat) => (table.partners ? table.partners.includes(seat) : seat === table.you || (Boolean(table.you) && sideOf(ui, seat) >= 0 && sideOf(ui, seat) === sideOf(ui, table.you)));
/* A side by the names of its players, you and they on a board. */
const nameSide = (ui, side) => ({ we: "you", they: "they" })[side] || (ui.size === "S" && side) || side.split("-").map((seat) => rulesOf(ui).seats[seat] || seat).join("-");
const nameTaker = (ui, table, seat) => (table.you ? (isOurs(ui, table, seat) ? "yours" : "theirs") : rulesOf(ui).sides[sideOf(ui, seat)]?.map((one) => nameSeat(ui, table, one)).join("-") || "");
export const square = (ui, seat) => sideOf(ui, seat) >= 0 && h("i", { class: "mam-study-square", "data-side": sideOf(ui, seat) % 2 ? "B" : "A", "aria-hidden": "true" });
export const chips = (cards) => cards.map((code, k) => chip(code, CARD_FACTS, { key: `${code}-${k}` }));

const listOpen = (table) => table.open.filter((seat) => seat !== (table.dummy || table.you) && (table.hands[seat] || []).length);
/* A short hand that everybody sees stands beside its player's name, where a trick is drawn and there is room. */
const isBeside = (ui, view, seat) => view.showsTrick && !view.table.unseen && view.table.hands[seat].length <= 3 && !(ui.size === "S" && Object.keys(view.table.hands).length > 6);
/* Of a card that nobody knows nothing is said. */
const listKnown = (cards) => cards.filter((code) => !isHidden(code));
const FEW = 5; // cards that are drawn as chips

/** Cards in a line: chips, or the ranks by color where there are many. */
export function drawLine(cards) {
  if (cards.length <= FEW) return chips(cards);
  const colors = [...new Set(cards.map((code) => CARD_FACTS[code].color || ""))];
  return colors.map((color) => {
    const held = cards.filter((code) => (CARD_FACTS[code].color || "") === color);
    return h("span", { key: color, class: "mam-study-suit" }, color && sign(color, 13), h("span", { "aria-hidden": "true" }, held.map((code) => (color ? code.slice(1) : code.length === 1 ? code : nameCard(code))).join(" ")), h("span", { class: "mam-aside" }, held.map(nameCard).join(", ")));
  });
}

/** The open hands that stand in lines of their own. @param {Study} ui @param {TableView} view */
export function drawHands(ui, view) {
  const { table } = view;
  const seats = listOpen(table).filter((seat) => !isBeside(ui, view, seat) && listKnown(table.hands[seat]).length > 0);
  return seats.map((seat) => h("li", { key: `hand-${seat}` }, h("span", { class: "mam-study-label" }, `${nameSeat(ui, table, seat)} ${view.isPast ? "had" : seat === table.you ? "hold" : "holds"}`), drawLine(listKnown(table.hands[seat]))));
}

/**
 * What is drawn of a table: the cards of a trick, what came of it, and which of them is the answer or new. `isActing` marks the place of the card
 * that is asked for, of a case whose story `isStory` the hands stand elsewhere,
 * half of a pair `isBare`, and hands that are shown after the play `isPast`; `given` is a line of its own. `hasLine` keeps room for a line above the cards, and `showsSeats` draws who sits where.
 * @typedef {{ table: BoardTable, plays: PlayedCard[], result: TrickShown | null, showsTrick: boolean, isActing: boolean, answer: string, mark: string, fresh: number, left: Record<string, string[]>, isStory: boolean, isBare: boolean, isPast: boolean, given: string, hasLine: boolean, showsSeats: boolean, hides: string[], extra: unknown }} TableView
 */

/** A table as it lies. @param {BoardTable} table @param {Partial<TableView>} more @returns {TableView} */
export const viewTable = (table, more = {}) => ({
  ...{ table, plays: table.trick, result: null, showsTrick: table.trick.length > 0, isActing: false, answer: "", mark: "", fresh: -1, left: table.hands, isStory: false, isBare: false, isPast: false, given: "", hasLine: true, showsSeats: false, hides: [], extra: null },
  ...more,
});

/** Of the cards that are out, those that lie in no hand were discarded. @param {BoardTable} table @param {string} size */
function labelUnseen({ unseen = [], hands }, size) {
  const discarded = unseen.length - Object.values(hands).flat().filter((card) => card === "??").length;
  if (discarded <= 0) return "Still out:";
  return size === "S" ? `Out, ${discarded} discarded:` : `Still out, ${discarded} of them discarded:`;
}

/* What the position says beside the trick: each in a line, and only what it says. */
/** @param {Study} ui @param {TableView} view */
export function drawFacts(ui, view) {
  const { table, result } = view;
  const line = (key, label, ...parts) => h("li", { key }, label && h("span", { class: "mam-study-label" }, label), parts);
  const isCrowded = (sides) => view.isBare && ui.size === "S" && Object.keys(sides).length > 4; // then who has nothing is left out
  const amounts = (sides) => Object.entries(sides).filter(([, amount]) => amount || !isCrowded(sides)).map(([side, amount]) => `${nameSide(ui, side)} ${writeAmount(ui, amount)}`).join(", ");
  const sums = (key, label, sides) => h("li", { key, class: "mam-study-sums" }, h("span", { class: "mam-study-label" }, label), " ", amounts(sides));
  const facts = [
    view.given && h("li", { key: "given", class: "mam-study-label" }, view.given),
    table.trump && !view.hides.includes("trump") && !(table.unseen && ui.size === "S") && h("li", { key: "trump" }, COLORS[table.trump] && emblemPlate(table.trump, 20), h("span", null, COLORS[table.trump] ? `${COLORS[table.trump]} is trump` : nameColor(table.trump))),
    table.bid && line("bid", "", h("span", null, `${nameSeat(ui, table, table.bid.seat)} bid ${table.bid.amount ? writeAmount(ui, table.bid.amount) : "for this round"}`)),
    table.captured && sums("captured", "Captured:", table.captured),
    table.unseen?.length > 0 && line("unseen", labelUnseen(table, ui.size), drawLine(table.unseen)),
    table.totals && sums("totals", "Score:", table.totals),
    table.calls.length > 0 && !(table.bid && table.phase !== "auction") && !(table.phase === "nest" && ui.size === "S") && line("calls", "Bids:", table.calls.map(({ seat, call }, k) => h("span", { key: k, class: "mam-study-call" }, `${nameSeat(ui, table, seat)} ${writeCall(ui, call)}${k + 1 < table.calls.length ? "," : ""}`))),
    table.dealer && table.phase === "auction" && !(ui.isPlaying && isShort(ui)) && line("dealer", "", `${nameSeat(ui, table, table.dealer)} dealt.`),
    table.words?.length > 0 && line("words", "On the table:", h("span", { class: "mam-aside" }, table.words.join(", ")), table.words.map((word, k) => h("span", { key: k, class: "mam-study-word", "aria-hidden": "true" }, chips([...word])))),
    table.words && table.you && line("left", "Cards left:", Object.entries(table.hands).map(([seat, cards]) => `${nameSeat(ui, table, seat)} ${cards.length}`).join(", ")),
    result && view.isBare && line("value", "Trick value", h("b", null, writeAmount(ui, result.value)), nameTaker(ui, table, result.winner)),
    listTricks(ui, view).map(({ number, played, taker }) => line(`trick-${number}`, `Trick ${number}:`, chips(played.map((play) => play.card)), taker && h("span", { key: "taker" }, `to ${taker === table.you ? "you" : nameSeat(ui, table, taker)}`))),
    view.isStory || hasNoRoom(ui, view) ? null : drawHands(ui, view),
    table.nest.length > 0 && table.phase !== "play" && line("nest", "From the nest:", chips(table.nest)),
  ].flat().filter(Boolean);
  return h("ul", { key: "facts", class: "mam-study-facts", "data-mam": "facts", "data-alone": String(!view.showsTrick && !view.showsSeats), "data-many": String(facts.length > MANY), "aria-label": "The position" }, facts);
}

const MANY = 4; // facts that stand in lines of their own

/* The hands of many seats would leave no room for the trick of a case; its steps list them. */
const hasNoRoom = (ui, { table, showsTrick }) => isShort(ui) && showsTrick && Object.keys(table.hands).length > 4 && rulesOf(ui) !== ui.scene.study;

/* Earlier tricks: of a board all, since it may ask about them; of a case, which may be a whole round, the last one where there is room. */
function listTricks(ui, { table: { tricks, trick }, isBare }) {
  const all = tricks.map((played, k) => ({ number: k + 1, played, taker: (tricks[k + 1] || trick)[0]?.seat })); // whoever took it leads the next one
  if (rulesOf(ui) === ui.scene.study) return all;
  return isBare || ui.size === "S" ? [] : all.slice(-1);
}

function writeCall(ui, call) {
  const [amount, color] = call.split(" ");
  return /^\d+$/.test(amount) ? [writeAmount(ui, Number(amount)), color && nameColor(color)].filter(Boolean).join(" ") : call;
}

/* The seat at the bottom of the table: yours, or South. */
function findBottom({ hands, you }) {
  const seats = Object.keys(hands);
  return seats.indexOf(you || (seats.includes("S") ? "S" : seats[seats.length - 1]));
}

/* Who sits where, and which way the play goes. */
function drawSeats(ui, table) {
  const seats = Object.keys(table.hands);
  if (seats.length !== 4) return null;
  const bottom = findBottom(table);
  const places = seats.map((seat, k) => h("li", { key: seat, "data-at": String((k - bottom + 4) % 4) }, square(ui, seat), nameSeat(ui, table, seat)));
  return h("ol", { key: "seats", class: "mam-study-seats", "aria-label": "The seats, clockwise" }, places, h("li", { key: "way", class: "mam-study-way", "aria-hidden": "true" }, "↻"));
}

/* A card of the trick where a picture of it would be too small to read. */
const drawSmall = (play, label, k, isMine, mark, isNarrow) =>
  h("span", { class: "mam-study-small", "data-mark": mark, "data-you": String(isMine), role: play ? "img" : null, "aria-label": label || null }, h("b", null, String(k + 1)), play ? chips([play.card]) : isMine ? (isNarrow ? "You" : "Your card") : "–");

/* The trick in order of play, complete with the reply when one was given. */
/** @param {Study} ui @param {TableView} view */
export function drawTrick(ui, view) {
  const { table, plays, result, mark: verdict } = view;
  if (!view.showsTrick) return h("div", { key: "trick", class: "mam-study-trick" }, view.showsSeats && drawSeats(ui, table));
  const seats = Object.keys(table.hands);
  const first = seats.indexOf(plays.length ? plays[0].seat : table.turn);
  const order = seats.map((_, k) => seats[(first + k) % seats.length]);
  const bottom = findBottom(table);
  const rows = Math.max(0, ...listOpen(table).filter((seat) => isBeside(ui, view, seat)).map((seat) => listKnown(table.hands[seat]).length));
  const cells = order.map((seat, k) => {
    const play = plays[k];
    const mine = !play && view.isActing && seat === table.turn;
    const wins = result && result.winner === seat;
    const isAnswer = play && view.answer && play.seat === (table.dummy || table.you) && play.card === view.answer;
    const mark = wins ? "wins" : isAnswer ? (verdict === "right" ? "right" : "wrong") : "";
    const number = h("span", { class: "mam-study-order", "data-ghost": String(!play) }, k === 0 ? "1 led" : String(k + 1));
    const label = play && `${nameCard(play.card)}, ${nameSeat(ui, table, seat)}${wins ? ", takes the trick" : ""}`;
    const card = play
      ? h("span", { class: "mam-study-card", "data-mark": mark, "data-new": String(view.fresh >= 0 && k >= view.fresh && seat !== (table.dummy || table.you)), role: "img", "aria-label": label }, face(play.card, ui.uid), mark && h("i", { class: "mam-study-ring" }), number, wins && h("span", { class: "mam-study-tag" }, "takes it"))
      : h("span", { class: "mam-study-card mam-study-place", "data-you": String(mine) }, mine && "Your card", number);
    const open = listOpen(table).includes(seat) && isBeside(ui, view, seat) && listKnown(view.left[seat]);
    const partner = !table.unseen && seat !== table.you && seat !== table.dummy && isOurs(ui, table, seat) && h("em", null, "partner");
    return h("li", { key: seat, class: "mam-study-played", "data-at": String((seats.indexOf(seat) - bottom + seats.length) % seats.length) }, card, drawSmall(play, label, k, mine, mark, order.length > 4), h("span", { class: "mam-study-seat" }, h("span", null, square(ui, seat), nameSeat(ui, table, seat)), partner, open && open.length > 0 && h("span", { class: "mam-study-open" }, chips(open))));
  });
  const worth = result && !view.isBare && !view.hides.includes("value") && [!table.unseen && !(ui.isPlaying && isShort(ui)) && h("span", { key: "label" }, "Trick value"), h("b", { key: "worth" }, writeAmount(ui, result.value)), h("span", { key: "whose", class: "mam-study-whose" }, result.winner && square(ui, result.winner), result.winner ? nameTaker(ui, table, result.winner) : "nobody")];
  return h(
    "div",
    { key: "trick", class: "mam-study-trick" },
    h("p", { key: "value", class: "mam-study-value", "data-mam": "value" }, worth, view.extra),
    h("ol", { key: "cards", class: "mam-study-plays", "data-mam": "trick", "data-count": String(order.length), "data-open": String(rows > 0), "data-rows": String(Math.min(rows, 3)), "data-line": String(view.hasLine), "data-dense": String(Boolean(table.unseen)), style: { "--open": String(rows), "--count": String(order.length) }, "aria-label": "The trick, first card led" }, cells),
  );
}

/** What a seat still holds after the tricks that are shown. */
export const listLeft = (cards, tricks, seat) => {
  const played = tricks.flatMap(({ plays }) => plays.filter((play) => play.seat === seat).map((play) => play.card));
  return cards.filter((code) => !played.includes(code));
};

