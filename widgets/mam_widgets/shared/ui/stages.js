// Stages: what lies on the stage before the first trick and after the last: the auction, the discard, the result.

import { chip, emblemPlate, face, formatAmount, icon } from "./cards.js";
import { h } from "./elements.js";
import { choosesCards, withKeys } from "./hand.js";
import { callOrder, callRows, seatPlate, turnText } from "./table.js";
import { capitalize } from "./words.js";

/** @import { Ui } from "./ui.js" */
/** @import { Scene } from "./scene.js" */

const UNITS = { money: "Bids in thousands of dollars.", points: "Bids in points.", tricks: "Bids are numbers of tricks, and secret until all have bid." };

/**
 * The auction: the seats as heads of columns, a row of calls each time round, the newest rows; the nest beside them.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function auctionStage(scene, ui) {
  const seats = callOrder(scene);
  const rows = callRows(scene);
  const turn = scene.seats.find((seat) => seat.turn);
  const high = highCall(scene);
  const shown = rows.slice(-ui.callRows[ui.size]);
  const next = turn && nextPlace(rows, seats, turn.seat);
  if (next === rows.length) shown.push([]);
  while (shown.length > ui.callRows[ui.size]) shown.shift();
  const last = shown.length - 1;
  const isSecret = scene.unit === "tricks"; // what is bid in secret stands in no row
  const hasRows = seats.length <= 5 && !isSecret;
  const cell = (row, place, index) => {
    const call = row[place];
    const isNextCall = turn && seats[place].seat === turn.seat && index === last && !call && next >= rows.length - 1;
    if (isNextCall && next !== null) return h("span", { class: "mam-next-call" }, turn.seat === scene.viewer ? "you" : "?");
    if (!call) return "";
    return h("span", { class: call === high ? "mam-high-call" : call.pass ? "mam-passed" : "mam-made-call" }, callText(call));
  };
  return h(
    "section",
    { key: "auction", class: "mam-auction", "data-mam": "auction-stage", "aria-label": "Auction", style: { "--across": Math.min(seats.length, 5) } },
    h(
      "ul",
      { class: "mam-call-heads", "aria-label": "Seats, in order of calling" },
      seats.map((seat) => seatPlate(seat, "row", turnText(scene), scene)),
    ),
    hasRows &&
      h(
        "div",
        { key: "rows", class: "mam-call-rows", "aria-hidden": "true" },
        [...shown, ...Array(Math.max(0, ui.callRows[ui.size] - shown.length)).fill([])].map((row, index) =>
          h("div", { key: index, class: "mam-call-row", "data-place": index > last ? index : last - index }, seats.map((seat, place) => h("span", { key: seat.seat, class: "mam-call-cell" }, cell(row, place, index)))),
        ),
      ),
    (hasRows || isSecret) && h("p", { key: "unit", class: "mam-quiet mam-call-unit" }, UNITS[scene.unit] || UNITS.money),
    scene.nest && scene.nest.size > 0 && nestBacks(scene.nest, ui),
  );
}

/* A call; the color that a bid names as its emblem. */
const callText = ({ text, amount, color }) => (color ? [`${amount} `, emblemPlate(color, 18)] : text);

function nestBacks(nest, ui) {
  return h(
    "div",
    { key: "nest", class: "mam-nest", "data-mam": "nest" },
    h(
      "div",
      { class: "mam-nest-backs", "aria-hidden": "true" },
      Array.from({ length: Math.min(3, nest.size) }, (_, index) => h("span", { key: index, class: "mam-nest-back" }, face("??", ui.uid))),
    ),
    h("p", null, h("b", null, `${capitalize(nest.word)}: ${nest.size} ${nest.size === 1 ? "card" : "cards"}`)),
    h("p", { class: "mam-quiet" }, "goes to the high bidder"),
  );
}

/** @param {Scene} scene */
function highCall(scene) {
  return [...scene.auction].reverse().find((call) => !call.pass && call.text !== "new deal") || null;
}

/* In which row the next call will stand. */
function nextPlace(rows, seats, seat) {
  const index = seats.findIndex((row) => row.seat === seat);
  const last = rows.at(-1);
  return !last || last[index] || last.slice(index + 1).some(Boolean) ? rows.length : rows.length - 1;
}

