// Study: boards with a question each. The player asks, sends each answer to its teacher (Python in a notebook, teacher.js on a page without it), and
// shows what came of it.

import { DEFS } from "../shared/ui/art.js";
import { h, patch } from "../shared/ui/elements.js";
import { walkRow } from "../shared/ui/focus.js";
import { hideStaticCopy, setTheme } from "../shared/ui/page.js";
import { askForHint, beginStop, choose, countStars, findNext, findQuestion, isLastStop, phaseOf, takeBack, takeReply } from "./player.js";
import { drawStudy, writeMessage } from "./view.js";

/** @import { StudyScene } from "./study.js" */

const LOWEST = 544;
const HIGHEST = 900; // pixels, in a cell

/** The class of a width and a height, by which the frame is laid out. */
const sizeOf = (width, height) => (width <= 480 ? "S" : width < 840 ? "M" : width >= 1200 && height >= 800 ? "XL" : height < 640 ? "LS" : "L");

/** @typedef {(given?: any, more?: any) => unknown} Act */

/* What a person can do; each is given its work where the widget is drawn. */
const none = /** @type {Act} */ (() => undefined);
const ACTS = { open: none, leave: none, answer: none, pick: none, hint: none, next: none, again: none, takeBack: none, goTo: none, lookAt: none, say: none, walk: none };

function makeUi(model, el) {
  const root = document.createElement("div");
  root.className = "mam-root";
  root.setAttribute("data-lm-suppress-shortcuts", "true");
  el.append(root);
  return {
    ...{ model, root, uid: String(model.get("uid") || "mam"), scene: /** @type {StudyScene} */ (model.get("scene")) },
    ...{ stop: beginStop(), isFinished: false, live: "", size: "L", height: 700, opened: "", shapes: "", isDrawn: false },
...ACTS,
  };
}

/** @typedef {ReturnType<typeof makeUi>} Study */

