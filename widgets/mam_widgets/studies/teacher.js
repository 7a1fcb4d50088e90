// Teacher: the other side of the player where there is no Python. It holds a study with all its answers, in memory and never in the page,
// and answers the player's messages exactly as studies/lesson.py does.

/** @import { StudyScene, StudyTree } from "./study.js" */

/** A study without its answers. @param {StudyTree} tree */
export function hideAnswers({ boards, ...study }) {
  /** @param {StudyTree["boards"][number]} board */
  const keep = ({ id, goal, deal, steps, case: known }) => ({ id, goal, deal, questions: listOpenSteps(steps).map((step) => step.question), ...(known && { case: known.asked }) });
  return { ...study, boards: boards.map(keep) };
}

/* The steps whose questions may be seen before any answer: of a problem the first, since the others show what was right. */
const listOpenSteps = (steps) => (steps.some((step) => Object.values(step.answers.answers).some((shown) => shown.next !== undefined)) ? steps.slice(0, 1) : steps);

/** What a stop says to an answer. Raises an Error for an answer that it doesn't know. @param {StudyTree} tree */
export function judge(tree, { board, stop, answer }) {
  const step = findStep(tree, board, stop);
  const judgeIt = step.question.ask === "mark" ? judgeMarks : step.question.is_typed ? judgeTyped : findAnswer;
  const shown = judgeIt(step, answer);
  if (!shown) throw new Error(`“${answer}” is not an answer to this question.`);
  const question = shown.next >= 0 && tree.boards[board].steps[shown.next].question;
  const { prices } = step.answers;
  return { board, stop, answer, shown, ...(question && { question }), ...(prices && shown.verdict !== "illegal" && { prices }) };
}

const findAnswer = ({ answers }, answer) => answers.answers[answers.same[answer] || answer];

/* A number: its own sentence, that of every other one, or whether it is too high. */
function judgeTyped({ answers }, answer) {
  const shown = answer === "other" ? undefined : answers.answers[answer];
  if (shown || !/^-?\d{1,9}$/.test(answer)) return shown;
  const { other } = answers.answers;
  return { ...other, sentence: other.sentence || `That is too ${Number(answer) > Number(answers.right[0]) ? "high" : "low"}.` };
}

/* Several choices at once, joined by "|": right are those that are legal, all of them. */
function judgeMarks({ question, answers }, answer) {
  const marked = answer.split("|");
  if (marked.some((text) => !answers.answers[text])) return null;
  const isRight = (text) => answers.right.includes(text);
  const wrong = question.choices.find((choice) => marked.includes(choice.answer) && !isRight(choice.answer));
  if (wrong) return { verdict: "wrong", cost: 1, sentence: `${wrong.label}: ${answers.answers[wrong.answer].refusal?.text || "not legal."}` };
  const isMissing = question.choices.some((choice) => isRight(choice.answer) && !marked.includes(choice.answer));
  if (isMissing) return { verdict: "wrong", cost: 1, sentence: "These are legal, but something is missing." };
  return { verdict: "right", cost: 0, sentence: "" };
}

/** The answer of a documented case, and its story. @param {StudyTree} tree */
export function showStory(tree, { board }) {
  const known = tree.boards[board]?.case;
  if (!known) throw new Error(`Board ${board + 1} of “${tree.title}” is not a documented case.`);
  return { board, case: known.story };
}

/** The first hints of a stop. @param {StudyTree} tree */
export const giveHints = (tree, { board, stop, count }) => ({ board, stop, hints: findStep(tree, board, stop).answers.hints.slice(0, count) });

function findStep(tree, board, stop) {
  const step = tree.boards[board]?.steps[stop];
  if (!step) throw new Error(`“${tree.title}” has no board ${board + 1} with a question ${stop + 1}.`);
  return step;
}

/**
 * A model for the player.
 * @param {StudyScene["shelf"]} shelf
 * @param {(id: string, name: string) => Promise<StudyTree>} load gives a study, or of one with documented cases that with this name
 * @param {{ read: () => Record<string, number>, write: (board: string, stars: number, grade: string) => void, listDue: () => Promise<string[]>, findPractice: (stages: StudyScene["shelf"]["stages"]) => Promise<StudyScene["practice"]> }} progress
 * @param {(message: any) => Promise<StudyScene["round"]>} playRound what plays live rounds, in Python
 */
