// The menu of a shelf: save and open progress, open a study or a record from a file.

import { download, makeFilePicker, makeMenu, readText } from "./menu.js";
import { formatProgress, parseProgress } from "./progress.js";
import { progress } from "./stars.js";

const MOST = 1_000_000; // bytes of a file
const SAID_FOR = 8000; // milliseconds

/**
 * @param {{ teacher: { send: (message: any) => Promise<void>, add?: (stage: any, study: any) => void }, rounds?: ReturnType<typeof import("./rounds.js").makeRounds>,
 *   notice: import("./notice.js").Notice, say: (text: string) => void, player?: string }} page `player` is the address that plays a record; without
 *   `rounds` only progress can be opened
 */
export function makeShelfMenu({ teacher, rounds, notice, say, player }) {
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
    const isStored = progress.add(done);
    const after = progress.read();
    const count = Object.keys(done.stars).filter((board) => before.stars[board] !== after.stars[board]).length;
    await teacher.send({ do: "shelf" });
    if (!isStored) throw new Error("This browser stores nothing, or has no room left: what the file holds lasts as long as this page.");
    say(count ? `Added: ${count} ${count === 1 ? "board" : "boards"}.` : "Nothing here is better than what you have done.");
    setTimeout(() => say(""), SAID_FOR);
  };
  const openFile = async (name, text) => {
    if (/^\s*\[\s*(stars|answers|guesses)\s*\]/m.test(text)) return openProgress(name, text);
    say("Opening the file…");
    const { link, stage, tree } = await rounds.open(name, text);
    say("");
    if (link) {
      window.location.href = `${player}#${link}`;
      return undefined;
    }
    await teacher.send({ do: "shelf" });
    teacher.add(stage, tree);
    return teacher.send({ do: "open", study: tree.id });
  };
  const pick = makeFilePicker(read(rounds ? openFile : openProgress));
  makeMenu({
    "save-progress": () => download("progress.toml", formatProgress(progress.read())),
    "open-progress": () => pick(read(openProgress)),
    ...(rounds && { load: () => pick(read(openFile)) }),
  });
}
