// Exercise: what a person types, taps and asks for. Python reads and judges every answer; nothing is judged here.

import { patch } from "../shared/ui/elements.js";
import { walkRow } from "../shared/ui/focus.js";
import { addDock, makeDocked } from "../shared/ui/offers.js";
import { makeRoot } from "../shared/ui/root.js";
import { drawShapes } from "../shared/ui/shapes.js";
import { followRoom } from "../studies/room.js";
import { collectAnswer, isEmpty, isSaving, placeAnswer } from "./answers.js";
import { OFFERS } from "./offers.js";
import { findStage } from "./stage.js";
import { joinLines, writeSpans } from "./text.js";
import { drawExercise } from "./view.js";

/** @import { AnswerRead, ExerciseScene } from "./exercise.js" */

const NOTHING = { answer: "", text: "" }; // is read

const none = /** @type {(given?: any, more?: any) => unknown} */ (() => undefined);
const ACTS = { open: none, leave: none, another: none, hint: none, solve: none, check: none, rate: none, pick: none, type: none, fill: none, leaveCase: none, find: none, walk: none, say: none };

function makeUi(model, el) {
  const root = makeRoot(el);
  return {
    ...{ model, root, uid: String(model.get("uid") || "mam"), scene: /** @type {ExerciseScene} */ (model.get("scene")), reading: /** @type {AnswerRead} */ (model.get("reading") || NOTHING) },
    ...{ size: "L", height: 700, isDrawn: false, live: "" },
    ...{ text: "", chosen: /** @type {string[]} */ ([]), results: /** @type {string[]} */ ([]) }, // the answer so far: typed, tapped, by case
    ...{ judged: "", latest: "", opened: -1, count: 0, hintCount: 0, wasSolved: false }, // the answer that was judged last, and what was said last
    search: { words: "", kind: "" },
    ...makeDocked(),
    ...ACTS,
  };
}

/** @typedef {ReturnType<typeof makeUi>} Exercise */

