// Prices: what each answer costs beside the best one, as bars with their margins, and in words for whoever does not see them.

import { emblemPlate } from "../shared/ui/cards.js";
import { CARD_FACTS } from "../shared/ui/art.js";
import { h } from "../shared/ui/elements.js";
import { chips, writeAmount } from "./table.js";

/** @import { PriceShown } from "./study.js" */
/** @import { Study } from "./widget.js" */

/** Whether an answer is a set of cards. */
export const isSet = (answer) => answer.includes(" ") && answer.split(" ").every((code) => CARD_FACTS[code]);

/** The name of an answer: cards as chips, a color with its sign, or words. */
export function drawAnswer(ask, answer, label, height = 20) {
  if (isSet(answer) || (ask === "card" && CARD_FACTS[answer])) return chips(answer.split(" "));
  return [ask === "trump" && "RYBG".includes(answer) && emblemPlate(answer, height), label];
}

/** The prices of all answers to the stop, once one was given. @param {Study} ui @param {string} ask */
export function drawPrices(ui, ask) {
  const { prices, answer } = ui.stop;
  const yours = prices.find((price) => price.answer === answer);
  const end = Math.max(1, ...prices.map(({ cost, margin }) => cost + margin));
  const part = (amount) => `${(100 * Math.max(0, amount)) / end}%`;
  const row = (/** @type {PriceShown} */ price) => {
    const { label, cost, margin, grade } = price;
    const note = price === yours ? "you" : yours?.grade === "wrong" && grade === "right" ? "better" : "";
    return h(
      "li",
      { key: price.answer, "data-grade": grade, "data-note": note },
      h("span", { class: "mam-study-priced", "aria-hidden": "true" }, drawAnswer(ask, price.answer, label, 16)),
      h("span", { class: "mam-study-gauge", "aria-hidden": "true" }, h("i", { class: "mam-study-behind", style: { width: part(cost) } }), cost > 0 && margin > 0 && h("i", { class: "mam-study-margin", style: { left: part(cost - margin), width: part(Math.min(cost, margin) + margin) } }), note && h("em", null, note)),
      h("span", { class: "mam-study-cost", "aria-hidden": "true" }, cost ? [`${cost} `, h("small", null, `± ${margin}`)] : "best"),
      h("span", { class: "mam-aside" }, `${label}: ${cost ? `costs ${writeAmount(ui, cost)} ± ${writeAmount(ui, margin)}` : "the best"}${{ you: ", your answer", better: ", better than yours", "": "" }[note]}.`),
    );
  };
  return h(
    "div",
    { key: "prices", class: "mam-study-prices", "data-mam": "prices" },
    h("h5", { key: "title" }, "What each answer costs"),
    h("ol", { key: "rows", "data-sets": String(prices.some((price) => isSet(price.answer))), "aria-label": "What each answer costs" }, prices.map(row)),
    h("p", { key: "foot", class: "mam-study-foot" }, "Thousands of dollars behind the best in 2,000 simulated deals; everyone plays like the club player (of the four levels of Play, the second strongest). ± is the 95% margin of error."),
  );
}
