// Hand: the cards of the seat to play, as real buttons with one tab stop, overlapping so far that every index stays free.

import { toolRow } from "./auction.js";
import { face, formatAmount, icon, isHidden } from "./cards.js";
import { h } from "./elements.js";
import { describeMarks, handMarks, openSign } from "./marks.js";

/** @import { Board } from "./board.js" */
/** @import { Scene } from "./scene.js" */

const NUMBER_WORDS = ["no", "one", "two", "three", "four", "five", "six"];

/** Where each of `count` cards goes in `width` px: { w, high, rows, lift, places: [{x, y, row, strip, shared}], height }.
    `size` is how many the hand began with: while it thins, its cards, its rows and its height stay as they are. Cards of
    which some lie on face-down ones are `pairs`. */
function layOutHand({ count, size, width, wanted, coarse, lifts, pairs }) {
  const room = width - 10;
  const floorOf = (w) => Math.max(coarse ? 44 : 24, 0.34 * w);
  let w = wanted;
  let rows = 1;
  const stepFor = (cards) => {
    const each = Math.ceil(cards / rows);
    return each > 1 ? Math.min((room - w) / (each - 1), w + 8) : w + 8;
  };
  if (stepFor(size) < floorOf(w)) {
    if (!coarse) w = wanted * 0.9;
    if (stepFor(size) < floorOf(w)) w = wanted;
    while (rows < 3 && stepFor(size) < floorOf(w)) rows += 1;
  }
  if (pairs && stepFor(size) < w + 8) {
    const side = (room - 8 * (size - 1)) / size; // the backs can only be seen where pairs lie side by side
    rows = side < 64 ? 2 : 1;
    w = rows > 1 ? wanted : Math.min(wanted, side);
  }
  const high = w * 1.4;
  const lift = 0.12 * high;
  const above = Math.round([12, lift + 12, 2 * lift + 24][lifts]);
  const each = Math.ceil(count / rows);
  const step = stepFor(count);
  const places = [];
  for (let index = 0; index < count; index += 1) {
    const row = Math.floor(index / each);
    const last = index === count - 1 || Math.floor((index + 1) / each) !== row;
    places.push({
      x: 5 + (index % each) * step,
      y: above + row * (high + above + 4),
      row,
      strip: last ? w : Math.min(step, w),
      shared: !last && step < w,
    });
  }
  return { w, high, lift, rows, places, height: rows * (high + above + 4) + 6 };
}

/* Whether cards are chosen to be put out or called, not played one by one. */
export const choosesCards = (hand) => hand.mode === "discard" || hand.mode === "call";

/**
 * How far cards can rise: not at all in the auction, twice as far where they are chosen.
 * @param {Scene} scene
 */
function liftLevels(scene) {
  if (scene.calls || scene.trumps) return 0;
  return scene.hand && choosesCards(scene.hand) ? 2 : 1;
}

/**
 * How many cards the hand shown (or the one just played out) had when the first trick began.
 * @param {Scene} scene
 */
function handSize(scene) {
  const { hand } = scene;
  const played = !scene.trick_done && hand && scene.trick.some((card) => card.seat === hand.seat);
  return (hand ? hand.cards.length : 0) + scene.history.length + (played ? 1 : 0);
}

/* The card width that suits a hand of this width, in a widget of that width. */
function cardWidth(hand, widget) {
  const most = widget < 480 ? 64 : widget < 840 ? 92 : widget < 1920 ? 112 : 146;
  return Math.min(most, hand < 446 ? 64 : hand < 560 ? 80 : hand < 700 ? 92 : most);
}

/** Cards get keys that stay the same while the hand thins, also when two of them are alike. */
export function withKeys(cards) {
  const seen = {};
  return cards.map((card) => {
    seen[card.card] = (seen[card.card] || 0) + 1;
    return { ...card, key: `${card.card}.${seen[card.card]}` };
  });
}

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
  if (hand.printed.includes(card.card)) words.push("in the record");
  return [...words, ...describeMarks(card)].join(", ");
}

/** @param {Board} ui */
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
  const off = card.state !== "legal" && !card.move;
  return h(
    "button",
    {
      key: card.key,
      type: "button",
      class: dim ? "mam-card mam-dim" : "mam-card",
      tabindex: tabStop ? "0" : "-1",
      "aria-label": handCardName(card, hand, chosen),
      "aria-disabled": off ? "true" : null,
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
    hand.printed.includes(card.card) && h("span", { class: "mam-printed" }, icon("page", 16)),
  );
}

/**
 * What stands over the hand on the right: how many are still to be chosen, or what the small page sign means.
 * @param {Board} ui
 */
function handLegend(hand, ui) {
  if (choosesCards(hand)) {
    const left = hand.need - ui.chosen.size;
    const text =
      left > 0
        ? `Choose ${NUMBER_WORDS[left] || left} more`
        : `All ${NUMBER_WORDS[hand.need] || hand.need} chosen`;
    return h("span", { class: "mam-still", "data-mam": "still" }, text);
  }
  return null;
}

/**
 * The last card is played: the place of the hand stays, with what each side has counted.
 * @param {Scene} scene
 * @param {Board} ui
 */
