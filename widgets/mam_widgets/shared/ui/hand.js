// Hand: the cards of the seat to play, as real buttons with one tab stop, overlapping so far that every index stays free.

import { actButton } from "./buttons.js";
import { face, icon, isHidden } from "./cards.js";
import { h } from "./elements.js";
import { activeElement } from "./focus.js";
import { handCardWidth } from "./frame.js";
import { describeMarks, handMarks, openSign } from "./marks.js";
import { countWord } from "./words.js";

/** @import { Ui } from "./ui.js" */
/** @import { Scene } from "./scene.js" */

/* On a phone the hand lies in rows that overlap; how far each row lies below the one before, and the first below the top, with cards 64 px wide. */
const PHONE_CARD = 64;
const PHONE = { pitch: 68, lift: 10, above: 20 };
const PHONE_CHOOSING = { pitch: 69, lift: 6, above: 30 };
const PHONE_RESTING = { pitch: 62, lift: 0, above: 8 };

/* Of a card that shows less than this part of its width only the rail is drawn: its number would be cut. */
const COVERED = 0.88;

/* Of a card at least this part of its width stays free in a single row: its index. */
const INDEX = 0.34;

/** Where each of `count` cards goes in `width` px: { w, high, rows, pitch, lift, raised, places: [{x, y, row, strip, shared}], height }.
    `size` is how many the hand began with: while it thins, its cards, its rows and its height stay as they are. On a phone
    there are two or three rows; elsewhere one, with narrower cards when they are many. Where cards are only looked at they rest: nothing is raised, and no room is
    kept for it. */
function layOutHand({ count, size, width, card, phone, choosing, rests }) {
  const room = width - 10;
  const w = phone ? card : Math.min(size > 16 ? card * 0.9 : card, room / (1 + INDEX * (size - 1)));
  const high = card * 1.4;
  const fits = Math.floor((room - w) / (card < PHONE_CARD ? 38 : 44)) + 1; // how many targets of 44 px find room in a row, or narrower ones where room is scarce
  const rows = phone ? Math.min(3, Math.max(size > 14 ? 3 : 2, Math.ceil(size / fits))) : 1;
  const lay = rests ? PHONE_RESTING : choosing ? PHONE_CHOOSING : PHONE;
  const [pitch, phoneLift, phoneAbove] = [lay.pitch, lay.lift, lay.above].map((length) => Math.round((length * card) / PHONE_CARD));
  const lift = phone ? phoneLift : rests ? 0 : 0.12 * high;
  const above = phone ? phoneAbove : rests ? 8 : Math.round(2 * lift + 14);
  const perRow = Math.ceil(count / rows);
  const step = perRow > 1 ? Math.min((room - w) / (perRow - 1), w + 8) : w + 8;
  const places = [];
  for (let index = 0; index < count; index += 1) {
    const row = Math.floor(index / perRow);
    const last = index === count - 1 || Math.floor((index + 1) / perRow) !== row;
    places.push({
      x: 5 + (index % perRow) * step,
      y: above + row * pitch,
      row,
      strip: last ? w : Math.min(step, w),
      shared: !last && step < w,
    });
  }
  return { w, high: w * 1.4, lift, raised: choosing ? 2 * lift : lift, rows, pitch, places, height: Math.round(above + (rows - 1) * pitch + high + 4) };
}

/**
 * The height of the hand's region: the same in every scene of a phase, whatever the hand holds.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function handBox(scene, ui) {
  return ui.layout ? ui.layout.height : layOutHand(measures(scene, ui, [])).height;
}

/**
 * @param {Scene} scene
 * @param {Ui} ui
 */
function measures(scene, ui, cards) {
  return {
    count: cards.length,
    size: Math.max(handSize(scene), cards.length),
    width: ui.handWidth,
    card: handCardWidth(ui),
    phone: ui.size === "S",
    choosing: Boolean(scene.hand && choosesCards(scene.hand)),
    rests: ui.cardsRest,
  };
}

/* Whether several cards are chosen, to discard or to call, not played one at a time. */
export const choosesCards = (hand) => hand.mode === "discard" || hand.mode === "call";

/**
 * How many cards the hand shown, or the one that has played its last card, had when the first trick began.
 * @param {Scene} scene
 */
function handSize(scene) {
  const { hand } = scene;
  const played = !scene.is_trick_complete && hand && scene.trick.some((card) => card.seat === hand.seat);
  return (hand ? hand.cards.length : 0) + scene.history.length + (played ? 1 : 0);
}

/** Cards get keys that stay the same while the hand thins, also when two of them are alike. */
export function withKeys(cards) {
  const counts = {};
  return cards.map((card) => {
    counts[card.card] = (counts[card.card] || 0) + 1;
    return { ...card, key: `${card.card}.${counts[card.card]}` };
  });
}

