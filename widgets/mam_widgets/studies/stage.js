// Stage: where a person is in a study, and what holds there, by the names of actions.toml. From both follows what can be done.

import { hasStory } from "./case_view.js";
import { findLine, listLines } from "./case.js";
import { isAmount } from "./field.js";
import { isWide } from "./parts.js";
import { findNext, findQuestion, isAnswered, isFromFile, isLastStop, listStars, listTricks, phaseOf, standsAlone } from "./player.js";
import { isLooking } from "./round_view.js";
import { isOfHands, listDue } from "./shelf.js";
import { readTyped } from "./typed.js";

/** @import { Study } from "./widget.js" */

/** @typedef {{ stage: string, facts: Record<string, unknown> }} Moment */

/** The stage, "" while something is waited for, and the facts. @param {Study} ui @returns {Moment} */
export function findStage(ui) {
  const { study, shelf } = ui.scene;
  const { stage, facts } = !study ? findShelf(ui) : ui.isFinished ? findEnd(ui) : ui.isPlaying ? findRound(ui) : ui.place ? findCase(ui) : findAsked(ui);
  return { stage, facts: { ...facts, can_leave: study && shelf.stages.length > 1, back: ui.isPlaying && ui.place ? "the case" : shelf.title } };
}

/** @param {Study} ui @returns {Moment} */
function findShelf({ scene, search }) {
  const { practice, shelf } = scene;
  const { words, kind, edition } = search;
  const due = listDue(scene).length;
  return { stage: "shelf", facts: { due, has_due: due > 0, has_practice: Boolean(practice), has_next: practice?.next, is_rated: practice?.count, is_filtered: words || kind || edition, has_file: shelf.stages.some(isFromFile), has_hands: !search.theme && shelf.stages.some((stage) => isOfHands(stage.group)) } };
}

/** @param {Study} ui @returns {Moment} */
function findAsked(ui) {
  const { scene, stop } = ui;
  const { study } = scene;
  const question = findQuestion(scene, stop);
  const { ask, size } = question;
  const isCase = Boolean(study.boards[stop.board].case);
  const canAsk = !isCase && !study.is_test && question.hints > 0;
  const stage = nameStage(ui, question);
  const isBoard = !isCase && !ui.queue;
  const tricks = stop.shown ? listTricks(question, stop.shown).length : 1;
  const earlier = question.earlier?.length || 0;
  const isOpenProblem = stage === "asked" && standsAlone(study); // how many decisions it has would be a hint
  const endsBoard = !isOpenProblem && isLastStop(scene, stop);
  return {
    stage,
    facts: {
      ...{ is_case: isCase, is_card: ask === "card", shows_cards: ask === "call", missing: size - stop.chosen.length },
      ...{ has_hints: canAsk, can_hint: canAsk && stop.hintCount < question.hints, can_repeat: !isCase && !study.is_test },
      ...{ ends_board: endsBoard, ends_study: endsBoard && (ui.queue ? !ui.queue.length : findNext(scene, stop) === null) },
      ...{ has_tricks: earlier + tricks > 1, is_first_trick: stop.trick <= -earlier, is_last_trick: stop.trick >= tricks - 1 },
      ...{ has_prices: !isWide(ui) && ask === "card" && stop.prices.length > 0, shows_hints: ui.tab === "hint" && (isWide(ui) || ui.sheet === "beside") },
      ...{ has_dots: isBoard && !isWide(ui), board: stop.board + 1, boards: study.boards.length },
    },
  };
}

function nameStage({ scene, stop }, question) {
  const phase = phaseOf(stop);
  if (phase === "right") return "right";
  if (isAnswered(scene, stop)) return "answered";
  if (phase !== "ask") return "wrong";
  if (question.is_typed ? readTyped(stop.typed, isAmount(question)) : question.ask === "mark" && stop.chosen.length) return "checkable";
  if (!stop.chosen.length) return "asked";
  return stop.chosen.length < question.size ? "choosing" : "chosen";
}

/** @param {Study} ui @returns {Moment} */
function findCase(ui) {
  const asked = ui.scene.study.boards[ui.stop.board].case;
  if (!hasStory(ui)) return { stage: "", facts: {} };
  const line = findLine(listLines(asked, ui.scene.story.case), ui.place);
  const { step, isAnswer } = ui.place;
  const isStory = line.kind === "story";
  const isLast = step >= line.steps.length;
  if (isAnswer) return { stage: "answer", facts: { is_story: isStory, has_steps: line.steps.length > 0, ends_queue: ui.queue && !ui.queue.length } };
  return { stage: "step", facts: { is_story: isStory, is_first: step === 0, is_last: isLast, can_play: isStory && !isLast && line.steps[step].card } };
}

/** @param {Study} ui @returns {Moment} */
function findRound(ui) {
  const { study } = ui.scene;
  const board = study.boards[ui.stop.board];
  if (!ui.round || ui.round.board !== ui.stop.board) return { stage: "", facts: {} };
  const { end, can_undo: canUndo, advice, question } = ui.round.shown;
  const isOver = Boolean(end);
  if (isOver && !isLooking(ui)) return { stage: "result", facts: { is_case: Boolean(board.case), has_next: Boolean(study.boards[ui.stop.board + 1]), can_retry: canUndo && end.decision >= 0 } };
  const missing = isLooking(ui) ? 0 : question.size - ui.chosen.length;
  const stage = ui.isWaiting ? "computing" : isLooking(ui) ? "looking" : ui.chosen.length ? (missing ? "picking" : "picked") : advice ? "advised" : "turn";
  return { stage, facts: { can_undo: canUndo, is_over: isOver, missing, advice: advice?.label } };
}

/** @param {Study} ui @returns {Moment} */
function findEnd(ui) {
  const next = findNextStudy(ui);
  return { stage: "finished", facts: { has_others: ui.scene.shelf.stages.length > 1, stands_alone: standsAlone(ui.scene.study), has_next: Boolean(next), next: next?.title, has_round: Boolean(findRoundAhead(ui)) } };
}

/** The coached round further on, for whoever would rather play than go on with boards. @param {{ scene: Study["scene"] }} ui */
export function findRoundAhead(ui) {
  const { shelf, progress, study } = ui.scene;
  const round = shelf.stages.find((stage) => stage.coached);
  const isAhead = round && round !== findNextStudy(ui) && shelf.stages.indexOf(round) > shelf.stages.findIndex((stage) => stage.id === study.id);
  return isAhead && !listStars(progress, round.id, round.boards).length ? round : null;
}

/** What comes after this study on the shelf: of problems the one that fits, "undefined" after the last. @param {{ scene: Study["scene"] }} ui */
export function findNextStudy({ scene: { study, shelf, practice } }) {
  const { stages } = shelf;
  const fitting = study.shelf === "problems" && stages.find((stage) => stage.id === practice?.next);
  return fitting || stages[stages.findIndex((stage) => stage.id === study.id) + 1];
}
