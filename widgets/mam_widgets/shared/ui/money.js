// Money: the bar that says who has captured what, where the bid stands, and what is still needed.

import { formatAmount, icon } from "./cards.js";
import { h } from "./elements.js";

/* A label keeps its word when the piece is wide enough, then only its number, then nothing: the sentence has both. */
function pieceLabel(px, word, number) {
  const full = word ? `${word} ${number}` : String(number);
  if (px >= full.length * 8 + 8) return full;
  return px >= String(number).length * 8 + 6 ? String(number) : "";
}

function moneyPiece(kind, from, size, total, px, word, number, side) {
  const label = number === null ? "" : pieceLabel((size / total) * px, word, number);
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

function moneyVerdict(money) {
  if (money.state === "made")
    return h("span", { class: "mam-made" }, icon("ok", 14), money.by ? `made, +${money.by}` : "made");
  if (money.state === "set")
    return h(
      "span",
      { class: "mam-set" },
      icon("stop", 14),
      money.by ? `set: ${Math.abs(money.by)} short` : "set",
    );
  return null;
}

const formatSum = (thousands) => formatAmount(thousands, "money");

/** The money strip; `px` is the width it may use. */
export function moneyBar(money, px) {
  if (!money) return null;
  const { total, bid, left, right } = money;
  const mine = Math.max(0, left.money);
  const theirs = Math.max(0, right.money);
  const middle = total - mine - theirs;
  const marker = Math.min(bid, total);
  const needs = Math.max(0, Math.min(marker, total - theirs) - mine);
  const spare = Math.max(0, middle - needs - (money.nest || 0));
  const at = (marker / total) * px;
  const verdict = moneyVerdict(money);
  const calling = money.state === "";
  const half = verdict ? 92 : calling ? 50 : 34; // half the width of what stands over the marker
  const narrow = px < 480; // the bar says the sums by its lengths, and the sentence in words
  const bare = calling || (narrow && verdict) || px < 300;
  const sum = (side) => !bare && h("span", null, formatSum(side.money));
  const wide = (side) => 24 + 8 * (side.name.length + (bare ? 0 : formatSum(side.money).length + 1));
  const shown = Math.min(Math.max(at, half + wide(left)), px - half - wide(right));
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
      h("span", { class: "mam-side-name" }, h("i", { class: "mam-side-sign", "data-side": left.side }), h("b", null, left.name), sum(left)),
      h("span", { class: "mam-bid", style: { left: `${shown}px` } }, calling ? `high bid ${bid}` : `bid ${bid}`, verdict),
      h("span", { class: "mam-side-name" }, sum(right), h("b", null, right.name), h("i", { class: "mam-side-sign", "data-side": right.side })),
    ),
    h(
      "div",
      { class: "mam-bar", "aria-hidden": "true" },
      moneyPiece("needs", mine, needs, total, px, calling ? "must capture" : "needs", money.needs),
      moneyPiece("spare", mine + needs, spare, total, px, "can lose", money.spare),
      money.nest
        ? moneyPiece("nest", total - theirs - money.nest, money.nest, total, px, money.word || "nest", money.nest)
        : null,
      moneyPiece("right", total - theirs, theirs, total, px, "", null, right.side),
      moneyPiece("left", 0, mine, total, px, "", null, left.side),
      h("div", { key: "marker", class: "mam-marker", style: { left: `${(marker / total) * 100}%` } }),
    ),
    h("p", { class: "mam-aside" }, money.sentence),
  );
}

/** The place of the bar before there is a bid. */
export const emptyBar = (text) =>
  h(
    "section",
    { key: "money", class: "mam-money", "data-mam": "no-bid", "aria-label": "Money captured" },
    h("div", { class: "mam-money-names mam-muted" }, text),
    h("div", { class: "mam-bar", "aria-hidden": "true" }),
  );

/** What each has taken, where more or fewer than two sides count: a thin bar each, with the bid where there is one. */
export function tallyBars(tally) {
  if (!tally) return null;
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
          h("span", { class: "mam-tally-text" }, tally.rows.length > 4 ? row.text.replace(/^\$([\d,]+),000$/, "$1") : row.text),
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
