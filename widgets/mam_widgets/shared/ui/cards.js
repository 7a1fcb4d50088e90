// Cards: the face of a code such as "Y40", and the small chip used in text. What a card is, its scene says (`scene.cards`).

import { ANIMAL_SIGNS, COLOR_SIGNS, FACES } from "./art.js";
import { h } from "./elements.js";
import { needShapes } from "./shapes.js";

/** @import { CardFacts, Scene } from "./scene.js" */

export const isHidden = (code) => code === "??";

/** 175 → "$175,000". Not by `toLocaleString`: its first call takes a phone a tenth of a second. */
function formatDollars(thousands) {
  const digits = `${Math.abs(thousands)}`.replace(/\B(?=(\d{3})+$)/g, ",");
  return thousands === 0 ? "$0" : `${thousands < 0 ? "−" : ""}$${digits},000`;
}

/** An amount of what this game is about: 175 → "$175,000", "3 points", "1 trick". */
export function formatAmount(amount, unit) {
  if (!unit || unit === "money") return formatDollars(amount);
  return `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`;
}

/** The drawing of a card, "??" for its back; `uid` keeps the ids of several widgets apart. */
export function face(code, uid) {
  needShapes(FACES[code], uid);
  return h("svg", {
    class: "mam-face",
    viewBox: "0 0 100 140",
    "aria-hidden": "true",
    focusable: "false",
    markup: FACES[code].replaceAll("@@", `${uid}-`),
  });
}

/** A color's emblem, `size` px wide. */
export const sign = (color, size) => drawSign(COLOR_SIGNS[color], size);

function drawSign(path, size) {
  return h(
    "svg",
    {
      class: "mam-sign",
      viewBox: "-13 -13 26 26",
      width: size,
      height: size,
      "aria-hidden": "true",
      focusable: "false",
    },
    h("path", { d: path }),
  );
}

/** A small square plate with a color's emblem, or with a bar where there is no trump. */
export function emblemPlate(color, size = 20) {
  return h(
    "span",
    { class: "mam-plate-mark", "data-color": plateMark(color), "aria-hidden": "true" },
    color in COLOR_SIGNS && sign(color, Math.round(size * 0.62)),
  );
}

/* By which name the style sheet knows the look of a plate: of hearts, of paper, of a back, of none. */
const plateMark = (color) => (color === "-" ? "none" : color);
const chipColor = (code, facts) => (isHidden(code) ? "back" : facts.color || "paper");

/**
 * What a chip shows; the words "Yellow 40" are for those who listen.
 * @param {string} code
 * @param {CardFacts} facts
 */
function chipInside(code, facts) {
  if (code in ANIMAL_SIGNS) return [drawSign(ANIMAL_SIGNS[code], 12), h("span", null, facts.name)];
  return [
    facts.color ? sign(facts.color, 12) : null,
    h(
      "span",
      { "aria-hidden": "true" },
      isHidden(code) ? "?" : code,
      facts.money ? h("span", { class: "mam-dollar" }, "$") : null,
    ),
    h("span", { class: "mam-aside" }, facts.name),
  ];
}

/**
 * The card as a word-sized chip; `cards` are the facts that the scene carries.
 * @param {string} code
 * @param {Scene["cards"]} cards
 */
export function chip(code, cards, props = {}) {
  const facts = cards[code];
  return h("span", { class: "mam-chip", "data-color": chipColor(code, facts), ...props }, chipInside(code, facts));
}

/**
 * A chip that acts.
 * @param {string | null} code
 * @param {Scene["cards"]} cards
 */
export function chipButton(code, text, cards, props) {
  if (!code) return h("button", { type: "button", class: "mam-button mam-tiny", ...props }, text);
  const facts = cards[code];
  return h(
    "button",
    { type: "button", class: "mam-chip mam-acts", "data-color": chipColor(code, facts), ...props },
    chipInside(code, facts),
  );
}

