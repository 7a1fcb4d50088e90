// Teacher: the other side of the player where there is no Python. It holds a study with all its answers, in memory and never in the page,
// and answers the player's messages exactly as study/lesson.py does.

/** @import { StudyScene, StudyTree } from "./study.js" */

/** A study without its answers. @param {StudyTree} tree */
export function hideAnswers({ boards, cases: _, ...study }) {
  const keep = ({ id, goal, deal, steps }) => ({ id, goal, deal, questions: steps.map((step) => step.question) });
  return { ...study, boards: boards.map(keep) };
}

/** What a stop says to an answer. Raises an Error for an answer that it doesn't know. @param {StudyTree} tree */
export function judge(tree, { board, stop, answer }) {
  const { answers } = findStep(tree, board, stop);
  const shown = answers.answers[answers.same[answer] || answer];
  if (!shown) throw new Error(`“${answer}” is no answer to this question.`);
  return { board, stop, answer, shown };
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
 * @param {(id: string) => Promise<StudyTree>} load
 * @param {{ read: () => Record<string, number>, write: (board: string, stars: number) => void }} progress
 */
export function makeTeacher(shelf, load, progress) {
  const listeners = new Set();
  let tree = /** @type {StudyTree | null} */ (null);
  let count = 0;
  let scene = /** @type {StudyScene} */ ({ title: shelf.title, shelf, study: null, board: 0, reply: null, progress: progress.read(), fault: "" });
  const set = (change) => {
    scene = { ...scene, fault: "", ...change };
    for (const act of listeners) act();
  };
  const reply = (said) => set({ reply: { ...said, count: (count += 1) } });
  const ACTS = {
    async open({ study, board = 0 }) {
      if (!shelf.stages.some((stage) => stage.id === study)) throw new Error(`There is no study “${study.slice(0, 40)}”.`);
      tree = await load(study);
      if (!tree.boards[board]) board = 0;
      set({ title: tree.title, study: hideAnswers(tree), board, reply: null });
    },
    shelf: () => set({ title: shelf.title, study: null, reply: null }),
    answer: (message) => reply(judge(tree, message)),
    hint: (message) => reply(giveHints(tree, message)),
    done({ board, stars }) {
      progress.write(`${tree.id}/${tree.boards[board].id}`, stars);
      set({ progress: progress.read() });
    },
  };
  return {
    get: (name) => (name === "scene" ? scene : name === "uid" ? "study" : undefined),
    on: (event, act) => event === "change:scene" && listeners.add(act),
    off: (event, act) => listeners.delete(act),
    send: async ({ do: act, ...message }) => {
      try {
        await ACTS[act](message);
      } catch (error) {
        set({ fault: error.message });
      }
    },
  };
}