/**
 * The codes of the chosen cards.
 * @param {Ui} ui
 */
export const listChosen = (ui) => withKeys(ui.scene.hand.cards).filter((card) => ui.chosen.has(card.key)).map((card) => card.card);

const LEGAL_TEXT = { discard: "can be discarded", call: "can be called" };
const ILLEGAL_TEXT = { discard: "cannot be discarded", call: "cannot be called" };

function handCardName(card, hand, chosen) {
  const words = [card.name];
  if (chosen) words.push("chosen");
  else if (card.state === "legal") words.push(LEGAL_TEXT[hand.mode] || "playable");
  else if (card.state === "illegal") {
    const why = card.why ? card.why.short || card.why.text || card.why.head : "";
    words.push(`${ILLEGAL_TEXT[hand.mode] || "not playable"}${why ? `: ${why}` : ""}`);
  }
  if (hand.record_cards.includes(card.card)) words.push("in the record");
  return [...words, ...describeMarks(card)].join(", ");
}

/** @param {Ui} ui */
function handCard(card, hand, ui, tabStop) {
  if (card.state === "hidden" || isHidden(card.card)) {
    return h(
      "span",
      {
        class: "mam-card",
        role: "img",
        "aria-label": "card, face down",
        "data-mam": "card",
        "data-card": "??",
        "data-state": "hidden",
      },
      face("??", ui.uid),
    );
  }
  const chosen = ui.chosen.has(card.key);
  const dim = card.state === "illegal";
  const isBlocked = card.state !== "legal" && !card.move;
  return h(
    "button",
    {
      key: card.key,
      type: "button",
      class: dim ? "mam-card mam-dim" : "mam-card",
      tabindex: tabStop ? "0" : "-1",
      "aria-label": handCardName(card, hand, chosen),
      "aria-disabled": isBlocked ? "true" : null,
      "aria-pressed": choosesCards(hand) && !dim ? String(chosen) : null,
      "data-mam": "card",
      "data-area": "hand",
      "data-card": card.card,
      "data-key": card.key,
      "data-state": chosen ? "selected" : card.state,
      "data-hint": card.hint ? "true" : null,
      "data-open": openSign(card) ? "true" : null,
      on: {
        click: () => ui.pick(card),
        focus: () => ui.overCard(card, "focus"),
        mouseenter: () => ui.overCard(card, "hover"),
        mouseleave: () => ui.overCard(null, "hover"),
      },
    },
    h("span", { class: "mam-ring" }),
    face(card.card, ui.uid),
    chosen && h("span", { class: "mam-tick" }, icon("ok", 14)),
    hand.record_cards.includes(card.card) && h("span", { class: card.value ? "mam-printed mam-over-value" : "mam-printed" }, icon("page", 16)),
  );
}

/* A covered card shows its rail only; one whose foot lies under the next row, nothing of its sum. */
function placeClass({ places, w }, index) {
  const { row, x, strip } = places[index];
  if (strip < COVERED * w) return "mam-place mam-covered";
  return places.some((below) => below.row === row + 1 && Math.abs(below.x - x) < w) ? "mam-place mam-footless" : "mam-place";
}

/* Whose cards these are, where they are not those of the seat at the bottom. */
function handName(scene) {
  const seat = scene.seats.find(({ seat: name }) => name === scene.hand.seat);
  return seat && seat.place !== "B" && h("p", { key: "name", class: "mam-hand-name", "aria-hidden": "true", "data-mam": "hand-name" }, scene.hand.owner);
}

