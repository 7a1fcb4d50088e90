// Sheet: what lies over the table until it is closed: a rule in full, the boards of a stage where there is no room beside them, the keys.

import { icon } from "../shared/ui/cards.js";
import { h } from "../shared/ui/elements.js";
import { drawAction, drawKeys, drawLink, drawOver, drawStars } from "./parts.js";
import { drawPrices } from "./prices.js";
import { findQuestion, phaseOf } from "./player.js";

/** @import { Study } from "./widget.js" */

const TABS = [
  ["stage", "Stage"],
  ["rule", "Rule"],
  ["hint", "Hint"],
];

const KEYS = [
  ["from card to card, from answer to answer", "← → Home End"],
  ["play, choose, press", "Enter, Space"],
  ["the card or answer in this place", "1 to 9"],
];

/** A sheet over the table; null while none is open. @param {Study} ui */
export function drawSheet(ui) {
  const { sheet } = ui;
  if (!sheet) return null;
  const title = { keys: "Shortcuts", rule: "Rule", prices: "Costs" }[sheet] || ui.scene.study.title;
  return drawOver(ui, title, sheet === "keys" ? drawKeys(ui, KEYS) : sheet === "rule" ? listRuleTexts(ui, [ui.rule]) : sheet === "prices" ? drawPrices(ui, "card") : drawTabs(ui));
}

/** What is beside a board, by tabs: the boards of its stage, its rules, its hints. @param {Study} ui */
export function drawTabs(ui) {
  const { tab } = ui;
  const tabs = TABS.map(([id, label]) => h("button", { key: id, type: "button", role: "tab", class: "mam-study-tab", "data-mam": `tab-${id}`, "aria-selected": String(id === tab), tabindex: id === tab ? "0" : "-1", on: { click: () => ui.openTab(id), keydown: (event) => ui.walkTabs(event) } }, label));
  const parts = { stage: drawStage, rule: drawRules, hint: drawHints }[tab](ui);
  return [h("div", { key: "tabs", class: "mam-study-tabs", role: "tablist", "aria-label": "Beside the board" }, tabs), h("div", { key: `panel-${tab}`, class: "mam-study-panel", role: "tabpanel", "data-mam": "panel", "aria-label": TABS.find(([id]) => id === tab)[1] }, parts)];
}

/* What the stage is about, and its boards. */
function drawStage(ui) {
  const { study, progress } = ui.scene;
  const at = ui.stop.board;
  const boards = study.boards.map((board, k) => {
    const stars = progress[`${study.id}/${board.id}`];
    const state = k === at ? "now" : stars === undefined ? "open" : "done";
    const number = h("span", { class: "mam-study-number" }, state === "done" ? icon("ok", 14) : k + 1);
    return h("li", { key: board.id }, h("button", { type: "button", "data-state": state, "data-mam": `board-${k + 1}`, "aria-current": k === at ? "step" : null, on: { click: () => ui.goTo(k) } }, number, h("span", null, `${board.deal ? "Round" : "Board"} ${k + 1}`), stars !== undefined && drawStars(stars, 14)));
  });
  return [h("p", { key: "intro" }, study.intro), boards.length > 1 && h("ol", { key: "boards", class: "mam-study-boards" }, boards), h("p", { key: "keys", class: "mam-study-foot" }, drawLink(ui, "shortcuts"))];
}

/* The rule that was asked for or broken first, then those that the stage teaches. */
function drawRules(ui) {
  const { teaches } = ui.scene.study;
  const first = ui.rule || ui.stop.shown?.refusal?.rule;
  const ids = [...new Set([first, ...teaches].filter(Boolean))];
  return ids.length ? listRuleTexts(ui, ids) : h("p", { key: "none" }, "This stage cites no rule.");
}

function listRuleTexts(ui, ids) {
  const { rules } = ui.scene.study;
  const known = ids.filter((id) => rules[id]);
  return h("dl", { key: "rules", class: "mam-study-rules" }, known.map((id) => h("div", { key: id, "data-mam": `text-${id}`, "data-now": String(id === ui.rule) }, h("dt", null, id), h("dd", null, rules[id].text, h("small", null, rules[id].source)))));
}

/* The hints so far, and the next one. */
function drawHints(ui) {
  const { stop, scene } = ui;
  if (scene.study.is_test) return h("p", { key: "none" }, "A test has no hints.");
  const hints = findQuestion(scene, stop)?.hints || 0;
  if (!hints) return h("p", { key: "none" }, "This board has no hints.");
  const canAsk = stop.hintCount < hints && phaseOf(stop) !== "right";
  return [
    stop.hints.length > 0 && h("ol", { key: "hints", class: "mam-study-hints" }, stop.hints.map((hint, k) => h("li", { key: k }, hint))),
    drawAction(ui, "ask-hint"),
    h("p", { key: "cost", class: "mam-study-foot" }, canAsk ? "Each hint costs a star." : stop.hints.length === hints ? "That was the last hint." : ""),
  ];
}
