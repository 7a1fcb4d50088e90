// Case view: a documented case after its answer: a step with its rulings, the answer, and what would change it.

import { icon } from "../shared/ui/cards.js";
import { dockRegion } from "../shared/ui/dock.js";
import { h } from "../shared/ui/elements.js";
import { capitalize } from "../shared/ui/words.js";
import { findLine, listLines, listTables } from "./case.js";
import { drawFault, drawHead, isLong, isWide, joinMinus, listRules, ruleLink } from "./parts.js";
import { drawFacts, drawHands, drawLine, drawTrick, viewTable } from "./table.js";

/** @import { PlayLine } from "./case.js" */
/** @import { Study } from "./widget.js" */

/** Whether the answer of the case that is open has come. @param {Study} ui */
export const hasStory = ({ scene, stop }) => scene.story !== null && scene.story.board === stop.board;

const FEW = 4; // calls, or cards in a line, of half a table on a phone
const caseOf = ({ scene, stop }) => scene.study.boards[stop.board];
const NAMES = { if: "And if …", edition: "Under other rules", reading: "Two readings" };

/** The page of a case: one step of a line of play, or its answer. @param {Study} ui */
export function drawCase(ui) {
  const { id, case: asked } = caseOf(ui);
  if (!hasStory(ui)) return [drawHead(ui, id, asked?.edition_name || "", ""), h("p", { key: "notes", class: "mam-study-notes", "data-mam": "notes" }, drawFault(ui.scene.fault) || "One moment.")];
  const lines = listLines(asked, ui.scene.story.case);
  const line = findLine(lines, ui.place);
  const { step, isAnswer } = ui.place;
  const steps = line.steps.length;
  const place = isAnswer ? "answer" : steps ? (step ? `step ${step} of ${steps}` : "start") : "";
  return [
    drawHead(ui, id, line.kind === "edition" ? line.title : asked.edition_name, place),
    h("div", { key: "goal", class: "mam-study-goal", "data-long": isLong(ui, titleOf(line)) }, h("h4", { "data-mam": "goal" }, titleOf(line)), step === 0 && !isAnswer && line.note && h("p", null, line.note)),
    h("div", { key: "stage", class: "mam-study-stage", "data-mam": "stage", "data-pair": String(isPair(line)) }, drawTables(ui, lines, line)),
    h("div", { key: "notes", class: "mam-study-notes", "data-mam": "notes", "data-answer": String(isAnswer), tabindex: "0", role: "group", "aria-label": isAnswer ? "The answer" : "Rulings" }, drawFault(ui.scene.fault), isAnswer ? drawAnswer(ui, lines, line) : [drawRulings(ui, line, step), line.table && !isPair(line) && h("ul", { key: "hands", class: "mam-study-hands", "aria-label": "Hands" }, drawHands(ui, viewLine(ui, line)))]),
    dockRegion(ui),
    isWide(ui) && drawCaseSide(ui),
  ];
}

const TITLES = { if: (title) => `And if ${title}${title.endsWith("?") ? "" : "?"}`, edition: (title) => title, reading: (title) => `Reading: ${title}`, story: (title) => title };
const titleOf = ({ kind, title }) => TITLES[kind](title);
const isPair = (line) => line.kind === "edition" || line.kind === "reading";

/* The table after a step; another edition and a reading stand beside what they differ from. */
function drawTables(ui, lines, line) {
  if (!isPair(line)) return drawOne(ui, line);
  const other = line.kind === "edition" ? lines[0] : lines.find((one) => one.kind === "reading" && one !== line);
  const isFirst = line.kind === "reading" && line.index === 0;
  const now = ui.place.isAnswer ? "" : line.steps[ui.place.step - 1]?.moment;
  const half = (one, playable) =>
    one.table && h("div", { key: `${one.kind}-${one.index}`, class: "mam-study-half", "data-now": String(one === line) }, h("h5", null, one.kind === "story" ? caseOf(ui).case.edition_name : one.title), drawOne(ui, one, now === line.parting && String(line.playable) !== String(line.beside) ? playable : []));
  const halves = [half(other, line.beside), half(line, line.playable)];
  return isFirst ? halves.reverse() : halves;
}

/* One table; `playable` says which cards may be played next, where that is what differs. */
function drawOne(ui, line, playable = undefined) {
  if (!line.table) return null;
  const view = viewLine(ui, line, playable !== undefined);
  return [drawFacts(ui, view), playable?.length > 0 && h("p", { key: "playable", class: "mam-study-playable" }, "May be played next: ", ui.size === "S" && playable.length > FEW ? `any of ${playable.length} cards` : drawLine(playable)), drawTrick(ui, view)];
}

function viewLine(ui, line, isBare = false) {
  const { step, isAnswer } = ui.place;
  const tables = listTables(line);
  const { table, result, step: made } = tables[isAnswer ? tables.length - 1 : Math.min(step, tables.length - 1)];
  return viewTable(isBare ? { ...table, open: [], captured: null, nest: [], calls: table.calls.slice(ui.size === "S" ? -FEW : 0) } : table, { result, isStory: true, isBare, fresh: made?.card ? table.trick.length - 1 : -1 });
}

