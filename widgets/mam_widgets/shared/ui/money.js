// Money: the bar that says who has captured what, where the bid stands, and what is still needed.

import { formatAmount, icon } from "./cards.js";
import { h } from "./elements.js";

/** @import { Scene } from "./scene.js" */

const LETTER = 8; // px that a letter takes at most, in any font
const SMALL_LETTER = 7; // the same in small print
const WIDE_VERDICT = 92; // half the width of the bid with its verdict in words
const TIGHT = 320; // px below which the verdict is a number
const GAP = 8; // between a name, its sum and the label over the marker

/* The longest of some labels that a width has room for; nothing if none fits: the sentence has it. */
const fitting = (labels, px) => labels.find((label) => px >= label.length * LETTER + GAP) || "";

function moneyPiece(kind, from, size, total, label, side) {
  return h(
    "div",
    {
      key: kind,
      class: `mam-piece mam-piece-${kind}`,
      "data-side": side || null,
      style: { left: `${(from / total) * 100}%`, width: `${(Math.max(0, size) / total) * 100}%` },
    },
    label && h("span", null, label),
  );
}

/* What the bidder's side needs, and what it can lose, from the long form to the bare number. */
function needLabels({ shortfall, spare, state }, whose) {
  const verb = state === "" ? "must capture" : whose === "your side" ? "needs" : "need";
  return {
    need: [whose && `${whose} ${verb} ${shortfall}`, state === "" ? `must capture ${shortfall}` : "", `needs ${shortfall}`, String(shortfall)].filter(Boolean),
    spare: [`can lose ${spare}`, String(spare)],
  };
}

function moneyVerdict(money, tight) {
  if (money.state === "made")
    return h("span", { class: "mam-made" }, icon("ok", 14), !money.difference ? "made" : tight ? `+${money.difference}` : `made, +${money.difference}`);
  if (money.state === "set")
    return h(
      "span",
      { class: "mam-set" },
      icon("stop", 14),
      !money.difference ? "set" : tight ? `−${Math.abs(money.difference)}` : `set: ${Math.abs(money.difference)} short`,
    );
  return null;
}

const formatSum = (thousands) => formatAmount(thousands, "money");

/* What stands at the two ends over the bar, as much as there is room for: sums in full, in thousands like the bid, or the names alone. */
function endTexts({ left, right, state }, room, notes) {
  const variants = state === "" ? [notes, ["", ""]] : [[formatSum(left.money), formatSum(right.money)], [String(left.money), String(right.money)], ["", ""]];
  const width = (side, text) => 32 + (LETTER + 0.5) * side.name.length + LETTER * text.length; // names are bold
  const fits = ([first, second]) => width(left, first) + width(right, second) <= room;
  const texts = variants.find(fits) || ["", ""];
  return { texts, widths: [width(left, texts[0]), width(right, texts[1])] };
}

/**
 * The money strip; `px` is the width it may use.
 * @param {Scene["money"]} money
 * @param {number} px
 * @param {{ whose?: string, bidder?: string }} [person] whose side the bidder's is: "you", "your side" or "they"
 */