/**
 * The discard: a place for each chosen card, what was picked up, and what stays in the hand by color.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function discardStage(scene, ui) {
  const { hand, nest } = scene;
  const choosing = hand && choosesCards(hand);
  const chosen = choosing ? withKeys(hand.cards).filter((card) => ui.chosen.has(card.key)) : [];
  const laid = scene.discards || [];
  const need = choosing ? hand.need : laid.length;
  if (!need) return null;
  const places = Array.from({ length: need }, (_, index) => {
    const card = choosing ? chosen[index] && chosen[index].card : laid[index];
    if (card) return h("li", { key: index, class: "mam-discard-place" }, h("span", { class: "mam-aside" }, scene.cards[card].name), face(card, ui.uid));
    return h("li", { key: index, class: "mam-discard-place mam-empty-place" }, index === chosen.length ? "choose" : "");
  });
  const verb = hand && hand.mode === "call" ? "Called" : "Discards";
  return h(
    "section",
    { key: "discard", class: "mam-discard", "data-mam": "discard-stage", "aria-label": verb },
    h(
      "div",
      { key: "places", class: "mam-discard-part" },
      h("h4", null, choosing ? `${verb}: ${chosen.length} of ${need}` : verb),
      h("ul", { class: need > 4 ? "mam-discard-places mam-many" : "mam-discard-places" }, places),
    ),
    h(
      "div",
      { key: "keeps", class: "mam-discard-part" },
      nest && nest.cards.length > 0 && [
        h("h4", { key: "head" }, `Picked up from the ${nest.word}`),
        h("div", { key: "chips", class: "mam-chips" }, nest.cards.map((card, index) => chip(card, scene.cards, { key: `${card}${index}` }))),
      ],
      hand && keptByColor(scene, chosen),
    ),
  );
}

/**
 * What stays in the hand: cards and money of each color, and the animals.
 * @param {Scene} scene
 */
function keptByColor(scene, chosen) {
  const discarded = new Set(chosen.map((card) => card.key));
  const cardsLeft = withKeys(scene.hand.cards).filter((card) => !discarded.has(card.key) && card.state !== "hidden");
  const facts = (card) => scene.cards[card.card] || { color: "", money: 0, name: card.card };
  const animals = cardsLeft.filter((card) => !facts(card).color).map((card) => `the ${facts(card).name}`);
  const colors = scene.colors.map(({ color }) => {
    const cards = cardsLeft.filter((card) => facts(card).color === color);
    const money = cards.reduce((sum, card) => sum + facts(card).money, 0);
    return h(
      "li",
      { key: color },
      emblemPlate(color, 20),
      h("b", null, cards.length),
      h("span", { class: "mam-muted" }, money ? (scene.unit === "money" ? `$${money}k` : formatAmount(money, scene.unit)) : ""),
    );
  });
  return [
    h("h4", { key: "kept-head" }, chosen.length ? `You keep ${cardsLeft.length} cards` : `In your hand: ${cardsLeft.length} cards`),
    h("ul", { key: "kept", class: "mam-kept" }, colors),
    animals.length > 0 && h("p", { key: "animals", class: "mam-muted" }, `and ${animals.join(", ")}`),
  ];
}

/* Where no money is counted: who scores most, or loses it. */
function bestText(scores) {
  const largest = scores.reduce((best, entry) => (Math.abs(entry.amount) > Math.abs(best.amount) ? entry : best));
  if (!largest.amount) return "Nobody scores";
  const names = scores.filter(({ amount }) => amount === largest.amount).map(({ name }) => name);
  const verb = largest.amount > 0 ? "score" : "lose";
  const leaders = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
  return `${leaders} ${verb}${names.length > 1 ? "" : "s"} ${largest.size}${names.length > 1 ? " each" : ""}`;
}

