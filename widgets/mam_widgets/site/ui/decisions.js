// A person's decisions as problems, in this browser: the review of a match stores them, and the shelf Problems begins with them.

/** @import { Stage, StudyTree } from "../../studies/study.js" */
/** @typedef {{ stage: Stage, tree: StudyTree, isMistake: boolean, text: string }} Decision as site/decisions.py writes it */
/** @typedef {Decision & { release: string, time: number }} StoredDecision `release` is that of the page which made its tree */

const DECISION = "mam-decision ";
const MOST = 40; // that are shown, as mam/studies/problems/decisions.py has it
const MOST_STORED = 200; // older ones make room
const DAY = /^# \d{4}-\d\d-\d\d\n/; // as mam/studies/progress.py writes it
const MOST_SAVED = 100; // in a file of progress, which may have a million bytes

/** All decisions of this browser, the latest first; what is none is left out. @returns {StoredDecision[]} */
function readAll() {
  const all = [];
  try {
    for (let k = 0; k < localStorage.length; k += 1) {
      const key = localStorage.key(k);
      if (key.startsWith(DECISION)) all.push(readDecision(localStorage.getItem(key)));
    }
  } catch {
    // no storage
  }
  return all.filter(Boolean).sort((a, b) => b.time - a.time || (a.stage.id < b.stage.id ? -1 : 1));
}

function readDecision(text) {
  try {
    const decision = JSON.parse(text);
    return decision?.stage?.id && decision.tree?.boards?.length && typeof decision.text === "string" ? decision : null;
  } catch {
    return null;
  }
}

/**
 * Store decisions that are not here yet. Returns whether the browser has stored all of them.
 * @param {Decision[]} decisions
 * @param {string} release
 */
export function storeDecisions(decisions, release) {
  try {
    for (const decision of decisions) {
      const key = DECISION + decision.stage.id;
      if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify({ ...decision, release, time: Date.now() }));
    }
  } catch {
    return false;
  }
  for (const { stage } of readAll().slice(MOST_STORED)) localStorage.removeItem(DECISION + stage.id);
  return true;
}

/** The files of the latest decisions by their ids, for a file of progress: each begins with its day. @returns {Record<string, string>} */
export const saveDecisions = () => Object.fromEntries(readAll().slice(0, MOST_SAVED).map(({ stage, text, time }) => [stage.id, DAY.test(text) ? text : `# ${new Date(time).toISOString().slice(0, 10)}\n${text}`]));

/**
 * Store decisions from a file of progress, each by its id: Python makes the tree of one when it is opened. Returns whether the browser has stored all of them.
 * @param {Record<string, string>} texts
 */
export function openDecisions(texts) {
  const decisions = Object.entries(texts).map(([id, text]) => ({
    stage: { id, title: "", group: "Your decisions", boards: ["play"], cases: [] },
    tree: /** @type {StudyTree} */ (/** @type {unknown} */ ({ id, title: "", boards: [{}] })),
    isMistake: /^tags = \[.*"mistake"/m.test(text),
    text,
  }));
  return storeDecisions(decisions, "");
}

/** Store the tree that this release has made of a decision. @param {string} id @param {StudyTree} tree @param {string} release */
export function storeTree(id, tree, release) {
  try {
    localStorage.setItem(DECISION + id, JSON.stringify({ ...readDecision(localStorage.getItem(DECISION + id)), tree, release }));
  } catch {
    // no room: it is made again next time
  }
}

/**
 * The decisions on the shelf: as many finds as mistakes, the latest of each, in an order that doesn't tell them apart; where there are only finds, or only
 * mistakes, those.
 * @returns {StoredDecision[]}
 */
export function listDecisions() {
  const all = readAll();
  const mistakes = all.filter(({ isMistake }) => isMistake).slice(0, MOST / 2);
  const finds = all.filter(({ isMistake }) => !isMistake).slice(0, mistakes.length || MOST / 2);
  const mixed = [...mistakes, ...finds].sort((a, b) => (a.stage.id < b.stage.id ? -1 : 1));
  return mixed.map((decision, k) => {
    const title = `Decision ${k + 1}`;
    return { ...decision, stage: { ...decision.stage, title }, tree: { ...decision.tree, title } };
  });
}
