// Study: boards with a question each. The player asks, sends each answer to its teacher (Python in a notebook, teacher.js on a page without it), and
// shows what came of it.

import { patch } from "../shared/ui/elements.js";
import { walkRow } from "../shared/ui/focus.js";
import { addDock, makeDocked } from "../shared/ui/offers.js";
import { makeRoot } from "../shared/ui/root.js";
import { drawShapes } from "../shared/ui/shapes.js";
import { findLine, goBack, goOn, listLines, openAt, openLine } from "./case.js";
import { askForHint, beginStop, choose, countStars, findNext, findQuestion, isAnswered, isHand, isLastStop, limitTrick, phaseOf, takeBack, takeReply } from "./player.js";
import { isAmount } from "./field.js";
import { readTyped } from "./typed.js";
import { hasStory, writePlace } from "./case_view.js";
import { OFFERS } from "./offers.js";
import { followRoom } from "./room.js";
import { isLooking, writeRound } from "./round_view.js";
import { listDue } from "./shelf.js";
import { findNextStudy, findRoundAhead, findStage } from "./stage.js";
import { drawStudy, writeMessage } from "./view.js";

/** @import { LineTrick, StudyScene } from "./study.js" */
/** @import { Place } from "./case.js" */

const PRIMARY = ".mam-dock .mam-primary";
const LATE = 150; // milliseconds until it is said that an answer takes a while

/** @typedef {(given?: any, more?: any) => unknown} Act */

/* What a person can do; each is given its work where the widget is drawn. */
const none = /** @type {Act} */ (() => undefined);
const ACTS = {
  ...{ open: none, forget: none, leave: none, answer: none, answerChosen: none, type: none, answerTyped: none, check: none, pick: none, hint: none, next: none, again: none, takeBack: none, goTo: none, openNext: none, openRound: none, openFitting: none, openDaily: none, playAgain: none },
  ...{ lookAt: none, lookBack: none, lookOn: none, say: none, walk: none, find: none, clearSearch: none, showHands: none, openCase: none, openLine: none, showAnswer: none, stepOn: none, stepBack: none, stepTo: none, nextCase: none },
  ...{ repeat: none, repeatNext: none, play: none, playOn: none, nextRound: none, move: none, moveChosen: none, followAdvice: none, undo: none, tryAgain: none, goOn: none },
  ...{ openTab: none, openRule: none, walkTabs: none },
};

function makeUi(model, el) {
  const root = makeRoot(el);
  return {
    ...{ model, root, uid: String(model.get("uid") || "mam"), scene: /** @type {StudyScene} */ (model.get("scene")) },
    ...{ stop: beginStop(), isFinished: false, plan: /** @type {string[]} */ ([]), line: /** @type {LineTrick[]} */ ([]), live: "", size: "L", height: 700, opened: "", isDrawn: false },
    ...makeDocked(),
    ...{ place: /** @type {Place | null} */ (null), story: /** @type {unknown} */ (null), round: /** @type {StudyScene["round"]} */ (null), search: { words: "", kind: "", edition: "", theme: "" } },
    ...{ wasWrong: false, queue: /** @type {{ study: string, board: number }[] | null} */ (null) }, // of the board; the boards still to repeat, if any are repeated
    ...{ isPlaying: false, isWaiting: false, seen: 0, chosen: /** @type {string[]} */ ([]), fault: "" }, // of a live round: the last trick that was looked at, cards to discard
    ...{ tab: "stage", rule: "" }, // what stands beside the table
    ...ACTS,
  };
}

/** @typedef {ReturnType<typeof makeUi>} Study */