/**
 * After the last card: the result in large type, what each side scores, and the money of each trick.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function resultStage(scene, ui) {
  const { money, count } = scene;
  if (!count) return null;
  const isMade = money && money.state === "made";
  const { is_stopped } = count;
  const head = is_stopped ? "Round stopped" : money ? (isMade ? (money.difference ? `${formatAmount(money.difference, scene.unit)} over the bid` : "Exactly the bid") : `${formatAmount(money.difference, scene.unit)} short of the bid`) : bestText(count.scores);
  return h(
    "section",
    { key: "result", class: "mam-result-stage", "data-mam": "result", "aria-label": "Result of the round" },
    money &&
      h(
        "p",
        { key: "state", class: isMade && !is_stopped ? "mam-result-state mam-made" : "mam-result-state mam-set" },
        icon(isMade && !is_stopped ? "ok" : "stop", 16),
        is_stopped ? "Bid not tested" : isMade ? "Bid made" : "Set back",
      ),
    h("p", { key: "head", class: "mam-result-head" }, head),
    h("p", { key: "lines", class: "mam-muted mam-result-line" }, count.result.join(" ")),
    h(
      "ul",
      { key: "sides", class: "mam-result-sides", "data-many": count.scores.length > 2 ? "true" : null },
      count.scores.map((score) =>
        h(
          "li",
          { key: score.name },
          h("span", null, h("i", { class: "mam-side-sign", "data-side": score.side }), ` ${score.name}, ${score.tricks} ${score.tricks === 1 ? "trick" : "tricks"}`),
          h("b", null, score.score),
        ),
      ),
    ),
    trickBars(scene, ui),
  );
}

/* The names of the side that the person plays for; none for somebody who looks on. */
function yours(scene) {
  const you = scene.seats.find((seat) => seat.seat === scene.viewer);
  return new Set(you ? scene.seats.filter((seat) => seat.seat === scene.viewer || (seat.side && seat.side === you.side)).map((seat) => seat.seat) : []);
}

/* What the chart of the tricks says: how many tricks the person's side took, and which of the others cost it the most. */
function trickTitle(tricks, taken, most, unit) {
  const largest = `The most: trick ${most.trick.number}, ${formatAmount(most.value, unit)}, by ${most.trick.winner_name}.`;
  const words = `Money captured in each trick. ${largest}`;
  if (!taken.size) return { title: largest, words };
  const won = tricks.filter((trick) => taken.has(trick.winner));
  const lost = tricks.filter((trick) => trick.winner && !taken.has(trick.winner) && trick.trick_value > 0);
  const worst = lost.reduce((best, trick) => (!best || trick.trick_value > best.trick_value ? trick : best), null);
  const title = `Your side took ${won.length} of ${tricks.length} tricks${worst ? `; trick ${worst.number} cost you the most` : ""}`;
  return { title, words: `${title}. ${words}` };
}

/* Bull and Bear by name, where there is room; on a phone by what they do. */
const animalTag = ({ effect, changer }, ui) => effect && h("span", { key: "tag", class: "mam-bar-tag" }, ui.size === "S" ? effect : changer);

/**
 * The money of each trick: up for the bidding side, down for the others, on one scale.
 * @param {Scene} scene
 * @param {Ui} ui
 */
function trickBars(scene, ui) {
  const { history, unit } = scene;
  if (!history.length || unit === "tricks") return null;
  const sideOf = Object.fromEntries(scene.seats.map((seat) => [seat.seat, seat.side]));
  const tricks = [...history].sort((a, b) => a.number - b.number);
  const values = tricks.map((trick) => ({ trick, value: trick.trick_value, up: sideOf[trick.winner] !== "B" }));
  const top = Math.max(1, ...values.filter(({ up }) => up).map(({ value }) => value));
  const low = Math.max(1, ...values.filter(({ up }) => !up).map(({ value }) => value));
  const largest = values.reduce((best, entry) => (entry.value > best.value ? entry : best), values[0]);
  const taken = yours(scene);
  const { title, words } = trickTitle(tricks, taken, largest, unit);
  const names = (letter) => [...new Set(tricks.filter((trick) => trick.winner && (sideOf[trick.winner] === "B") === (letter === "B")).map((trick) => trick.winner_name))].join(", ");
  const ends = [names("A") && `Up: ${names("A")}.`, names("B") && `Down: ${names("B")}.`].filter(Boolean).join(" ");
  return h(
    "figure",
    { key: "bars", class: "mam-trick-bars", role: "img", "aria-label": words },
    h(
      "figcaption",
      null,
      h("b", null, title),
      h("span", { class: "mam-muted" }, `Money captured in each trick${unit === "money" ? ", thousands of dollars" : `, ${unit}`}. ${ends}`),
    ),
    h(
      "div",
      { class: "mam-bars", "aria-hidden": "true", style: { "--top": top, "--low": low } },
      values.map(({ trick, value, up }) =>
        h(
          "div",
          { key: trick.number, class: up ? "mam-bar-up" : "mam-bar-down" },
          h("span", { class: "mam-bar-fill", "data-empty": value ? null : "true", style: { "--value": value } }, h("span", { class: "mam-bar-value" }, up && animalTag(trick, ui), value || trick.tag ? String(value) : "", !up && animalTag(trick, ui))),
          h("span", { class: "mam-bar-number" }, trick.number),
        ),
      ),
    ),
  );
}
