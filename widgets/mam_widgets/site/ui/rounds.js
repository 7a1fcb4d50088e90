// Python on a shelf, in a worker that starts when it is first needed: it plays live rounds, and reads studies from files. Everything else on the
// page does without.

/** @import { Stage, StudyTree } from "../../studies/study.js" */

/**
 * `play` takes a message of the player and gives the round as it then stands; `open` takes a file and gives what the page shows of it: a study with its
 * tree, or the link of a record. Both fail with a sentence for the person.
 * @param {{ python: string, site: string }} places the address of Python's own files, and of the site
 * @param {(text: string, part: number) => void} say what is shown while Python starts: "" when it is there
 */
export function makeRounds(places, say) {
  let worker = /** @type {Worker | null} */ (null);
  let asked = /** @type {{ done: (answer: any) => void, fail: (error: Error) => void } | null} */ (null);
  let file = null; // the message that opened it: a new worker opens it again
  let study = /** @type {{ stage: Stage, tree: StudyTree } | null} */ (null);
  let isOpen = false;
  let isOpening = false; // a file that somebody waits for
  let before = Promise.resolve(); // one message after another: each has an answer of its own
  const finish = (answer) => {
    asked?.done(answer);
    asked = null;
  };
  const fail = ({ text }) => {
    say("", 1);
    asked?.fail(new Error(text));
    asked = null;
  };
  const lose = ({ text }) => {
    worker?.terminate();
    worker = null; // the next message begins again
    isOpen = false;
    fail({ text });
  };
  const answers = {
    progress: ({ part, text }) => say(text, part),
    opened: ({ kind, isFile }) => {
      say("", 1);
      isOpen = true;
      if (isFile && isOpening && kind === "rounds") finish(study);
    },
    address: ({ text, isFile }) => isFile && text && finish({ link: text }),
    field: ({ name, value }) => {
      if (name === "opened") study = JSON.parse(value);
      if (name !== "scene" || !isOpen) return;
      const { round, fault } = JSON.parse(value);
      if (fault) fail({ text: fault });
      else finish(round);
    },
    fault: fail,
    lost: lose,
  };
  const readFile = (name, text) => ({ do: "load", name, text, kinds: ["rounds", "stepper"] });
  const begin = () => {
    isOpen = false;
    worker.postMessage(file ?? { do: "open", kind: "rounds", link: "", heavy: false, turn: 0 });
  };
  const start = () => {
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: JSON.stringify(places) });
    worker.addEventListener("message", ({ data }) => answers[data.kind]?.(data.rest));
    worker.addEventListener("error", () => lose({ text: "Python could not be started. Try again." }));
    begin();
  };
  const ask = (post) => {
    const answer = before.then(
      () =>
        new Promise((done, failed) => {
          asked = { done, fail: failed };
          post();
        }),
    );
    before = answer.catch(() => {});
    return answer;
  };
  return {
    play: (message) =>
      ask(() => {
        if (!worker) start();
        worker.postMessage({ do: "message", text: JSON.stringify(message) });
      }),
    open: async (name, text) => {
      const fileBefore = file;
      file = readFile(name, text);
      isOpening = true;
      try {
        const opened = await ask(() => (worker ? begin() : start()));
        if (!opened.link) return opened;
        file = fileBefore;
        begin();
        return opened;
      } catch (error) {
        file = fileBefore;
        if (worker) begin();
        throw error;
      } finally {
        isOpening = false;
      }
    },
    /** A study that was opened before: Python reads it again when it plays a round of it. */
    remember: (name, text) => {
      file = readFile(name, text);
    },
  };
}