/* What was played at a step, and every ruling on it. */
function drawRulings(ui, line, step) {
  if (step === 0) return h("p", { key: "begin" }, line.steps.length ? "The case starts here. Press Next step: each step names its rule." : "Nothing is played here.");
  const { words, rules, is_wrong: isWrong } = line.steps[step - 1];
  return [
    words && h("p", { key: "words", "data-wrong": String(isWrong) }, h("b", null, words)),
    h("ul", { key: "rules" }, rules.map(({ rule, text, source }, k) => h("li", { key: k, title: source }, k === 0 && !words ? h("b", null, text) : text, " ", ruleLink(ui, rule)))),
  ];
}

function drawAnswer(ui, lines, line) {
  const { case: asked } = caseOf(ui);
  const story = ui.scene.story.case;
  if (line.kind !== "story") {
    const what = line.kind === "reading" ? "" : line.differs ? "Another answer. " : "The same answer. ";
    return [h("p", { key: "answer" }, h("b", null, what), joinMinus(line.answer)), line.kind === "reading" && h("p", { key: "why", class: "mam-study-foot" }, story.readings[line.index].why)];
  }
  return [
    h("p", { key: "answer", class: "mam-study-answer" }, h("b", null, story.answer)),
    story.moral && h("p", { key: "moral" }, story.moral),
    story.counts.length > 0 && h("ul", { key: "counts" }, story.counts.map((one, k) => h("li", { key: k }, `${capitalize(one.text)}: ${one.facts.map((fact) => fact.answer).join(", ")}.`))),
    h("p", { key: "source", class: "mam-study-foot" }, `${asked.source}. `, listRules(ui, story.rules.map(({ rule }) => rule))),
    !isWide(ui) && listChanges(ui, lines),
  ];
}

/* Variations, other editions and readings, each in a line that sets it up. */
/** @param {Study} ui @param {PlayLine[]} lines */
function listChanges(ui, lines) {
  return ["if", "edition", "reading"].map((kind) => {
    const rows = lines.filter((line) => line.kind === kind);
    return rows.length > 0 && h("section", { key: kind, class: "mam-study-changes", "aria-label": NAMES[kind] }, h("h5", null, NAMES[kind]), h("ul", null, rows.map((line) => drawRow(ui, line))));
  });
}

function drawRow(ui, line) {
  const { kind, index } = ui.place;
  const isNow = kind === line.kind && index === line.index;
  const said = line.kind === "edition" ? (line.differs ? line.answer : "The same answer.") : line.kind === "reading" ? line.note : line.answer;
  return h("li", { key: `${line.kind}-${line.index}` }, h("button", { type: "button", "data-mam": `${line.kind}-${line.index + 1}`, "data-now": String(isNow), "aria-current": isNow ? "true" : null, on: { click: () => ui.openLine(line.kind, line.index) } }, h("span", null, h("b", null, line.kind === "if" ? capitalize(line.title) : line.title), h("small", null, joinMinus(said))), icon("next", 16)));
}

/** Beside the table where there is room: before the answer what is known of the case, after it its steps and what would change it. @param {Study} ui */
export function drawCaseSide(ui) {
  const { id, case: asked } = caseOf(ui);
  const side = (...parts) => h("aside", { key: "side", class: "mam-study-side", "aria-label": `Case ${id}`, tabindex: "0" }, parts);
  const people = Object.entries(asked.people).map(([seat, name]) => `${asked.seats[seat] || seat} is ${name}`).join(", ");
  const about = [h("p", { key: "setup" }, asked.setup), people && h("p", { key: "people" }, `${people}.`), h("p", { key: "source", class: "mam-study-foot" }, `${capitalize(asked.kind)}. ${asked.source}.`)];
  if (!ui.place || !hasStory(ui)) return side(about);
  const lines = listLines(asked, ui.scene.story.case);
  const line = findLine(lines, ui.place);
  const steps = line.steps.map((step, k) => h("li", { key: k }, h("button", { type: "button", "data-mam": `step-${k + 1}`, "data-now": String(!ui.place.isAnswer && ui.place.step === k + 1), on: { click: () => ui.stepTo(k + 1) } }, h("span", { class: "mam-study-number" }, k + 1), h("span", null, step.rules[0]?.text || step.words))));
  const changes = listChanges(ui, lines);
  return side(ui.place.isAnswer && changes, steps.length > 0 && h("section", { key: "steps", class: "mam-study-changes", "aria-label": "Steps" }, h("h5", null, line.kind === "story" ? "Step by step" : titleOf(line)), h("ol", null, steps)), !ui.place.isAnswer && changes, about);
}

/** What is heard when a step or the answer is shown. @param {Study} ui */
export function writePlace(ui) {
  const { case: asked } = caseOf(ui);
  if (!hasStory(ui)) return "";
  const line = findLine(listLines(asked, ui.scene.story.case), ui.place);
  if (ui.place.isAnswer) return line.answer;
  const step = line.steps[ui.place.step - 1];
  return step ? [step.words, ...step.rules.map((rule) => rule.text)].filter(Boolean).join(" ") : line.note || line.title;
}
