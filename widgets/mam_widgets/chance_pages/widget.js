// Chance: a page of probability. Python, or the site's files, give its words and tables; what a person drags stays here, and what was
// guessed and answered goes back.

import { patch } from "../shared/ui/elements.js";
import { addDock, makeDocked } from "../shared/ui/offers.js";
import { makeRoot } from "../shared/ui/root.js";
import { followRoom } from "../studies/room.js";
import { nameGuess } from "./guess.js";
import { judge } from "./judge.js";
import { OFFERS } from "./offers.js";
import { findStage } from "./stage.js";
import { compareGuess, drawChance, findStop, findTable, nameQuestion } from "./view.js";

function render({ model, el }) {
  const root = makeRoot(el);
  const ui = /** @type {any} */ ({ root, uid: String(model.get("uid") || "mam"), scene: model.get("scene"), size: "L", height: 700, room: { width: 0, height: 0 }, live: "", opened: "", queue: [], copied: {}, summary: "", isDrawn: false, step: "", ...makeDocked() });
  const send = (message) => model.send(message);
  const draw = () => {
    ui.isDrawn = true;
    patch(root, [drawChance(ui)]);
    fitDock();
    const stage = root.querySelector(".mam-chance-picture");
    if (stage === ui.stage) return;
    if (ui.stage) rooms.unobserve(ui.stage);
    ui.stage = stage;
    if (stage) rooms.observe(stage); // it reports the size at once and after each change, so no drag waits for a layout
  };
  const { fitDock, pressKey } = addDock(ui, OFFERS, findStage, draw);
  const rooms = new ResizeObserver(([{ target }]) => {
    const [width, height] = [Math.floor(target.clientWidth), Math.floor(target.clientHeight)];
    if (target !== ui.stage || (width === ui.room.width && height === ui.room.height)) return;
    ui.room = { width, height };
    draw();
  });
  const focusOn = (query) => {
    if (root.contains(document.activeElement) || document.activeElement === document.body) /** @type {HTMLElement | null} */ (root.querySelector(query))?.focus({ preventScroll: true });
  };
  const change = (more) => {
    Object.assign(ui, more);
    draw();
  };

  const begin = () => {
    const { id, tables } = ui.scene.study;
    const guess = ui.scene.guesses[nameGuess(id)];
    const values = Object.fromEntries(tables.controls.map((control) => [control.id, control.start]));
    const { low, high, start } = tables.guess;
    const isKept = guess >= low && guess <= high;
    Object.assign(ui, { values, guess: isKept ? guess : start, step: isKept ? "picture" : "guess", hasMoved: false, question: 0, reply: null, answer: "", missed: {}, sheet: "", summary: "", live: ui.scene.study.goal });
    if (ui.queue[0]?.page === id) ui.check(ui.queue[0].question);
  };
  const openNext = () => {
    const [next] = ui.queue;
    return next ? ui.open(next.page) : send({ do: "shelf" });
  };

  Object.assign(ui, {
    open: (study) => send({ do: "open", study }),
    leave: () => {
      Object.assign(ui, { queue: [], summary: "", sheet: "" });
      return ui.scene.study ? send({ do: "shelf" }) : draw();
    },
    showGuesses: (summary) => {
      change({ summary, live: summary === "guesses" ? "What you guessed, and what is true." : "How sure you were, and how right." });
      focusOn("[data-mam=table], [data-mam=back-to-guesses].mam-primary");
    },
    say: (live) => change({ live }),
    setGuess: (guess) => change({ guess }),
    see: () => {
      send({ do: "guess", name: nameGuess(ui.scene.study.id), guess: ui.guess });
      change({ step: "picture", live: `${compareGuess(ui)} ${findStop(ui).finding} ${ui.scene.study.tables.first}` });
      focusOn(".mam-chance-range");
    },
    set: (id, value) => {
      if (ui.values[id] === value) return;
      ui.values = { ...ui.values, [id]: value };
      const { finding, detail } = findStop(ui);
      const isRange = ui.scene.study.tables.controls.some((control) => control.id === id && control.is_range); // it says its own value
      change({ hasMoved: true, live: isRange ? "" : `${finding} ${detail}` });
    },
    drag: (event) => {
      if (event.type === "pointerdown") {
        event.currentTarget.setPointerCapture(event.pointerId);
        ui.held = event.currentTarget.getBoundingClientRect(); // measured once: a drag waits for no layout
      }
      if (!ui.held) return;
      const { left, top, width } = ui.held;
      if (event.type === "pointerup" || !event.buttons) ui.held = null;
      if (!event.buttons) return;
      const scale = ui.room.width / (width || 1); // a page may be zoomed
      ui.set(ui.scene.study.tables.controls[0].id, String(ui.valueAt((event.clientX - left) * scale, (event.clientY - top) * scale)));
    },
    walk: (event) => {
      const [{ id, options }] = ui.scene.study.tables.controls;
      const last = options.length - 1;
      const leap = Math.max(1, Math.round(last / 10));
      const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: leap, PageDown: -leap, Home: -last, End: last }[event.key];
      if (!step) return;
      event.preventDefault();
      const at = options.findIndex(({ value }) => value === ui.values[id]) + (ui.isReversed ? -step : step);
      ui.set(id, options[Math.max(0, Math.min(last, at))].value);
    },
    look: () => change({ step: "picture", live: findStop(ui).finding }),
    check: (question) => {
      change({ step: "check", question, sheet: "", reply: null, answer: "", live: ui.scene.study.questions[question].ask });
      focusOn("[data-mam=number], [data-key]");
    },
    judgeTyped: () => ui.judge(/** @type {HTMLInputElement} */ (root.querySelector("[data-mam=number]")).value),
    judge: (answer) => {
      const { id, questions } = ui.scene.study;
      const reply = judge(questions[ui.question], answer);
      const wasMissed = ui.missed[ui.question];
      const isNew = ui.reply?.verdict !== "right";
      change({ reply, answer, live: `${reply.verdict === "right" ? "Correct." : reply.verdict === "wrong" ? "Wrong." : "Not an answer yet."} ${reply.why}`.trim() });
      if (reply.verdict === "wrong") ui.missed = { ...ui.missed, [ui.question]: true };
      if (reply.verdict === "right") focusOn("[data-mam=next]");
      if (reply.verdict === "right" && isNew) send({ do: "done", name: nameQuestion(id, ui.question), stars: wasMissed ? 2 : 3, grade: wasMissed ? "again" : "good" });
    },
    next: () => {
      if (ui.queue.length) {
        ui.queue = ui.queue.slice(1);
        return openNext();
      }
      return ui.question + 1 < ui.scene.study.questions.length ? ui.check(ui.question + 1) : send({ do: "shelf" });
    },
    repeat: () => {
      ui.queue = ui.scene.due.map((name) => name.match(/^chance-(.+)\/(\d+)$/)).map(([, page, number]) => ({ page, question: Number(number) - 1 }));
      return openNext();
    },
    copyHow: () => ui.copy("how", ui.scene.study.how.trimStart(), ".mam-chance-code"),
    copyTable: () => {
      const { columns, rows } = findTable(ui);
      return ui.copy("table", [columns, ...rows].map((row) => row.join("\t")).join("\n"), "table");
    },
    copy: async (name, text, query) => {
      const isDone = await (navigator.clipboard ? navigator.clipboard.writeText(text).then(() => true, () => false) : false);
      if (!isDone) document.getSelection()?.selectAllChildren(/** @type {Element} */ (root.querySelector(query))); // a page without https may not copy
      change({ copied: { name, sheet: ui.sheet, text: isDone ? "Copied" : "Press Ctrl+C" }, live: isDone ? "Copied." : "It is selected. Press Ctrl+C." });
    },
  });

  const receive = () => {
    const left = ui.scene.study?.id;
    ui.scene = model.get("scene");
    const opened = ui.scene.study ? `${ui.scene.study.id} ${ui.scene.count}` : "";
    const isOther = opened !== ui.opened;
    if (isOther && ui.scene.study) begin();
    const wasDrawn = ui.isDrawn;
    ui.opened = opened;
    draw();
    if (isOther && wasDrawn && !(ui.scene.study && ui.step === "check")) focusOn(ui.scene.study ? "[data-mam=guess], .mam-chance-range" : `[data-mam="${left}"]`); // what had it is gone
  };
  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (ui.sheet || !event.target.matches('input[type="text"]')) pressKey(event);
  };
  root.addEventListener("keydown", onKey);
  model.on("change:scene", receive);
  const leaveRoom = followRoom(ui, el, draw);
  receive();
  return () => {
    model.off("change:scene", receive);
    leaveRoom();
    rooms.disconnect();
  };
}

export default { name: "mam-chance", render };
