// Live rounds on a shelf: Python plays them, in a worker that starts with the first. Everything else on the page does without.

/**
 * What plays a round: a message of the player in, the round as it then stands out. Fails with a sentence for the person.
 * @param {{ python: string, site: string }} places the address of Python's own files, and of the site
 */
export function makeRounds(places) {
  let worker = /** @type {Worker | null} */ (null);
  let asked = /** @type {{ done: (round: any) => void, fail: (error: Error) => void } | null} */ (null);
  let isOpen = false;
  const fail = ({ text }) => {
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
    opened: () => {
      isOpen = true;
    },
    field: ({ name, value }) => {
      if (name !== "scene" || !isOpen) return;
      const { round, fault } = JSON.parse(value);
      if (fault) fail({ text: fault });
      else asked?.done(round);
      asked = null;
    },
    fault: fail,
    lost: lose,
  };
  const start = () => {
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: JSON.stringify(places) });
    worker.addEventListener("message", ({ data }) => answers[data.kind]?.(data.rest));
    worker.addEventListener("error", () => lose({ text: "Python could not be started. Try again." }));
    worker.postMessage({ do: "open", kind: "rounds", link: "", heavy: false, turn: 0 });
  };
  return (message) =>
    new Promise((done, failed) => {
      if (!worker) start();
      asked = { done, fail: failed }; // of two clicks the later one counts
      worker.postMessage({ do: "message", text: JSON.stringify(message) });
    });
}
