// View: the screens of homework but for the exercises themselves: a file, a code, the list, the text to hand in.

import { icon } from "../shared/ui/cards.js";
import { dockRegion } from "../shared/ui/dock.js";
import { h } from "../shared/ui/elements.js";
import { drawHead, drawKeys, drawMessage, drawOver } from "../studies/parts.js";
import { nameFile } from "./store.js";
import { describeAnswer } from "./work.js";

/** @import { Homework } from "./widget.js" */

const SHORTEST = 42; // letters of an answer that a row shows
const TIME = /(\d{4}-\d\d-\d\dT[\d:]+Z)/;

/** @param {Homework} ui */
export function drawHomework(ui) {
  const { head, goal, stage, message } = SCREENS[ui.screen](ui);
  return h(
    "section",
    { key: ui.screen, class: "mam-study mam-homework", "data-size": ui.size, "data-mam": "homework", "data-screen": ui.screen, "aria-label": "Homework", style: { "--mam-h": `${ui.height}px` } },
    drawHead(ui, head.title, head.right ?? "", ""),
    h("div", { key: "goal", class: "mam-study-goal" }, goal && h("h4", { "data-mam": "goal" }, goal)),
    h("div", { key: "stage", class: "mam-study-stage mam-homework-stage", "data-mam": "stage" }, stage),
    drawMessage(ui, ui.fault ? { kind: "wrong", what: "That did not work.", why: ui.fault } : message),
    dockRegion(ui),
    ui.sheet && drawOver(ui, "Shortcuts", drawKeys(ui, [])),
  );
}

const SCREENS = { open: drawOpen, code: drawCode, list: drawList, text: drawText };

/* A file to open, or one of those that were opened here. */
function drawOpen(ui) {
  return {
    head: { title: "Homework" },
    goal: ui.files.length ? "Choose your homework." : "Open the file that your teacher gave you.",
    stage: ui.files.length
      ? h("ul", { class: "mam-study-rows mam-homework-rows" }, ui.files.map((file) => h("li", { key: nameFile(file) }, h("button", { type: "button", "data-mam": `file-${file.name}`, on: { click: () => ui.choose(file) } }, h("b", null, file.name), h("span", null, file.class), icon("next", 16)))))
      : h("p", null, "Its name ends in .mam. A link from your teacher opens this page with your questions in it: then you need no file."),
    message: { kind: "news", what: "Nothing is sent anywhere.", why: "Your answers stay on this device until you hand them in." },
  };
}

/* The code, which opens one student's part. */
function drawCode(ui) {
  return {
    head: { title: ui.file.name, right: ui.file.class },
    goal: "Type your code.",
    stage: [
      h("input", { key: "code", type: "text", class: "mam-homework-code", "data-mam": "code", "aria-label": "Your code", "aria-describedby": `${ui.uid}-about`, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", enterkeyhint: "go", maxlength: "20", placeholder: "XXXXX-XXXXX", live: { value: ui.code }, on: { input: (event) => ui.type(event.target.value), keydown: (event) => event.key === "Enter" && ui.perform(ui.actions().find(({ id }) => id === "open")) } }),
      h("p", { key: "about", id: `${ui.uid}-about` }, "It is on the slip that your teacher gave you. Capitals and hyphens don't matter."),
    ],
    message: ui.isBusy ? { kind: "news", what: "Opening…", why: "" } : { kind: "ask", what: "Your code opens your questions.", why: "Keep it to yourself: whoever has it can hand in under your name." },
  };
}

/* All exercises, each with its answer. */
function drawList(ui) {
  const { work } = ui;
  const { tasks, practice } = work.part;
  const next = work.firstOpen;
  const isDone = next < 0;
  const row = (task, place) => {
    const { answer, draft } = work.read(task);
    const given = answer === null ? "" : describeAnswer(task, answer);
    const words = given.length > SHORTEST ? `${given.slice(0, SHORTEST - 1)}…` : given;
    return h(
      "li",
      { key: task.id },
      h("button", { type: "button", "data-mam": task.id, "data-state": place === next ? "now" : "open", on: { click: () => ui.show(place) } }, h("b", null, String(place + 1)), h("span", null, task.title), h("span", { class: "mam-homework-answer", "data-given": String(answer !== null) }, draft !== null ? "not saved" : answer === null ? "no answer" : words || "none")),
    );
  };
  const count = work.answered.length;
  const left = tasks.length - count;
  return {
    head: { title: work.file.name, right: h("span", null, `${count} of ${tasks.length} saved`) },
    goal: "",
    stage: h("ol", { class: "mam-study-rows mam-homework-rows" }, tasks.map(row)),
    message: ui.store.isRefused
      ? { kind: "wrong", what: "This browser saves nothing.", why: "Hand in before you close this page." }
      : isDone
        ? { kind: "right", what: "All answered.", why: "You can still change an answer, and hand in again." }
        : { kind: "news", what: count ? `${left} ${left === 1 ? "is" : "are"} still open.` : `Hello, ${work.part.student}.`, why: count ? "You can hand in now, and again later: the last one counts." : `${tasks.length} exercises${practice ? ", for practice" : ""}. Your answers are saved on this device.` },
  };
}

/* The text to hand in. */
function drawText(ui) {
  const { tasks } = ui.work.part;
  const left = tasks.length - ui.work.answered.length;
  return {
    head: { title: "Hand in", right: h("span", null, `${tasks.length - left} of ${tasks.length} answered`) },
    goal: "Send this text to your teacher.",
    stage: h("pre", { "data-mam": "text", tabindex: "0", "aria-label": "The text to hand in" }, ui.text.split(TIME).map((part, k) => (k % 2 ? h("span", { key: k, class: "mam-homework-time" }, part) : part))),
    message: ui.said ? { kind: "right", what: ui.said, why: "Handing in again replaces it." } : { kind: "ask", what: left ? `${left} ${left === 1 ? "exercise has" : "exercises have"} no answer.` : "Change nothing in it.", why: "Paste it where your class hands in homework, or send it as a message." },
  };
}