function render({ model, el }) {
  const ui = makeUi(model, el);
  const send = (message) => model.send(message);
  const draw = () => {
    ui.isDrawn = true;
    const content = drawExercise(ui);
    patch(ui.root, [drawShapes(ui.uid), content]);
    fitDock();
  };
  const { fitDock, pressKey } = addDock(ui, OFFERS, findStage, draw);
  const find = (query) => /** @type {HTMLElement | null} */ (ui.root.querySelector(query));
  /* The focus goes on only for whoever has it here; a field that gets it would open the keyboard of a phone over the statement. */
  const focusOn = (query) => {
    const target = find(query);
    if (!target || (!ui.root.contains(document.activeElement) && ui.root.dataset.keys !== "true")) return;
    if (!target.matches("input") || !matchMedia("(pointer: coarse)").matches) target.focus({ preventScroll: true });
  };
  /* What is typed is read at once; while an answer is on its way only the latest text waits. */
  let isReading = false;
  const read = () => {
    if (isReading || ui.text === ui.reading.answer) return;
    isReading = true;
    send({ do: "read", answer: ui.text });
  };

  /* Where answers are kept, what stands in the field is kept while it changes, and saved when the person goes on. */
  const keepDraft = () => isSaving(ui) && send({ do: "draft", answer: collectAnswer(ui) });
  const saveDraft = () => isSaving(ui) && !isEmpty(ui) && JSON.stringify(collectAnswer(ui)) !== ui.judged && ui.check();

  Object.assign(ui, {
    open: (id) => send({ do: "open", id }),
    leave: () => (saveDraft(), send({ do: "list" })),
    another: () => (saveDraft(), send({ do: "another" })),
    hint: () => send({ do: "hint" }),
    solve: () => send({ do: "solution" }),
    check: () => {
      const answer = collectAnswer(ui);
      ui.judged = JSON.stringify(answer);
      return send({ do: "answer", answer });
    },
    rate: (percent) => send({ do: "sure", percent }),
    pick: (part) => {
      const { form } = ui.scene.exercise;
      if (ui.scene.reply?.verdict === "right") return undefined;
      const isChosen = ui.chosen.includes(part);
      if (form === "choice") ui.chosen = [part];
      else ui.chosen = isChosen ? ui.chosen.filter((other) => other !== part) : [...ui.chosen, part];
      keepDraft();
      return draw();
    },
    type: (text) => {
      ui.text = text;
      keepDraft();
      read();
      draw();
    },
    fill: (place, text) => {
      ui.results[place] = text;
      keepDraft();
      draw();
    },
    leaveCase: (place) => {
      const next = find(`[data-mam="case-${place + 2}"]`);
      if (next) next.focus();
      else find('[data-mam="check"]')?.click();
    },
    find: (change) => {
      Object.assign(ui.search, change);
      draw();
    },
    walk: (event) => {
      const places = /** @type {HTMLElement[]} */ ([...ui.root.querySelectorAll("button[data-key]")]);
      const index = places.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      if (index >= 0) walkRow(event, index, places.length, (to) => places[to].focus());
    },
    say: (text) => {
      ui.live = ui.live === text ? `${text}\u00a0` : text;
      draw();
    },
  });

  /* A variant that was opened, or the list that it was left for. */
  const begin = () => {
    const { exercise, opened, reply, hints, solution } = ui.scene;
    isReading = false;
    Object.assign(ui, { opened, ...(exercise ? placeAnswer(exercise, ui.scene.answer) : { text: "", chosen: [], results: [] }), judged: "", latest: reply ? "reply" : "", sheet: "", count: reply?.count || 0, hintCount: hints.length, wasSolved: solution.length > 0, reading: model.get("reading") || NOTHING });
    if (isSaving(ui) && reply) ui.judged = JSON.stringify(collectAnswer(ui));
    if (ui.text) read();
    ui.live = exercise ? `${exercise.title.replace(/(\w)$/, "$1.")} ${writeSpans(exercise.question)}` : "";
    draw();
    focusOn(exercise ? '[data-mam="field"], [data-mam="case-1"], button[data-key]' : '[data-state="now"]');
  };
  const receive = () => {
    const { exercise, opened, reply, hints, solution, fault } = (ui.scene = model.get("scene"));
    if (!exercise || opened !== ui.opened) {
      ui.opened = -1;
      return exercise || ui.latest !== "list" ? (begin(), (ui.latest = exercise ? ui.latest : "list")) : draw();
    }
    if (reply && reply.count !== ui.count) {
      Object.assign(ui, { count: reply.count, latest: "reply", live: `${reply.what} ${writeSpans(reply.why)}${reply.saved && ` Saved: ${reply.saved}.`}`, wasSolved: solution.length > 0 });
      draw();
      return reply.verdict === "right" || (isSaving(ui) && reply.verdict !== "unread") ? focusOn(".mam-dock .mam-primary") : undefined;
    }
    if (hints.length !== ui.hintCount) Object.assign(ui, { hintCount: hints.length, latest: "hint", live: `Hint ${hints.length}. ${writeSpans(joinLines(hints[hints.length - 1]))}` });
    if (solution.length && !ui.wasSolved) {
      Object.assign(ui, { wasSolved: true, latest: "solution", live: "Solution shown." });
      return ui.openSheet("solution");
    }
    if (fault) ui.live = fault;
    return draw();
  };
  const receiveReading = () => {
    ui.reading = model.get("reading");
    isReading = false;
    read();
    draw();
  };
  const onKey = (event) => {
    if (event.key === "Tab") ui.root.dataset.keys = "true";
    const isTyping = !ui.sheet && /** @type {HTMLElement} */ (event.target).matches("input, select");
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    ui.root.dataset.keys = "true";
    if (pressKey(event)) return;
    const place = /** @type {HTMLElement | undefined} */ (ui.root.querySelectorAll("button[data-key]")[Number(event.key) - 1]);
    if (!place) return;
    event.preventDefault();
    event.stopPropagation();
    place.click();
  };
  ui.root.addEventListener("keydown", onKey);
  model.on("change:scene", receive);
  model.on("change:reading", receiveReading);
  const leaveRoom = followRoom(ui, el, draw);
  receive();
  return () => {
    model.off("change:scene", receive);
    model.off("change:reading", receiveReading);
    leaveRoom();
  };
}

export default { name: "mam-exercise", render };
