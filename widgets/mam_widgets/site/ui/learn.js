// The page Learn: the player of studies with a teacher in the browser, so that it is live with its first picture and needs no Python.

import widget from "../../studies/widget.js";
import { keepOffline } from "./offline.js";
import { makePageTeacher } from "./stars.js";

/** @import { StudyScene } from "../../studies/study.js" */

const PAGE = JSON.parse(document.getElementById("page").textContent);
const teacher = makePageTeacher(PAGE);

/** Open what the address names: `#bull`, or a board of it, `#bull/double`. */
async function openAddress() {
  const [study, board] = readHash().split("/");
  if (!study) return teacher.send({ do: "shelf" });
  const stage = PAGE.shelf.stages.find((one) => one.id === study);
  return teacher.send({ do: "open", study, board: stage && board ? stage.boards.indexOf(board) : -1 });
}

function readHash() {
  const hash = window.location.hash.slice(1);
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash; // not made by a browser
  }
}

/** The address follows the study that is open. */
function writeAddress() {
  const { study, title } = /** @type {StudyScene} */ (teacher.get("scene"));
  if (study ? readHash().split("/")[0] !== study.id : window.location.hash) {
    window.history.replaceState(null, "", study ? `#${study.id}` : window.location.pathname);
  }
  document.title = study ? `${title}: learn Make-a-Million` : "Learn Make-a-Million";
}

async function start() {
  await openAddress();
  widget.render({ model: teacher, el: document.getElementById("widget") });
  teacher.on("change:scene", writeAddress);
  writeAddress();
  window.addEventListener("hashchange", openAddress);
  await keepOffline({ service: PAGE.service, release: PAGE.release, offer: () => {} });
}

start();
