// Case: a documented case after its answer. Its story, each variation, each other edition and each reading is a line of play, looked at step by
// step. Every function is from one state to the next; nothing here draws.

import { isHidden } from "../shared/ui/cards.js";
import { capitalize } from "../shared/ui/words.js";

/** @import { BoardTable, CaseAsked, CaseStep, CaseStory, TrickShown } from "./study.js" */

/**
 * A line of play. `differs` says whether its answer is another one than the story's, `parting` at which moment it leaves it,
 * `playable` what may be played then, and `beside` what in the line that it is compared with.
 * @typedef {{ playable: string[], beside: string[], kind: string, index: number, title: string, note: string, table: BoardTable | null, steps: CaseStep[], answer: string, differs: boolean, parting: string }} PlayLine
 */

/** Where a reader is: a line, how many of its steps are made, and whether the answer is shown. */
export const openLine = (kind = "story", index = 0, step = 0) => ({ kind, index, step, isAnswer: false });

/** @typedef {ReturnType<typeof openLine>} Place */

const joinFacts = (facts) => facts.map(({ text, answer }) => `${capitalize(text)}: ${answer}.`).join(" ");

/** All lines of a case, the story first. @param {CaseAsked} asked @param {CaseStory} story @returns {PlayLine[]} */
export function listLines(asked, story) {
  const line = (kind, index, more) => ({ ...{ kind, index, note: "", differs: false, parting: "", playable: [], beside: [] }, ...more });
  return [
    line("story", 0, { title: asked.question, note: asked.setup, table: asked.table, steps: story.steps, answer: story.answer }),
    ...story.variations.map((one, k) => line("if", k, { title: one.text, table: one.table, steps: one.steps, answer: one.answer, differs: !one.same })),
    ...story.editions.map((one, k) => line("edition", k, { title: one.name, table: one.table, steps: one.steps, answer: joinFacts(one.facts), differs: !one.same, parting: one.parting, playable: one.playable, beside: one.story_playable })),
    ...story.readings.map((one, k) => line("reading", k, { title: one.name, note: one.text, table: one.table, steps: one.steps, answer: joinFacts(one.facts), parting: one.parting, playable: one.playable, beside: story.readings[1 - k].playable })),
  ];
}

/** @param {PlayLine[]} lines @param {Place} place */
export const findLine = (lines, place) => lines.find((line) => line.kind === place.kind && line.index === place.index);

/**
 * What lies on the table after each step of a line, the table before the first one first; `result` is the trick that a step completed.
 * @param {PlayLine} line
 * @returns {{ table: BoardTable, result: TrickShown | null, step: CaseStep | null }[]}
 */
export function listTables({ table, steps }) {
  const tables = [{ table, result: null, step: null }];
  for (const step of steps) {
    const before = tables[tables.length - 1];
    tables.push({ table: step.table || layCard(before, step), result: step.trick || null, step });
  }
  return tables;
}

/** @param {{ table: BoardTable, result: TrickShown | null }} before @param {CaseStep} step */
function layCard({ table, result }, { seat, card, captured }) {
  const hand = table.hands[seat];
  const at = hand.includes(card) ? hand.indexOf(card) : hand.findIndex(isHidden);
  return {
    ...table,
    hands: { ...table.hands, [seat]: hand.filter((_, k) => k !== at) },
    trick: [...(result ? [] : table.trick), { seat, card }],
    tricks: result ? [...table.tricks, table.trick] : table.tricks,
    captured: (table.captured || table.tricks.length > 0) && captured ? captured : table.captured,
    turn: "",
  };
}

/** Where a line begins to be looked at: another edition and a reading at the step at which they part. @param {PlayLine} line */
export function openAt({ kind, index, parting, steps, table }) {
  const at = steps.findIndex((step) => step.moment === parting);
  const place = openLine(kind, index, Math.max(0, at < 0 ? 0 : at + 1));
  return table && steps.length ? place : { ...place, isAnswer: true };
}

/** The step after this one: after the last of them the answer. @param {PlayLine} line @param {Place} place */
export const goOn = ({ steps }, place) => (place.step < steps.length ? { ...place, step: place.step + 1 } : { ...place, isAnswer: true });

/** @param {Place} place */
export const goBack = (place) => (place.isAnswer ? { ...place, isAnswer: false } : { ...place, step: Math.max(0, place.step - 1) });

/** The cases of a shelf with all of these words and of this kind and edition. */
export function findCases(stages, { words = "", kind = "", edition = "" }) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = stages.flatMap((stage) => stage.cases.map((one) => ({ ...one, study: stage.id, board: stage.boards.indexOf(one.id) })));
  return rows.filter((row) => {
    const text = `${row.id} ${row.question} ${row.words}`.toLowerCase();
    return wanted.every((word) => text.includes(word)) && (!kind || row.kind === kind) && (!edition || row.edition === edition);
  });
}
