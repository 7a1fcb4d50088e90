// Studies on a page: a teacher that fetches them, and what was done, which stays in this browser. Each board stands under a key of its own that is
// only ever made better, so no second tab can lose it.

import { makeTeacher } from "../../studies/teacher.js";

const DONE = "mam-stars ";
const kept = {}; // where the browser stores nothing

const progress = {
  read() {
    const stars = { ...kept };
    try {
      for (let k = 0; k < localStorage.length; k += 1) {
        const key = localStorage.key(k);
        const number = key.startsWith(DONE) ? Number(localStorage.getItem(key)) : NaN;
        if ([0, 1, 2, 3].includes(number)) stars[key.slice(DONE.length)] = number;
      }
    } catch {
      // no storage: what was done lasts as long as the page
    }
    return stars;
  },
  write(board, stars) {
    if (stars <= (progress.read()[board] ?? -1)) return;
    kept[board] = stars;
    try {
      localStorage.setItem(DONE + board, String(stars));
    } catch {
      // full, or refused
    }
  },
};

/** A teacher for the studies in a folder of the site; `playRound` plays live rounds, where the page has any. */
export function makePageTeacher({ shelf, studies }, playRound = null) {
  const load = async (id) => {
    const answer = await fetch(`${studies}${id}.json`).catch(() => null);
    if (!answer?.ok) throw new Error("This stage could not be loaded. Check the connection, and try again.");
    return answer.json();
  };
  return makeTeacher(shelf, load, progress, playRound);
}