export function makeTeacher(shelf, load, progress, playRound) {
  const listeners = new Set();
  let tree = /** @type {StudyTree | null} */ (null);
  let opened = /** @type {{ tree: StudyTree, forget: () => void } | null} */ (null); // from a file
  let [count, turns] = [0, 0]; // of replies; how often something was opened: the last one counts
  let scene = /** @type {StudyScene} */ ({ title: shelf.title, shelf, study: null, board: -1, reply: null, story: null, round: null, progress: progress.read(), due: [], fault: "" });
  const set = (change) => {
    scene = { ...scene, fault: "", ...change };
    for (const act of listeners) act();
  };
  let isChosen = false; // a list of some studies, in an order of its own
  const findPractice = () => (isChosen ? undefined : progress.findPractice(shelf.stages));
  /* What was done, and what is due and next: here, or in another tab. */
  const refresh = async () => {
    const [due, practice] = await Promise.all([progress.listDue(), findPractice()]);
    if (!scene.study) set({ progress: progress.read(), due, practice, fault: scene.fault });
  };
  /* What is next stands at the end of a problem. */
  const findNext = async () => {
    const practice = await findPractice();
    if (practice) set({ practice, fault: scene.fault });
  };
  const reply = (said) => set({ reply: { ...said, count: (count += 1) } });
  const ACTS = {
    async open({ study, board = -1 }) {
      const stage = scene.shelf.stages.find(({ id }) => id === study);
      if (!stage) throw new Error(`There is no study “${study.slice(0, 40)}”.`);
      const hasCases = stage.cases.length > 0;
      if (hasCases && !stage.boards[board]) board = Math.max(0, stage.boards.findIndex((name) => scene.progress[`${study}/${name}`] === undefined));
      const turn = turns;
      const loaded = opened?.tree.id === study ? opened.tree : await load(study, hasCases ? stage.boards[board] : "");
      if (turn !== turns) return; // something else is asked for
      tree = loaded;
      if (!tree.boards[board]) board = -1;
      set({ title: tree.title, study: hideAnswers(tree), board, reply: null, story: null, round: null });
      if (!scene.practice) await findNext();
    },
    shelf() {
      set({ title: shelf.title, study: null, reply: null, story: null, round: null });
      return refresh();
    },
    forget() {
      opened.forget();
      opened = null;
      set({ shelf });
      return refresh();
    },
    answer: (message) => reply(judge(tree, message)),
    play: async (message) => set({ round: await playRound({ do: "play", ...message }) }),
    move: async (message) => set({ round: await playRound({ do: "move", ...message }) }),
    undo: async () => set({ round: await playRound({ do: "undo" }) }),
    return: async (message) => set({ round: await playRound({ do: "return", ...message }) }),
    judge: async () => {
      const round = await playRound({ do: "judge" });
      if (scene.study && scene.round) set({ round }); // else it was left in the meantime
    },
    show_story: (message) => set({ story: showStory(tree, message) }),
    hint: (message) => reply(giveHints(tree, message)),
    done({ board, stars, grade = "" }) {
      progress.write(`${tree.id}/${tree.boards[board].id}`, stars, grade);
      set({ progress: progress.read() });
      return findNext();
    },
  };
  return {
    refresh,
    /** Put a study from a file first on the shelf, in place of an earlier one; `forget` is called when it is removed. */
    add: (stage, study, forget) => {
      opened = { tree: study, forget };
      set({ shelf: { ...shelf, stages: [{ ...stage, group: "From a file", from_file: true }, ...shelf.stages] } });
    },
    /** Show only these studies, in this order, or all of them again. @param {string[]} ids */
    choose: (ids) => {
      const stages = ids.map((id) => ({ ...shelf.stages.find((stage) => stage.id === id), group: "" }));
      isChosen = ids.length > 0;
      set({ shelf: ids.length ? { ...shelf, stages } : shelf, practice: undefined });
    },
    get: (name) => (name === "scene" ? scene : name === "uid" ? "study" : undefined),
    on: (event, act) => event === "change:scene" && listeners.add(act),
    off: (event, act) => listeners.delete(act),
    send: async ({ do: act, ...message }) => {
      if (act === "open" || act === "shelf") turns += 1;
      const turn = turns;
      try {
        await ACTS[act](message);
      } catch (error) {
        if (turn === turns) set({ fault: error.message });
      }
    },
  };
}