export function moneyBar(money, px, { whose = "", bidder = "" } = {}) {
  if (!money) return null;
  const { total, bid, left, right } = money;
  const sideMoney = Math.max(0, left.money);
  const opponentsMoney = Math.max(0, right.money);
  const middle = total - sideMoney - opponentsMoney;
  const marker = Math.min(bid, total);
  const needs = Math.max(0, Math.min(marker, total - opponentsMoney) - sideMoney);
  const spare = Math.max(0, middle - needs - (money.nest || 0));
  const markerX = (marker / total) * px;
  const names = (LETTER + 0.5) * (left.name.length + right.name.length) + 64;
  const tight = px < TIGHT || names > px - 2 * WIDE_VERDICT - 2 * GAP; // the names need the room
  const verdict = moneyVerdict(money, tight);
  const calling = money.state === "";
  const labels = needLabels(money, whose);
  const need = fitting(labels.need, (needs / total) * px);
  const bidText = calling ? `high bid ${bid}` : needs > 0 && !verdict && !need ? `bid ${bid}, needs ${money.shortfall}` : `bid ${bid}`;
  const half = verdict ? (tight ? 62 : WIDE_VERDICT) : (bidText.length * LETTER) / 2 + 4; // half the width of what stands over the marker
  const notes = [bidder && `${bidder} bid`, whose === "they" ? "your side" : ""];
  const room = px - 2 * half - 2 * GAP;
  const { texts, widths: wanted } = endTexts(money, room, notes);
  const widths = [0, 1].map((end) => Math.min(wanted[end], Math.max(room / 2, room - wanted[1 - end])));
  const shown = Math.min(Math.max(markerX, half + widths[0] + GAP), px - half - widths[1] - GAP);
  const limitWidth = (end) => (widths[end] < wanted[end] ? { "max-width": `${widths[end]}px` } : {});
  return h(
    "section",
    {
      key: "money",
      class: "mam-money",
      "data-mam": "money",
      "data-state": money.state,
      "aria-label": "Money captured",
    },
    h(
      "div",
      { class: "mam-money-names", "aria-hidden": "true" },
      h("span", { class: "mam-side-name", title: left.name, style: limitWidth(0) }, h("i", { class: "mam-side-sign", "data-side": left.side }), h("b", null, left.name), texts[0] && h("span", null, texts[0])),
      h("span", { class: "mam-bid", style: { left: `${shown}px` } }, bidText, verdict),
      h("span", { class: "mam-side-name", title: right.name, style: limitWidth(1) }, texts[1] && h("span", null, texts[1]), h("b", null, right.name), h("i", { class: "mam-side-sign", "data-side": right.side })),
    ),
    h(
      "div",
      { class: "mam-bar", "aria-hidden": "true" },
      moneyPiece("needs", sideMoney, needs, total, need),
      moneyPiece("spare", sideMoney + needs, spare, total, fitting(labels.spare, (spare / total) * px)),
      money.nest
        ? moneyPiece("nest", total - opponentsMoney - money.nest, money.nest, total, fitting([`${money.word || "nest"} ${money.nest}`, String(money.nest)], (money.nest / total) * px))
        : null,
      moneyPiece("right", total - opponentsMoney, opponentsMoney, total, "", right.side),
      moneyPiece("left", 0, sideMoney, total, "", left.side),
      h("div", { key: "marker", class: "mam-marker", style: { left: `${(marker / total) * 100}%` } }),
    ),
    h("p", { class: "mam-aside" }, money.sentence),
  );
}

/* What a bid means, and the same where there is less room. */
const BID_MEANING = {
  money: ["The high bid is what its side must capture.", "Capture what you bid."],
  points: ["The high bid is how many points the bidder must take.", "Take the points you bid."],
  tricks: ["Everyone must take exactly as many tricks as they bid.", "Take exactly the tricks you bid."],
};

/**
 * The place of the bar before there is a bid; `px` is the width it may use.
 * @param {Scene} scene
 * @param {number} px
 */
export function emptyBar({ auction, calls, unit }, px) {
  const isOpen = !auction.length && unit === "money";
  const anyBid = auction.some((call) => !call.pass);
  return h(
    "section",
    { key: "money", class: "mam-money", "data-mam": "no-bid", "aria-label": "Money captured" },
    h("div", { class: "mam-money-names mam-muted" }, h("span", null, anyBid || unit === "tricks" ? "" : "No bid yet."), isOpen && calls && h("span", { class: "mam-first-bids" }, calls.text)),
    h("div", { class: "mam-bar mam-empty-bar" }, h("span", null, (BID_MEANING[unit] || BID_MEANING.money).find((text) => px >= text.length * SMALL_LETTER))),
  );
}

/** What each has taken, where more or fewer than two sides count: a thin bar each, with the bid where there is one. */
export function tallyBars(tally, size) {
  if (!tally) return null;
  // The unit is left out where there is no room for it: the sentence has it.
  const most = { money: 4, points: size === "S" ? 3 : Infinity }[tally.unit] ?? Infinity;
  const brief = ({ amount, need, text }) => (need === null && tally.rows.length > most ? amount.toLocaleString("en") : text);
  const share = (amount) => `${(Math.min(amount, tally.total) / Math.max(tally.total, 1)) * 100}%`;
  const signs = { made: ["ok", "made"], set: ["stop", "set"] };
  return h(
    "section",
    { key: "tally", class: "mam-tally", "data-mam": "tally", "aria-label": tally.head },
    h("h4", { class: "mam-aside" }, tally.head),
    h(
      "ul",
      null,
      tally.rows.map((row) =>
        h(
          "li",
          { key: row.name, "data-side": row.side || null },
          h("span", { class: "mam-tally-name" }, row.name),
          h("span", { class: "mam-tally-text" }, brief(row)),
          signs[row.state] &&
            h(
              "span",
              { class: `mam-${row.state}` },
              icon(signs[row.state][0], 14),
              h("span", { class: "mam-aside" }, signs[row.state][1]),
            ),
          h(
            "span",
            { class: "mam-tally-bar", "aria-hidden": "true" },
            h("span", { class: "mam-tally-fill", style: { width: share(row.amount) } }),
            row.need !== null && h("span", { class: "mam-tally-mark", style: { left: share(row.need) } }),
          ),
        ),
      ),
    ),
    h("p", { class: "mam-aside" }, tally.sentence),
  );
}
