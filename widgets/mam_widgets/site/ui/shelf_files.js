// The menu of a shelf: save and open progress, open a study or a record from a file.

import { openDecisions, saveDecisions } from "./decisions.js";
import { download, makeFilePicker, makeMenu, readText } from "./menu.js";
import { formatProgress, parseProgress } from "./progress.js";
import { progress } from "./stars.js";

const MOST = 1_000_000; // bytes of a file
const SAID_FOR = 5000; // milliseconds

/**
 * Put the study that was opened last on its shelf again. One that an older release has judged is judged anew.
 * @param {{ teacher: any, rounds: ReturnType<typeof import("./rounds.js").makeRounds>, kept: ReturnType<typeof import("./kept_study.js").makeKeptStudy>, release: string }} page
 */
export async function returnStudy({ teacher, rounds, kept, release }) {
  const study = kept.read();
  if (!study) return;
  if (study.release !== release) {
    const { stage, tree } = await rounds.open(study.name, study.text);
    Object.assign(study, { release, stage, tree });
    kept.write(study);
  }
  rounds.remember(study.name, study.text);
  teacher.add(study.stage, study.tree, kept.remove);
}

/**
 * @param {{ teacher: { send: (message: any) => Promise<void>, add?: (stage: any, study: any, forget: () => void) => void }, rounds?: ReturnType<typeof import("./rounds.js").makeRounds>,
 *   notice: import("./notice.js").Notice, say: (text: string) => void, player?: string,
 *   kept?: ReturnType<typeof import("./kept_study.js").makeKeptStudy>, release?: string, showDecisions?: () => void }} page `player` is the address that plays a record; without
 *   `rounds` only progress can be opened
 */
export function makeShelfMenu({ teacher, rounds, notice, say, player, kept, release, showDecisions = () => {} }) {
  const read = (act) => async (file) => {
    notice.endWarning();
    try {
      await act(file.name, await readText(file, MOST));
    } catch (error) {
      say("");
      notice.warn(error.message);
    }
  };
  const openProgress = async (name, text) => {
    const done = parseProgress(text, name); // all of it is read before anything is added
    const before = progress.read();
    const known = saveDecisions();
    const isStored = progress.add(done) && openDecisions(done.decisions);
    const after = progress.read();
    const count = Object.keys(done.stars).filter((board) => before.stars[board] !== after.stars[board]).length;
    const newCount = Object.keys(done.decisions).filter((id) => !known[id]).length;
    showDecisions();
    await teacher.send({ do: "shelf" });
    if (!isStored) throw new Error("This browser stores nothing, or has no room left: what the file holds lasts as long as this page.");
    const added = [[count, "board"], [newCount, "decision"]].filter(([number]) => number).map(([number, word]) => `${number} ${word}${number === 1 ? "" : "s"}`);
    say(added.length ? `Added: ${added.join(" and ")}.` : "Nothing here is better than what you have done.");
    setTimeout(() => say(""), SAID_FOR);
  };
  const openFile = async (name, text) => {
    if (/^\s*\[\s*(stars|answers|guesses|decisions)\s*\]/m.test(text)) return openProgress(name, text);
    say("Opening the file…");
    const { link, stage, tree } = await rounds.open(name, text);
    say("");
    if (link) {
      window.location.href = `${player}#${link}`;
      return undefined;
    }
    await teacher.send({ do: "shelf" });
    const isKept = kept.write({ name, text, release, stage, tree });
    teacher.add(stage, tree, kept.remove);
    await teacher.send({ do: "open", study: tree.id });
    if (!isKept) throw new Error("This browser has no room for the study: it is here as long as this page. Keep the file.");
    return undefined;
  };
  const pick = makeFilePicker(read(rounds ? openFile : openProgress));
  makeMenu({
    "save-progress": () => download("progress.toml", formatProgress({ ...progress.read(), decisions: saveDecisions() })),
    "open-progress": () => pick(read(openProgress)),
    ...(rounds && { load: () => pick(read(openFile)) }),
  });
}