function render({ model, el }) {
  const ui = makeUi(model, el);
  const draw = () => {
    ui.isDrawn = true;
    const content = drawStudy(ui);
    patch(ui.root, [drawShapes(ui.uid), content]);
    fitDock();
  };
  const { fitDock, pressKey } = addDock(ui, OFFERS, findStage, draw);
  const send = (message) => model.send(message);
  const begin = (stop) => {
    Object.assign(ui, { stop, isFinished: false, place: null, isPlaying: false, sheet: "", rule: "", wasWrong: stop.stop > 0 && ui.wasWrong });
    const { questions, deal } = ui.scene.study.boards[stop.board];
    if (!questions.length) return deal ? ui.play() : ui.openCase();
    ui.live = findQuestion(ui.scene, stop).text;
    draw();
    focusOn('[data-key]:not([data-mark="wrong"]), [data-mam="field"]');
  };
  const focusOn = (query) => {
    if (ui.root.contains(document.activeElement) || ui.root.dataset.keys === "true") /** @type {HTMLElement | null} */ (ui.root.querySelector(query))?.focus({ preventScroll: true });
  };

  Object.assign(ui, {
    open: (id, board = -1) => send({ do: "open", study: id, board }),
    forget: () => send({ do: "forget" }),
    leave: () => {
      if (!ui.isPlaying || !ui.place) return send({ do: "shelf" });
      ui.isPlaying = false; // back to the case that was played on
      return draw();
    },
    say: (text) => (Object.assign(ui, { live: text }), draw()),
    lookBack: () => ui.lookAt(ui.stop.trick - 1),
    lookOn: () => ui.lookAt(ui.stop.trick + 1),
    lookAt: (trick) => (Object.assign(ui, { stop: { ...ui.stop, trick: limitTrick(findQuestion(ui.scene, ui.stop), ui.stop, trick) } }), draw()),
    hint: () => {
      ui.stop = askForHint(ui.stop);
      send({ do: "hint", board: ui.stop.board, stop: ui.stop.stop, count: ui.stop.hintCount });
    },
    answer: (text) => {
      const { board, stop, isWaiting } = ui.stop;
      const isOver = phaseOf(ui.stop) === "right" || (ui.scene.study.is_test && ui.stop.tried.length > 0);
      if (isWaiting || isOver) return undefined;
      ui.stop = { ...takeBack(ui.stop), typed: ui.stop.typed, isWaiting: true };
      return send({ do: "answer", board, stop, answer: text });
    },
    pick: (card) => {
      const { ask, size, choices } = findQuestion(ui.scene, ui.stop);
      if (ask !== "mark" && (choices.length || !["discard", "call"].includes(ask))) return ui.answer(card);
      if (phaseOf(ui.stop) === "right") return undefined;
      ui.stop = choose(ui.stop.shown ? takeBack(ui.stop) : ui.stop, card, ask === "mark" ? choices.length : size);
      return draw();
    },
    answerChosen: () => {
      const { ask, choices, table } = findQuestion(ui.scene, ui.stop);
      const order = ask === "mark" ? choices.map((choice) => choice.answer) : [...new Set(table.hands[table.you])]; // two packs have every card twice
      return ui.answer(order.filter((answer) => ui.stop.chosen.includes(answer)).join(ask === "mark" ? "|" : " "));
    },
    type: (text) => {
      if (phaseOf(ui.stop) === "right" || ui.stop.isWaiting) return draw();
      ui.stop = { ...(ui.stop.shown ? takeBack(ui.stop) : ui.stop), typed: text };
      return draw();
    },
    answerTyped: () => {
      const { typed, shown } = ui.stop;
      const answer = readTyped(typed, isAmount(findQuestion(ui.scene, ui.stop)));
      if (shown) return undefined;
      if (!answer) return ui.say(typed.trim() ? "That is not a number." : "Type a number first.");
      return ui.answer(answer);
    },
    check: () => (findQuestion(ui.scene, ui.stop).is_typed ? ui.answerTyped() : ui.answerChosen()),
    takeBack: () => {
      const { answer } = ui.stop;
      ui.stop = takeBack(ui.stop);
      ui.say(writeMessage(ui).what);
      focusOn(`[data-key="${CSS.escape(answer)}"], [data-mam="field"]`);
    },
    again: () => begin(beginStop(ui.stop.board)),
    goTo: (board) => begin(beginStop(board)),
    openFitting: () => ui.open(ui.scene.practice.next),
    openDaily: () => ui.open(ui.scene.practice.daily),
    openNext: () => ui.open(findNextStudy(ui).id),
    openRound: () => ui.open(findRoundAhead(ui).id),
    playAgain: () => {
      const { study, progress } = ui.scene;
      const stars = study.boards.map((board) => progress[`${study.id}/${board.id}`]);
      return ui.goTo(Math.max(0, stars.findIndex((count) => count === undefined || count < 3)));
    },
    next: () => {
      if (ui.scene.study.boards[ui.stop.board].case && isLastStop(ui.scene, ui.stop)) return ui.showAnswer();
      if (ui.queue && isLastStop(ui.scene, ui.stop)) return ui.repeatNext();
      const next = findNext(ui.scene, ui.stop);
      if (next) return begin(next);
      Object.assign(ui, { isFinished: true, plan: ui.stop.shown?.plan || [], line: ui.stop.shown?.line || [], live: ui.scene.study.moral });
      draw();
      return focusOn('[data-mam="next"]');
    },
    repeat: () => {
      ui.queue = listDue(ui.scene);
      return ui.repeatNext();
    },
    repeatNext: () => {
      const [next, ...rest] = ui.queue;
      if (!next) return send({ do: "shelf" });
      ui.queue = rest;
      return ui.open(next.study, next.board);
    },
    find: (change) => {
      Object.assign(ui.search, change);
      draw();
    },
    showHands: () => {
      const heading = /** @type {HTMLElement} */ (ui.root.querySelector('[data-hands="true"]'));
      heading.scrollIntoView({ block: "start" });
      heading.focus({ preventScroll: true });
    },
    clearSearch: () => ui.find({ words: "", kind: "", edition: "" }),
    walk: (event) => {
      const places = /** @type {HTMLElement[]} */ ([...ui.root.querySelectorAll("button[data-key]")]);
      const index = places.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      if (index >= 0) walkRow(event, index, places.length, (to) => places[to].focus());
    },
  });

  // What lies over the table, or beside it

  Object.assign(ui, {
    openTab: (tab) => {
      ui.tab = tab;
      draw();
      focusOn(`[data-mam="tab-${tab}"]`);
    },
    openRule: (rule) => {
      ui.rule = rule;
      const hasTabs = ui.root.querySelector(".mam-study-side [role=tablist]") !== null;
      return hasTabs ? ui.openTab("rule") : ui.openSheet("rule");
    },
    walkTabs: (event) => {
      const tabs = /** @type {HTMLElement[]} */ ([...ui.root.querySelectorAll("[role=tab]")]);
      walkRow(event, tabs.indexOf(event.currentTarget), tabs.length, (to) => tabs[to].click());
    },
  });

  // A documented case after its answer

  const look = (place) => {
    ui.place = place;
    if (!hasStory(ui)) return send({ do: "show_story", board: ui.stop.board });
    const isUnplayed = place.kind === "story" && !ui.scene.story.case.steps.length;
    if (isUnplayed) ui.place = place = { ...place, isAnswer: true }; // nothing is played: there is only the answer
    const { questions } = ui.scene.study.boards[ui.stop.board];
    const isNew = ui.scene.progress[nameBoard()] === undefined;
    if (place.isAnswer && ui.queue && phaseOf(ui.stop) !== "right") finish(0, "again"); // it was to be answered, and is looked up
    else if (place.isAnswer && isNew) finish(questions.length ? 0 : 3);
    ui.say(writePlace(ui));
    return focusOn(PRIMARY);
  };
  const finish = (stars, grade = "") => send({ do: "done", board: ui.stop.board, stars, grade });
  const nameBoard = () => `${ui.scene.study.id}/${ui.scene.study.boards[ui.stop.board].id}`;
  const lines = () => listLines(ui.scene.study.boards[ui.stop.board].case, ui.scene.story.case);
  Object.assign(ui, {
    openCase: () => look(openLine()),
    showAnswer: () => look({ ...openLine(), isAnswer: true }),
    openLine: (kind, index) => look(openAt(findLine(lines(), openLine(kind, index)))),
    stepOn: () => look(goOn(findLine(lines(), ui.place), ui.place)),
    stepBack: () => look(goBack(ui.place)),
    stepTo: (step) => look({ ...ui.place, step, isAnswer: false }),
    nextCase: () => {
      if (ui.queue) return ui.repeatNext();
      const { study, shelf } = ui.scene;
      const at = shelf.stages.findIndex((stage) => stage.id === study.id);
      if (ui.stop.board + 1 < study.boards.length) return send({ do: "open", study: study.id, board: ui.stop.board + 1 });
      return at + 1 < shelf.stages.length ? send({ do: "open", study: shelf.stages[at + 1].id, board: 0 }) : ui.leave();
    },
  });

  // A live round

  const act = (message) => {
    Object.assign(ui, { chosen: [], fault: "", isWaiting: true });
    setTimeout(() => ui.isWaiting && draw(), LATE);
    return send(message);
  };
  Object.assign(ui, {
    play: (moment = "") => {
      Object.assign(ui, { isPlaying: true, seen: 0, round: null });
      draw();
      return act({ do: "play", study: ui.scene.study.id, board: ui.stop.board, moment });
    },
    move: (answer) => {
      const { question } = ui.round.shown;
      if (isLooking(ui) || ui.isWaiting) return undefined;
      if (question.ask !== "discard" || answer.includes(" ")) return act({ do: "move", answer });
      ui.chosen = choose({ ...beginStop(), chosen: ui.chosen }, answer, question.size).chosen;
      return draw();
    },
    moveChosen: () => act({ do: "move", answer: ui.round.shown.question.table.hands[ui.round.shown.question.table.you].filter((card) => ui.chosen.includes(card)).join(" ") }),
    followAdvice: () => ui.move(ui.round.shown.advice.answer),
    nextRound: () => ui.goTo(ui.stop.board + 1),
    playOn: () => ui.play(findLine(lines(), ui.place).steps[ui.place.step - 1]?.moment), // after the step that is shown
    undo: () => {
      ui.seen = ui.round.shown.number - 1; // the trick before it was looked at
      return act({ do: "undo" });
    },
    tryAgain: () => {
      ui.seen = ui.round.shown.end.decision;
      return act({ do: "return", decision: ui.round.shown.end.decision });
    },
    goOn: () => {
      ui.seen = ui.round.shown.number;
      ui.say(writeRound(ui).what);
      return focusOn(PRIMARY);
    },
  });

  const receiveRound = () => {
    const { round, fault } = ui.scene;
    const wasOver = Boolean(ui.round?.shown.end);
    Object.assign(ui, { fault, isWaiting: false });
    if (round && round !== ui.round && round.board === ui.stop.board) {
      ui.round = round;
      const { end, number } = round.shown;
      if (end && !end.is_judged && !fault) send({ do: "judge" }); // one decision at a time, so that a click never waits for all
      if (end && wasOver) return end.is_judged ? ui.say(end.lines.at(-1)?.text ?? "") : draw();
      if (end && ui.scene.study.boards[round.board].deal) finish(3);
      if (number < ui.seen) ui.seen = number;
    }
    const { what, why } = ui.round ? writeRound(ui) : { what: "", why: fault };
    ui.say(`${what} ${why}`.trim());
    return focusOn(PRIMARY);
  };

  const receive = () => {
    const { study, reply, board } = (ui.scene = model.get("scene"));
    if (!study) ui.queue = null;
    const opened = study ? `${study.id} ${board}` : "";
    if (opened !== ui.opened) {
      ui.opened = opened;
      if (study) {
        const done = ui.scene.progress;
        const first = board >= 0 ? board : study.boards.findIndex(({ id }) => done[`${study.id}/${id}`] === undefined);
        return begin(beginStop(Math.max(0, first)));
      }
    }
    if (study && ui.isPlaying) return receiveRound();
    if (study && ui.place && hasStory(ui) && ui.story !== ui.scene.story) {
      ui.story = ui.scene.story;
      return look(ui.place);
    }
    const before = ui.stop;
    if (study && reply && !ui.isFinished) ui.stop = takeReply(ui.stop, reply, study.is_test, isHand(study));
    if (ui.scene.fault) ui.stop = { ...ui.stop, isWaiting: false };
    if (study && ui.stop !== before) announce(before);
    return draw();
  };
  const announce = (before) => {
    const { what, why } = writeMessage(ui);
    ui.live = `${what} ${why}`.trim();
        const { shown } = ui.stop;
    const ends = shown && shown !== before.shown && isLastStop(ui.scene, ui.stop) && isAnswered(ui.scene, ui.stop);
    ui.wasWrong ||= shown?.verdict === "wrong";
    const stars = countStars(ui.stop, ui.scene.study);
    if (ends) finish(stars, ui.wasWrong ? "again" : stars < 3 ? "hard" : "good");
    if (shown) requestAnimationFrame(() => focusOn(shown.verdict === "illegal" ? `[data-key="${CSS.escape(ui.stop.answer)}"]` : PRIMARY));
  };
  const onKey = (event) => {
    const isTyping = /** @type {HTMLElement} */ (event.target).matches("input, select");
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    ui.root.dataset.keys = "true";
    if (pressKey(event) || !ui.scene.study) return;
    const place = /** @type {HTMLElement | undefined} */ (ui.root.querySelectorAll("button[data-key]")[Number(event.key) - 1]);
    if (!place) return;
    event.preventDefault();
    event.stopPropagation();
    place.click();
  };
  ui.root.addEventListener("keydown", onKey);
  model.on("change:scene", receive);
  const leaveRoom = followRoom(ui, el, draw);
  receive();
  return () => {
    model.off("change:scene", receive);
    leaveRoom();
  };
}

export default { name: "mam-study", render };
