// The page Teacher: the desk, with Python in a worker. Once Python is here, the page asks for nothing more: no file leaves the browser.

import { fillDesk } from "../../teacher_desk/desk.js";
import { keepOffline } from "./offline.js";

const PAGE = JSON.parse(document.getElementById("page").textContent);
const ABOUT = "Nothing is sent: your files stay in this browser, and are forgotten when you leave this page. Keep the results where only you can read them.";

let worker = /** @type {Worker | null} */ (null);
const desk = fillDesk(document.getElementById("widget"), { mostBytes: 250_000_000, about: ABOUT, run: (files, typed) => worker.postMessage({ files, ...typed }) });
const ANSWERS = { ready: desk.ready, result: desk.show, fault: ({ text }) => desk.fault(text) };

async function start() {
  await keepOffline({ service: PAGE.service, release: PAGE.release, offer: () => {} });
  worker = new Worker(new URL("teacher_worker.js", import.meta.url), { type: "module", name: new URL(PAGE.python, window.location.href).href });
  worker.addEventListener("message", ({ data }) => ANSWERS[data.kind](data.rest));
  worker.addEventListener("error", () => desk.fault("Python could not be started. Reload this page."));
}

start();