/**
 * The cards in front of the person.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function handArea(scene, ui) {
  const hand = scene.hand;
  const cards = hand ? withKeys(hand.cards) : [];
  ui.handKeys = cards
    .filter((card) => card.state !== "hidden" && !isHidden(card.card))
    .map((card) => card.key);
  if (!ui.handKeys.includes(ui.stopKey))
    ui.stopKey = (cards.find((card) => card.state === "legal") || { key: ui.handKeys[0] }).key;
  ui.layout = layOutHand(measures(scene, ui, cards));
  const { layout } = ui;
  if (!hand) return scene.count ? null : h("div", { key: "hand", class: "mam-hand", style: { height: `${layout.height}px` } });
  const count = `${cards.length} ${cards.length === 1 ? "card" : "cards"}`;
  return h(
    "div",
    {
      key: "hand",
      class: layout.w < 72 ? "mam-hand mam-small" : "mam-hand",
      role: "group",
      "aria-label": `${hand.label}, ${count}`,
      "data-mam": "hand",
      "data-seat": hand.seat,
      "data-mode": hand.mode,
      "data-rows": layout.rows,
      style: { height: `${layout.height}px`, "--cw": `${layout.w}px`, "--lift": `${layout.lift}px` },
      on: { keydown: (event) => ui.handKey(event), focusin: () => ui.ring(), focusout: () => ui.ring() },
    },
    cards.map((card, index) =>
      h(
        "div",
        {
          key: card.state === "hidden" ? `hidden${index}` : card.key,
          class: placeClass(layout, index),
          style: { left: `${layout.places[index].x}px`, top: `${layout.places[index].y}px`, "--strip": `${layout.places[index].strip}px` },
        },
        card.card_beneath && h("span", { class: "mam-card-beneath", "aria-hidden": "true" }, face("??", ui.uid)),
        handCard(card, hand, ui, card.key === ui.stopKey),
      ),
    ),
    handName(scene),
    handMarks(cards, ui),
    h("div", { key: "focus", class: "mam-focus", "aria-hidden": "true" }),
  );
}

/**
 * In the dock, where cards are chosen: take all back, and discard or call them.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function discardButtons(scene, ui) {
  const { hand } = scene;
  if (!hand || !choosesCards(hand)) return null;
  const ready = ui.chosen.size === hand.need;
  const codes = listChosen(ui);
  const verb = hand.mode === "call" ? "Call" : "Discard";
  const text = hand.need ? `${verb} ${codes.join(" ")}`.trim() : "Call nobody";
  const left = hand.need - ui.chosen.size;
  return [
    actButton("clear", "Clear", () => ui.clearChosen(), ui, {
      whyNot: !ui.chosen.size && "No card is chosen yet.",
      "data-area": "hand-actions",
    }),
    actButton("confirm-discard", text, () => ui.discard(), ui, {
      primary: ready,
      whyNot: !ready && `Choose ${countWord(left)} more first.`,
      class: ready ? "mam-button mam-primary mam-confirm" : "mam-button mam-confirm",
      "data-area": "hand-actions",
    }),
  ];
}

/**
 * Draw the focus ring round the visible strip of the focused card, over all cards and under none.
 * @param {Ui} ui
 */
export function placeFocusRing(ui) {
  const hand = ui.root.querySelector(".mam-hand");
  if (!hand || !ui.layout) return;
  const ring = /** @type {HTMLElement | null} */ (hand.querySelector(".mam-focus"));
  if (!ring) return;
  const card = activeElement(ui);
  const on = card && hand.contains(card) && card.dataset.key && card.matches(":focus-visible");
  ring.style.display = on ? "block" : "none";
  if (!on) return;
  const holder = card.parentElement;
  const index = [...hand.querySelectorAll(".mam-place")].indexOf(holder);
  const place = ui.layout.places[index];
  if (!place) return;
  const before = ui.layout.places[index - 1];
  const lifts = { legal: 1, selected: 2 }[card.dataset.state] || 0;
  const left = before && before.row === place.row && before.shared ? place.x - 2 : place.x - 4;
  const right = place.shared ? place.x + place.strip + 2 : place.x + place.strip + 4;
  // Where rows overlap, the ring lies between the indices of the rows above and below, and the card is not raised.
  const { w, high, lift, raised, rows, pitch } = ui.layout;
  const head = place.y - lifts * lift - (rows > 1 ? 0 : 6);
  const top = place.row > 0 ? Math.max(head - 4, Math.ceil(place.y - pitch + 0.92 * w)) : head - 4;
  const bottom = place.row < rows - 1 ? place.y + pitch - raised + 0.08 * w : head + high + 4;
  ring.style.left = `${left}px`;
  ring.style.width = `${right - left}px`;
  ring.style.top = `${top}px`;
  ring.style.height = `${bottom - top}px`;
}

/**
 * The key that an arrow, Home or End leads to from `key`, or null.
 * @param {Ui} ui
 */
export function neighborKey(ui, key, pressed) {
  const keys = ui.handKeys;
  const place = keys.indexOf(key);
  if (pressed === "Home") return keys[0];
  if (pressed === "End") return keys.at(-1);
  if (pressed === "ArrowLeft") return keys[Math.max(0, place - 1)];
  if (pressed === "ArrowRight") return keys[Math.min(keys.length - 1, place + 1)];
  const up = pressed === "ArrowUp";
  if (!up && pressed !== "ArrowDown") return null;
  const { places, rows } = ui.layout;
  if (rows === 1) return keys[Math.min(keys.length - 1, Math.max(0, place + (up ? -1 : 1)))];
  const row = places[place].row + (up ? -1 : 1);
  const inRow = keys.map((_, index) => index).filter((index) => places[index].row === row);
  if (!inRow.length) return key;
  return keys[
    inRow.reduce((best, index) =>
      Math.abs(places[index].x - places[place].x) < Math.abs(places[best].x - places[place].x) ? index : best,
    )
  ];
}
