// The page Learn: the player of studies with a teacher in the browser, so that it is live with its first picture and needs no Python. What was done
// stays in this browser: each board under a key of its own, which is only ever made better, so that no second tab can lose it.

import { makeTeacher } from "../../studies/teacher.js";
import widget from "../../studies/widget.js";
import { keepOffline } from "./offline.js";

const PAGE = JSON.parse(document.getElementById("page").textContent);
const DONE = "mam-stars ";
const kept = {}; // where the browser stores nothing

const progress = {
  read() {
    const stars = { ...kept };
    try {
      for (let k = 0; k < localStorage.length; k += 1) {
        const key = localStorage.key(k);
        const number = key.startsWith(DONE) ? Number(localStorage.getItem(key)) : NaN;
        if (number >= 0 && number <= 3) stars[key.slice(DONE.length)] = number;
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

async function load(id) {
  const answer = await fetch(`${PAGE.studies}${id}.json`);
  if (!answer.ok) throw new Error("This stage could not be loaded. Check the connection, and try again.");
  return answer.json();
}

const teacher = makeTeacher(PAGE.shelf, load, progress);

/** Open what the address names: `#bull`, or a board of it, `#bull/double`. */
async function openAddress() {
  const [study, board] = decodeURIComponent(window.location.hash.slice(1)).split("/");
  if (!study) return teacher.send({ do: "shelf" });
  const stage = PAGE.shelf.stages.find((one) => one.id === study);
  return teacher.send({ do: "open", study, board: Math.max(0, stage && board ? stage.boards.indexOf(board) : 0) });
}

/** The address follows the study that is open. */
function writeAddress() {
  const { study, title } = /** @type {import("../../studies/study.js").StudyScene} */ (teacher.get("scene"));
  const hash = study ? `#${study.id}` : "";
  if (window.location.hash.split("/")[0] !== hash) window.history.replaceState(null, "", hash || window.location.pathname);
  document.title = study ? `${title}: learn Make-a-Million` : "Learn Make-a-Million";
}

async function start() {
  await openAddress();
  widget.render({ model: teacher, el: document.getElementById("widget") });
  teacher.on("change:scene", writeAddress);
  window.addEventListener("hashchange", openAddress);
  await keepOffline({ service: PAGE.service, release: PAGE.release, offer: () => {} });
}

start();
