// The front page: a trick to play. Anything else that the player opens is on the page Learn.

import widget from "../../studies/widget.js";
import { keepFiles, keepOffline } from "./offline.js";
import { makePageTeacher } from "./stars.js";

/** @import { StudyScene } from "../../studies/study.js" */

const PAGE = JSON.parse(document.getElementById("page").textContent);
const place = document.getElementById("trick");
const teacher = makePageTeacher(PAGE);

async function start() {
  await teacher.send({ do: "open", study: PAGE.first });
  const send = (message) => {
    if (message.do === "open" || message.do === "shelf") window.location.href = `learn/${message.study ? `#${message.study}` : ""}`;
    else teacher.send(message);
  };
  if (!/** @type {StudyScene} */ (teacher.get("scene")).study) return; // its picture stays, with a link
  place.replaceChildren();
  widget.render({ model: { ...teacher, send }, el: place });
  place.dataset.live = "true";
}

start();
keepOffline({ service: "sw.js", release: PAGE.release, offer: () => {} })
  .then(() => keepFiles(["front", "studies"]))
  .then((isKept) => isKept && place.setAttribute("data-offline", "true"));