/** Line drawings on buttons and panels, 20 by 20. */
const ICONS = {
  first: "M5 4.5V15.5M14 4.5L8.5 10L14 15.5",
  back: "M12.5 4.5L7 10L12.5 15.5",
  next: "M7.5 4.5L13 10L7.5 15.5",
  last: "M6 4.5L11.5 10L6 15.5M15 4.5V15.5",
  forward: "M5.5 4L14.5 10L5.5 16Z",
  copy: "M7 7V3H17V13H13M3 7H13V17H3Z",
  stop: "M10 2.5A7.5 7.5 0 1 1 9.9 2.5ZM4.8 4.8L15.2 15.2",
  eye: "M1.5 10C4 5.8 7 4 10 4S16 5.8 18.5 10C16 14.2 13 16 10 16S4 14.2 1.5 10ZM10 7.2A2.8 2.8 0 1 1 9.9 7.2Z",
  called: "M3 8V12H6.5L12 16V4L6.5 8ZM15 7.5A4 4 0 0 1 15 12.5",
  ok: "M3.5 10.5L8 15L16.5 5.5",
  info: "M10 2.5A7.5 7.5 0 1 1 9.9 2.5ZM10 9V14.5M10 5.6V6.4",
  keyboard: "M2 5.5H18V14.5H2ZM5 8.5H5.1M8.3 8.5H8.4M11.6 8.5H11.7M15 8.5H15.1M6 11.8H14",
  gear: "M10 7A3 3 0 1 1 9.9 7ZM8.6 2.5H11.4L11.9 4.6L13.9 5.7L15.9 5L17.3 7.4L15.8 8.9V11.1L17.3 12.6L15.9 15L13.9 14.3L11.9 15.4L11.4 17.5H8.6L8.1 15.4L6.1 14.3L4.1 15L2.7 12.6L4.2 11.1V8.9L2.7 7.4L4.1 5L6.1 5.7L8.1 4.6Z",
  full: "M3 7V3H7M13 3H17V7M17 13V17H13M7 17H3V13",
  close: "M5 5L15 15M15 5L5 15",
  bulb: "M7.5 14.5C7.5 12 5.5 11 5.5 8A4.5 4.5 0 0 1 14.5 8C14.5 11 12.5 12 12.5 14.5ZM8 17.5H12",
  undo: "M4 8H12A4.2 4.2 0 0 1 12 16.4H8M4 8L7.5 4.5M4 8L7.5 11.5",
  again: "M16 10A6 6 0 1 1 13.8 5.4M14.4 2.2V6H10.6",
  redo: "M16 8H8A4.2 4.2 0 0 0 8 16.4H12M16 8L12.5 4.5M16 8L12.5 11.5",
  table: "M3 4.5H17V15.5H3ZM3 10H17",
  cards: "M7 3.5H13V16.5H7ZM4.5 6V14M2.5 7.5V12.5M15.5 6V14M17.5 7.5V12.5",
  bars: "M4 16V10M10 16V4M16 16V8",
  list: "M4 5.5H16M4 10H16M4 14.5H11",
  grid: "M3.5 3.5H16.5V16.5H3.5ZM3.5 10H16.5M10 3.5V16.5",
  more: "M4.5 10H4.6M10 10H10.1M15.4 10H15.5",
  clock: "M10 2.5A7.5 7.5 0 1 1 9.9 2.5ZM10 5.5V10L13 12",
  save: "M3.5 3.5H14L16.5 6V16.5H3.5ZM7 3.5V7.5H13V3.5M6.5 16.5V11.5H13.5V16.5",
  page: "M5 2.5H12L15.5 6V17.5H5ZM7.5 9H13M7.5 11.8H13M7.5 14.6H11",
};

export function icon(name, size = 20) {
  return h(
    "svg",
    {
      class: `mam-icon mam-icon-${name}`,
      viewBox: "0 0 20 20",
      width: size,
      height: size,
      "aria-hidden": "true",
      focusable: "false",
    },
    h("path", { d: ICONS[name] }),
  );
}
