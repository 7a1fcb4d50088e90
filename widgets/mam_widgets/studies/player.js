// Player: what a person has done at the stop that is on the table. Every function is from one state to the next; nothing here draws.

/** @import { AnswerShown, PriceShown, Question, Reply, StudyScene } from "./study.js" */

/** @typedef {Question | null} Asked */

/**
 * A stop as it begins; `question` is that of a later decision of a problem. `tried` are the answers that were wrong, `cost` the stars they cost, `typed` a number as it is written, `shown` what the last answer led to, `trick` which of
 * the tricks is looked at (below 0 an earlier one of a hand: -1 the last), `chosen` the cards chosen to discard, and `prices` what all answers cost, after one.
 */
export const beginStop = (board = 0, stop = 0, cost = 0, question = /** @type {Asked} */ (null)) => ({
  ...{ board, stop, cost, question, following: /** @type {Asked} */ (null), trick: 0, answer: "", typed: "", hintCount: 0 },
  ...{ tried: /** @type {string[]} */ ([]), chosen: /** @type {string[]} */ ([]), hints: /** @type {string[]} */ ([]), shown: /** @type {AnswerShown | null} */ (null), prices: /** @type {PriceShown[]} */ ([]) },
  isWaiting: false,
});

/** @typedef {ReturnType<typeof beginStop>} Stop */

/** "ask", "illegal", "wrong" or "right". @param {Stop} stop */
export const phaseOf = ({ shown }) => (shown ? shown.verdict : "ask");

/** Whether a stop is answered: right, or once in a test, or so that all prices are seen. @param {StudyScene} scene @param {Stop} stop */
export const isAnswered = ({ study }, stop) => phaseOf(stop) === "right" || (phaseOf(stop) === "wrong" && (study.is_test || stop.prices.length > 0));

/** @param {StudyScene} scene @param {Stop} place @returns {Question} */
export const findQuestion = ({ study }, { board, stop, question }) => question || study.boards[board].questions[stop];

/** A reply of the teacher to this stop; another stop's is left out. @param {Stop} stop @param {Reply | null} reply */
export function takeReply(stop, reply, isTest = false, isOfHand = false) {
  if (!reply || reply.board !== stop.board || reply.stop !== stop.stop) return stop;
  if (reply.hints) return { ...stop, hints: reply.hints, isWaiting: false };
  const { answer, shown } = reply;
  const isNew = shown.verdict === "wrong" && !stop.tried.includes(answer);
  const isFree = isOfHand && stop.tried.length > 0; // a second try shows its price, and costs nothing
  return {
    ...stop,
    ...{ answer, shown, following: reply.question || null, prices: reply.prices || [], trick: 0, chosen: [], isWaiting: false },
    tried: isNew ? [...stop.tried, answer] : stop.tried,
    cost: isTest && isNew ? 3 : stop.cost + (isNew && !isFree ? shown.cost : 0),
  };
}

/** The answer is taken back; what it cost stays. @param {Stop} stop @returns {Stop} */
export const takeBack = (stop) => ({ ...stop, answer: "", typed: "", shown: null, prices: [], trick: 0, chosen: [] });

/** A card is chosen to discard, or let go. @param {Stop} stop @returns {Stop} */
export function choose(stop, card, size) {
  const { chosen } = stop;
  if (chosen.includes(card)) return { ...stop, chosen: chosen.filter((other) => other !== card) };
  return chosen.length < size ? { ...stop, chosen: [...chosen, card] } : stop;
}

/** The next hint costs a star, as a wrong answer does. @param {Stop} stop @returns {Stop} */
export const askForHint = (stop) => ({ ...stop, hintCount: stop.hintCount + 1, cost: stop.cost + 1, isWaiting: true });

/** Three stars without help; one at least, but none in a test. Of a hand two if two thirds of its stops were right at the first try. @param {{ board: number, cost: number }} stop @param {StudyScene["study"]} study */
export function countStars({ board, cost }, study) {
  if (study.is_test) return cost ? 0 : 3;
  return Math.max(1, 3 - (isHand(study) ? Math.ceil((3 * cost) / study.boards[board].questions.length) : cost));
}

/** The board and stop after this one; null at the end of the study. @param {StudyScene} scene @param {Stop} place */
export function findNext({ study }, { board, stop, cost, shown, following }) {
  if (following) return beginStop(board, shown.next, cost, following);
  if (study.boards[board].questions[stop + 1]) return beginStop(board, stop + 1, cost);
  const next = study.boards.findIndex((one, k) => k > board && one.questions.length > 0);
  return next < 0 ? null : beginStop(next);
}

/** Whether a board ends with this stop. @param {StudyScene} scene @param {Stop} place */
export const isLastStop = ({ study }, { board, stop, shown, following }) => !following && (shown?.next !== undefined || stop + 1 === study.boards[board].questions.length);

/** Whether a study is one problem or one hand: what is said of stages and boards does not fit. @param {{ shelf: string }} study */
export const standsAlone = ({ shelf }) => shelf === "problems" || shelf === "hands";

/** Whether a study is an annotated hand: several stops of a round that goes on as it was played. @param {{ shelf: string }} study */
export const isHand = ({ shelf }) => shelf === "hands";

/** Whether a stage is a study that the learner opened from a file. @param {{ from_file?: boolean } | undefined} stage */
export const isFromFile = (stage) => Boolean(stage?.from_file);

/** The number of a stage on its shelf, from 1; a study from a file has none. */
export const numberStage = (stages, id) => stages.filter((stage) => !isFromFile(stage)).findIndex((stage) => stage.id === id) + 1;

/** The stars of the boards of a study that are done. */
export const listStars = (progress, id, boards) => boards.map((board) => progress[`${id}/${board}`]).filter((stars) => stars !== undefined);

/** The tricks that an answer shows: the one on the table with the reply, then those that follow, each with its result. */
export function listTricks(question, shown) {
  const { trick, hands } = question.table;
  const seats = Object.keys(hands).length;
  const plays = [...trick, ...((shown && shown.plays) || [])];
  const tricks = [];
  for (let first = 0; first < Math.max(1, plays.length); first += seats) tricks.push({ plays: plays.slice(first, first + seats), result: (shown && shown.tricks && shown.tricks[tricks.length]) || null });
  return tricks;
}

/** A trick that can be looked at: from the first of a hand to the last that an answer shows. @param {Question} question @param {Stop} stop */
export const limitTrick = ({ earlier = [] }, { shown }, trick) => Math.max(-earlier.length, Math.min(trick, Math.max(1, shown?.tricks?.length || 0) - 1));