function render({ model, el }) {
  const ui = makeUi(model, el);
  ui.shapes = `<defs>${DEFS.replaceAll("@@", `${ui.uid}-`)}</defs>`;
  const draw = () => {
    ui.isDrawn = true;
    const shapes = h("svg", { key: "shapes", class: "mam-shapes", width: "0", height: "0", "aria-hidden": "true", style: { position: "absolute" }, markup: ui.shapes });
    patch(ui.root, [shapes, drawStudy(ui)]);
  };
  const send = (message) => model.send(message);
  const begin = (stop) => {
    Object.assign(ui, { stop, isFinished: false });
    ui.live = findQuestion(ui.scene, stop).text;
    draw();
    focusOn('[data-key]:not([data-mark="wrong"])');
  };
  const focusOn = (query) => {
    if (ui.root.contains(document.activeElement) || ui.root.dataset.keys === "true") /** @type {HTMLElement | null} */ (ui.root.querySelector(query))?.focus({ preventScroll: true });
  };

  Object.assign(ui, {
    open: (id, board = 0) => send({ do: "open", study: id, board }),
    leave: () => send({ do: "shelf" }),
    say: (text) => (Object.assign(ui, { live: text }), draw()),
    lookAt: (trick) => (Object.assign(ui, { stop: { ...ui.stop, trick: Math.max(0, Math.min(trick, ui.stop.shown.tricks.length - 1)) } }), draw()),
    hint: () => {
      ui.stop = askForHint(ui.stop);
      send({ do: "hint", board: ui.stop.board, stop: ui.stop.stop, count: ui.stop.hintCount });
    },
    answer: (text) => {
      const { board, stop, isWaiting } = ui.stop;
      const isOver = phaseOf(ui.stop) === "right" || (ui.scene.study.is_test && ui.stop.tried.length > 0);
      if (isWaiting || isOver) return undefined;
      ui.stop = { ...takeBack(ui.stop), isWaiting: true };
      return send({ do: "answer", board, stop, answer: text });
    },
    pick: (card) => {
      const question = findQuestion(ui.scene, ui.stop);
      if (question.ask === "card") return ui.answer(card);
      if (phaseOf(ui.stop) === "right") return undefined;
      ui.stop = choose(ui.stop.shown ? takeBack(ui.stop) : ui.stop, card, question.size);
      return draw();
    },
    takeBack: () => {
      const { answer } = ui.stop;
      ui.stop = takeBack(ui.stop);
      ui.say(writeMessage(ui).what);
      focusOn(`[data-key="${CSS.escape(answer)}"]`);
    },
    again: () => begin(beginStop(ui.stop.board)),
    goTo: (board) => begin(beginStop(board)),
    next: () => {
      const next = findNext(ui.scene, ui.stop);
      if (next) return begin(next);
      Object.assign(ui, { isFinished: true, live: ui.scene.study.moral });
      draw();
      return focusOn('[data-mam="next"]');
    },
    walk: (event) => {
      const places = /** @type {HTMLElement[]} */ ([...ui.root.querySelectorAll("button[data-key]")]);
      const index = places.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      if (index >= 0) walkRow(event, index, places.length, (to) => places[to].focus());
    },
  });

  const receive = () => {
    const { study, reply, board } = (ui.scene = model.get("scene"));
    const opened = study ? `${study.id} ${board}` : "";
    if (opened !== ui.opened) {
      ui.opened = opened;
      if (study) {
        const done = ui.scene.progress;
        const first = board || study.boards.findIndex((one) => done[`${study.id}/${one.id}`] === undefined && one.questions.length);
        return begin(beginStop(Math.max(0, first)));
      }
    }
    const before = ui.stop;
    if (study && reply && !ui.isFinished) ui.stop = takeReply(ui.stop, reply, study.is_test);
    if (ui.scene.fault) ui.stop = { ...ui.stop, isWaiting: false };
    if (study && ui.stop !== before) announce(before);
    return draw();
  };
  const announce = (before) => {
    const { what, why } = writeMessage(ui);
    ui.live = `${what} ${why}`.trim();
    const { is_test: isTest } = ui.scene.study;
    const { shown, board } = ui.stop;
    const ends = shown && shown !== before.shown && isLastStop(ui.scene, ui.stop) && (shown.verdict === "right" || (isTest && shown.verdict === "wrong"));
    if (ends) send({ do: "done", board, stars: countStars(ui.stop, isTest) });
    if (shown) requestAnimationFrame(() => focusOn(shown.verdict === "illegal" ? `[data-key="${CSS.escape(ui.stop.answer)}"]` : ".mam-study-primary"));
  };
  const KEYS = { h: "hint", n: "next", Backspace: "take-back", Escape: "back", ",": "trick-back", ".": "trick-next" };
  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    ui.root.dataset.keys = "true";
    const digit = Number(event.key);
    const places = ui.root.querySelectorAll("button[data-key]");
    const target = digit >= 1 ? places[digit - 1] : event.key in KEYS && ui.root.querySelector(event.key === "n" ? ".mam-study-primary" : `[data-mam="${KEYS[event.key]}"]`);
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    /** @type {HTMLElement} */ (target).click();
  };
  const measure = () => {
    const width = ui.root.clientWidth;
    if (!width) return;
    const fill = el.closest("[data-fill]");
    const height = fill ? fill.clientHeight : Math.max(LOWEST, Math.min(HIGHEST, width <= 480 ? 640 : window.innerHeight - 60));
    const size = sizeOf(width, height);
    if (size === ui.size && height === ui.height) return;
    Object.assign(ui, { size, height });
    if (ui.isDrawn) draw();
  };
  const theme = () => setTheme(ui.root);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const sizes = new ResizeObserver(() => requestAnimationFrame(measure));
  const body = new MutationObserver(theme);
  const showCopy = hideStaticCopy(ui.uid);
  theme();
  dark.addEventListener("change", theme);
  body.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  ui.root.addEventListener("keydown", onKey);
  window.addEventListener("resize", measure);
  model.on("change:scene", receive);
  measure();
  receive();
  sizes.observe(ui.root);
  return () => {
    model.off("change:scene", receive);
    window.removeEventListener("resize", measure);
    dark.removeEventListener("change", theme);
    sizes.disconnect();
    body.disconnect();
    showCopy();
    ui.root.remove();
  };
}

export default { name: "mam-study", render };
