// Studies on a page: a teacher that fetches them, and what was done, which stays in this browser. The stars of a board and the answer of a day stand
// under keys of their own that are only ever made better, so no second tab can lose them.

import { makeTeacher } from "../../studies/teacher.js";
import { GRADES, isBoard, isDay, isGuess, isStars, merge, nothingDone } from "./progress.js";

/** @import { Done } from "./progress.js" */
/** @import { Stage } from "../../studies/study.js" */

const STARS = "mam-stars ";
const ANSWER = "mam-answer ";
const GUESS = "mam-guess ";

/** What was done, as keys and values of the browser's store. @param {Done} done */
function listItems({ stars, answers, guesses }) {
  const list = (word, table) => Object.entries(table).flatMap(([board, days]) => Object.entries(days).map(([day, value]) => [`${word}${board} ${day}`, String(value)]));
  return [...Object.entries(stars).map(([board, number]) => [STARS + board, String(number)]), ...list(ANSWER, answers), ...list(GUESS, guesses)];
}

/** What one key and its value say; nothing for what somebody else stored. @returns {Done} */
function readItem(key, value) {
  const done = nothingDone();
  const [board, day] = key.slice(key.indexOf(" ") + 1).split(" ");
  if (!isBoard(board)) return done;
  if (key.startsWith(STARS) && isStars(Number(value))) done.stars[board] = Number(value);
  if (key.startsWith(ANSWER) && isDay(day) && GRADES.includes(value)) done.answers[board] = { [day]: value };
  if (key.startsWith(GUESS) && isDay(day) && isGuess(Number(value))) done.guesses[board] = { [day]: Number(value) };
  return done;
}

/** Write all of these keys or, where the browser has no room for one, none. Returns whether they are there. */
function store(items) {
  const before = [];
  try {
    for (const [key, value] of items) {
      const old = localStorage.getItem(key);
      if (old === value) continue;
      before.push([key, old]);
      localStorage.setItem(key, value);
    }
    return true;
  } catch {
    for (const [key, value] of before) {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    }
    return false;
  }
}

let kept = nothingDone(); // where the browser stores nothing, what was done lasts as long as the page

export const progress = {
  /** @returns {Done} */
  read() {
    let done = kept;
    try {
      for (let k = 0; k < localStorage.length; k += 1) {
        const key = localStorage.key(k);
        if ([STARS, ANSWER, GUESS].some((word) => key.startsWith(word))) done = merge(done, readItem(key, localStorage.getItem(key)));
      }
    } catch {
      // no storage
    }
    return done;
  },
  /** Add what is better or new. Returns whether the browser has stored it. @param {Done} more */
  add(more) {
    kept = merge(kept, more);
    return store(listItems(progress.read()));
  },
  /** The names of the boards to repeat today, the longest due first. */
  async listDue() {
    const { answers } = progress.read();
    if (!Object.keys(answers).length) return []; // and the scheduler is not loaded
    const { listDue } = await import("./schedule.js");
    return listDue(answers, findToday());
  },
  /** What to solve next on a shelf of problems. @param {Stage[]} stages */
  async findPractice(stages) {
    if (!stages.some((stage) => stage.rating)) return undefined;
    const { makePractice } = await import("./rating.js");
    return makePractice(stages, progress.read().answers, findToday());
  },
};

/** Today, where the learner is, as 2026-11-27. */
function findToday() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((number) => String(number).padStart(2, "0")).join("-");
}

/** What a page keeps of its boards: stars, answers and the first guess. */
export const record = {
  read: () => progress.read().stars,
  write: (board, stars, grade) => progress.add({ ...nothingDone(), stars: { [board]: stars }, answers: grade ? { [board]: { [findToday()]: grade } } : {} }),
  readGuesses: () => Object.fromEntries(Object.entries(progress.read().guesses).map(([board, days]) => [board, days[Object.keys(days).sort()[0]]])),
  readGuessDays: () => Object.fromEntries(Object.entries(progress.read().guesses).map(([board, days]) => [board, Object.keys(days).sort()[0]])),
  writeGuess: (board, guess) => board in record.readGuesses() || progress.add({ ...nothingDone(), guesses: { [board]: { [findToday()]: guess } } }),
  listDue: () => progress.listDue().catch(() => []), // the scheduler could not be loaded
  findPractice: (stages) => progress.findPractice(stages).catch(() => undefined),
};

/**
 * A teacher for the studies in a folder of the site; `playRound` plays live rounds, where the page has any, and `loadOwn` gives the tree of a study that lies
 * in this browser.
 */
export function makePageTeacher({ shelf, studies }, playRound = null, loadOwn = null) {
  const load = async (id, name) => {
    const own = await loadOwn?.(id);
    if (own) return own;
    const answer = await fetch(`${studies}${name ? `cases/${name}` : id}.json`).catch(() => null);
    if (!answer?.ok) throw new Error(`This ${name ? "case" : "stage"} could not be loaded. Check the connection, and try again.`);
    return answer.json();
  };
  return makeTeacher(shelf, load, record, playRound);
}