function emptyHand(scene, ui) {
  if (!scene.history.length) return scene.calls ? null : toolRow(scene, ui);
  const totals = new Map();
  for (const line of scene.count ? scene.count.lines : []) totals.set(line.side, line.sum);
  return h(
    "section",
    { key: "hand", class: "mam-hand-area" },
    h("div", { class: "mam-hand-head" }, toolRow(scene, ui)),
    h(
      "div",
      { class: "mam-hand mam-totals", "aria-hidden": "true", style: { height: `${ui.layout.height}px` } },
      [...totals].map(([side, sum]) => h("p", { key: side }, side, h("strong", null, formatAmount(sum, scene.unit)))),
    ),
  );
}

/**
 * The hand with its heading and, in the discard, its button.
 * @param {Scene} scene
 * @param {Board} ui
 */
export function handArea(scene, ui) {
  const hand = scene.hand;
  const cards = hand ? withKeys(hand.cards) : [];
  ui.handKeys = cards
    .filter((card) => card.state !== "hidden" && !isHidden(card.card))
    .map((card) => card.key);
  if (!ui.handKeys.includes(ui.tab))
    ui.tab = (cards.find((card) => card.state === "legal") || { key: ui.handKeys[0] }).key;
  ui.layout = layOutHand({
    count: cards.length,
    size: Math.max(handSize(scene), cards.length),
    width: ui.handWidth,
    wanted: cardWidth(ui.handWidth, ui.width),
    coarse: ui.coarse,
    lifts: liftLevels(scene),
    pairs: cards.some((card) => card.under),
  });
  if (!hand) return emptyHand(scene, ui);
  const { layout } = ui;
  const words = NUMBER_WORDS[hand.need] || hand.need;
  const ready = ui.chosen.size === hand.need;
  return h(
    "section",
    { key: "hand", class: "mam-hand-area" },
    h(
      "div",
      { class: "mam-hand-head" },
      h("h4", { class: "mam-hand-label" }, hand.label),
      handLegend(hand, ui),
      hand.printed.length > 0 && h("span", { class: "mam-legend" }, icon("page", 16), "in the record"),
      !scene.calls && toolRow(scene, ui),
    ),
    h(
      "div",
      {
        class: layout.w < 72 ? "mam-hand mam-small" : "mam-hand",
        role: "group",
        "aria-label": hand.label,
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
            class: "mam-place",
            style: { left: `${layout.places[index].x}px`, top: `${layout.places[index].y}px` },
          },
          card.under && h("span", { class: "mam-under-card", "aria-hidden": "true" }, face("??", ui.uid)),
          handCard(card, hand, ui, card.key === ui.tab),
        ),
      ),
      handMarks(cards, ui),
      h("div", { key: "focus", class: "mam-focus", "aria-hidden": "true" }),
    ),
    choosesCards(hand) &&
      h(
        "div",
        { key: "confirm", class: "mam-actions" },
        h(
          "button",
          {
            type: "button",
            class: ready ? "mam-button mam-primary" : "mam-button",
            "aria-disabled": ready ? null : "true",
            "data-mam": "confirm-discard",
            "data-area": "hand-actions",
            on: { click: () => ui.discard() },
          },
          hand.mode === "call" ? (hand.need ? `Call these ${words}` : "Call nobody") : "Discard",
        ),
      ),
  );
}

/**
 * Draw the focus ring round the visible strip of the focused card, over all cards and under none.
 * @param {Board} ui
 */
export function placeFocusRing(ui) {
  const hand = ui.root.querySelector(".mam-hand");
  if (!hand || !ui.layout) return;
  const ring = /** @type {HTMLElement | null} */ (hand.querySelector(".mam-focus"));
  if (!ring) return;
  const card = ui.active();
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
  ring.style.left = `${left}px`;
  ring.style.width = `${right - left}px`;
  ring.style.top = `${place.y - lifts * ui.layout.lift - 6 - 4}px`;
  ring.style.height = `${ui.layout.high + 8}px`;
}

/**
 * The key that an arrow, Home or End leads to from `key`, or null.
 * @param {Board} ui
 */
export function neighborKey(ui, key, pressed) {
  const keys = ui.handKeys;
  const at = keys.indexOf(key);
  if (pressed === "Home") return keys[0];
  if (pressed === "End") return keys.at(-1);
  if (pressed === "ArrowLeft") return keys[Math.max(0, at - 1)];
  if (pressed === "ArrowRight") return keys[Math.min(keys.length - 1, at + 1)];
  const up = pressed === "ArrowUp";
  if (!up && pressed !== "ArrowDown") return null;
  const { places, rows } = ui.layout;
  if (rows === 1) return keys[Math.min(keys.length - 1, Math.max(0, at + (up ? -1 : 1)))];
  const row = places[at].row + (up ? -1 : 1);
  const there = keys.map((_, index) => index).filter((index) => places[index].row === row);
  if (!there.length) return key;
  return keys[
    there.reduce((best, index) =>
      Math.abs(places[index].x - places[at].x) < Math.abs(places[best].x - places[at].x) ? index : best,
    )
  ];
}
