// Rules quiz: a documented case as a question, answered before its ruling and its source are shown.

import { tableMessage, tablePanels } from "../shared/ui/board.js";
import { actButton } from "../shared/ui/buttons.js";
import { chip, emblemPlate, face, icon } from "../shared/ui/cards.js";
import { h } from "../shared/ui/elements.js";
import { selectBox } from "../shared/ui/fields.js";
import { activeElement, walkRow } from "../shared/ui/focus.js";
import { isNarrow } from "../shared/ui/frame.js";
import { isLetterGame } from "../shared/ui/letters.js";
import { colorOrderPanel, notePanel } from "../shared/ui/panels.js";
import { callTable, openHands, tableTop, trickCard } from "../shared/ui/table.js";
import { renderWidget } from "../shared/ui/mount.js";
import { auctionGrid, auctionLine, compactHands, trickLine, trickList } from "./position.js";

/* How much room the stage loses at the sides: the side panel and the padding. */
const BESIDE = { S: 16, M: 24, LS: 316, L: 352, XL: 376 };
/* How tightly a question can be set: large, as usual, smaller cards, chips for cards, the position in its tab. */
const LARGE = -1;
const TIGHTEST = 3;

/* What the quiz remembers between two scenes. */
const makeQuizState = () => ({
  tightness: LARGE, // how tightly the question is set, so that all of it is on the stage
  fitted: "", // the question and the room that the tightness was found for
  chosenNow: 0, // how many choices are ticked or fields filled, before the answer
});

/** @typedef {import("../shared/ui/ui.js").Ui<ReturnType<typeof makeQuizState>>} Quiz */

/* The ruling comes forward with the answer. With another question the focus goes to its first choice or field. */
function receiveScene(ui, given) {
  const before = ui.scene;
  const active = activeElement(ui);
  const area = active && active.dataset.area;
  if (before && given && given.quiz && given.quiz.id !== before.quiz.id) ui.local.chosenNow = 0;
  ui.show(given);
  if (!before || !ui.scene) return;
  const { id, result } = ui.scene.quiz;
  if (before.quiz.id === id && !before.quiz.result && result) {
    if (!isNarrow(ui.size)) ui.tab = "ruling";
    ui.draw();
    if (active) ui.find('[data-mam="next"]')?.focus({ preventScroll: true });
  } else if (before.quiz.id !== id) {
    if (!result && ["ruling", "case", "position"].includes(ui.tab)) ui.tab = "progress";
    ui.sheet = "";
    ui.draw();
    if (active && area !== "filters" && area !== "progress")
      ui.find('[data-area="choices"]:not([disabled]), [data-mam="next"]')?.focus({ preventScroll: true });
  }
}

/* The question, and the room that it has. */
const listRoom = ({ scene, size, width, height }) => [scene.quiz.id, size, width, height].join();

function loosen(ui) {
  if (ui.local.fitted !== listRoom(ui)) ui.local.tightness = LARGE;
}

/* A question that does not fit is set more tightly, and stays so when its answer is shown. */
function isTooLarge(ui) {
  ui.local.fitted = listRoom(ui);
  const body = ui.part("question");
  if (!body || ui.local.tightness >= TIGHTEST || body.scrollHeight <= body.clientHeight + 1) return false;
  ui.local.tightness += 1;
  return true;
}

// The regions

function writeHeading(ui) {
  const { index, count } = ui.scene.quiz;
  const short = `Question ${index + 1} of ${count}`;
  return { title: ui.scene.title, subtitle: "", short };
}

function drawTools(ui) {
  return ui.size === "S" ? [] : [drawFilters(ui)];
}

function drawStage(ui) {
  const { quiz } = ui.scene;
  const { index, count } = quiz;
  const hidden = ui.local.tightness === TIGHTEST;
  const place = ui.size === "S" ? "" : `Question ${index + 1} of ${count} · `;
  return [
    h(
      "section",
      {
        key: "question",
        class: "mam-quiz-question",
        "data-mam": "question",
        "data-tight": ui.local.tightness,
        tabindex: hidden ? "0" : null,
        "aria-label": "Question",
      },
      h("p", { key: "place", class: "mam-quiz-place" }, h("span", null, `${place}${quiz.kind} · ${quiz.edition}`), trumpBadges(ui), hidden && positionLink(ui)),
      quiz.setup && h("p", { key: "setup", class: "mam-quiz-setup", "data-mam": "setup" }, quiz.setup),
      h("h4", { key: "words", id: `${ui.uid}-words`, class: "mam-quiz-words", "data-mam": "words" }, quiz.text),
      !hidden && drawPosition(ui),
      drawForm(ui),
    ),
  ];
}

function writeMessage(ui) {
  const { ruling, quiz } = ui.scene;
  const { result, form } = quiz;
  if (ui.lost || ui.notice) return tableMessage(ui);
  if (ruling && ruling.kind === "stop") return { kind: "stop", what: ruling.text };
  const link = { name: "why", text: "Why?", act: () => ui.openTab("ruling") };
  if (result) return { kind: result.is_right ? "ok" : "stop", what: result.head, why: result.why, link };
  if (form.kind === "one") return { kind: "info", what: "Choose one answer." };
  if (form.kind === "many") return { kind: "info", what: "Choose every correct answer.", why: "There may be none." };
  return form.labels.length > 1
    ? { kind: "info", what: "Fill in every field.", why: form.hint }
    : { kind: "info", what: form.hint ? "Type an amount." : "Type a number." };
}

/* What is ticked or typed, and so whether it can be checked, only the browser knows. */
function listActions(ui) {
  return ui.scene.actions.map((action) => (action.id === "answer" ? { ...action, why_not: whyNotAnswer(ui) } : action));
}

function listPanels(ui) {
  const { scene } = ui;
  return {
    ...tablePanels(ui),
    progress: () => progressPanel(ui),
    note: () => notePanel(scene.note),
    "color-order": () => colorOrderPanel(scene.strip),
    case: () => casePanel(ui),
    position: () => [trickList(scene, "table-tricks"), scene.auction.length > 1 ? callTable(scene) : auctionLine(scene), openHands(scene, ui)],
  };
}

function drawSettings(ui) {
  const { file } = ui.scene.quiz;
  return [
    ui.size === "S" && drawFilters(ui),
    file && h("p", { key: "file", class: "mam-quiet", "data-mam": "file" }, `Missed questions are saved in ${file}`),
  ];
}

// The position

/* Trump, where the question does not ask for it. */
function trumpBadges(ui) {
  return ui.scene.badges
    .filter((badge) => badge.color)
    .map((badge) => h("span", { key: badge.text, class: "mam-quiz-trump" }, emblemPlate(badge.color, 20), badge.text));
}

function drawPosition(ui) {
  const { scene, tightness } = ui;
  const { visible, tricks } = scene.quiz;
  if (isLetterGame(scene)) return tableTop(scene, ui);
  const hands = compactHands(scene);
  const open = tricks.length > 0 && scene.is_trick_complete ? [] : scene.trick;
  return [
    trickList(scene, "tricks"),
    open.length > 0 && (hands || tightness > 1 ? trickLine(scene) : trickCards(ui)),
    visible.calls && (tightness < 1 && !hands ? auctionGrid(scene) : auctionLine(scene)),
    hands,
  ];
}

function trickCards(ui) {
  const { scene } = ui;
  const nobody = { name: "", place: "B" };
  const seats = Object.fromEntries(scene.seats.map((seat) => [seat.seat, seat]));
  return h(
    "ol",
    { key: "trick", class: "mam-quiz-trick", "data-mam": "trick", "data-many": String(scene.trick.length > 4), "aria-label": "The trick, first card led" },
    scene.trick.map((played) => trickCard(played, seats[played.seat] || nobody, scene, "row", ui.uid)),
  );
}

function positionLink(ui) {
  if (!ui.scene.seats.length) return null;
  return actButton("to-position", "Position", () => ui.openTab("position"), ui, {
    class: "mam-button mam-quiz-link",
    "aria-label": "Show the position",
  });
}

// The answer

/* The choices or fields; when the answer is shown they stay where they are, each with its sign. */
function drawForm(ui) {
  const { id, form } = ui.scene.quiz;
  const typed = form.kind === "numbers";
  const entry = (label, index) => (typed ? drawNumber(ui, id, form, label, index) : drawChoice(ui, id, form, label, index));
  const way = typed ? "numbers" : !form.cards.length ? "choices" : ui.local.tightness < 2 ? "cards" : "chips";
  return h(
    "div",
    {
      key: "form",
      class: "mam-quiz-form",
      "data-mam": "form",
      "data-way": way,
      role: form.kind === "one" ? "radiogroup" : "group",
      "aria-labelledby": `${ui.uid}-words`,
      style: { "--columns": countColumns(ui, way) },
    },
    form.labels.map(entry),
  );
}

/* How many choices or fields stand side by side. */
function countColumns(ui, way) {
  const { labels, details } = ui.scene.quiz.form;
  const longest = Math.max(...labels.map((label, index) => Math.max(label.length, (details[index] || "").length)));
  const room = ui.width - BESIDE[ui.size];
  const [least, letter, most] =
    way === "numbers" ? [ui.local.tightness > 1 ? 76 : 124, 2, 4] : way === "chips" ? [84, 0, 8] : ui.local.tightness > 1 ? [48, 4.4, labels.length === 4 ? 2 : 3] : [62, 7.6, labels.length > 4 ? 3 : 2];
  return Math.max(1, Math.min(Math.floor(room / (least + letter * longest)), most, labels.length));
}

/* What became of a choice: its sign, and words for those who listen. */
function judgeChoice(ui, index) {
  const { response, result } = ui.scene.quiz;
  if (!result) return null;
  const isChosen = response.includes(index);
  if (result.right.includes(index)) return { sign: "ok", words: isChosen ? "correct, your answer" : "correct" };
  return isChosen ? { sign: "stop", words: "your answer" } : null;
}

function drawChoice(ui, id, form, label, index) {
  const { response, result } = ui.scene.quiz;
  const verdict = judgeChoice(ui, index);
  const card = form.cards[index];
  const pictured = card && ui.local.tightness < 2;
  const detail = form.details[index];
  return h(
    "label",
    { key: `${id}-${index}`, class: `mam-quiz-choice${pictured ? " mam-quiz-card" : ""}`, "data-sign": verdict ? verdict.sign : null, "data-index": index },
    h("input", {
      type: form.kind === "one" ? "radio" : "checkbox",
      name: `${ui.uid}-${id}`,
      value: index,
      disabled: Boolean(result),
      "data-mam": "choice",
      "data-area": "choices",
      "data-index": index,
      ...(result ? { live: { checked: response.includes(index) } } : {}),
      on: { keydown: (event) => answerOnEnter(ui, event), change: () => countGiven(ui) },
    }),
    form.kind === "many" && h("span", { class: "mam-check", "aria-hidden": "true" }, icon("ok", 14)),
    pictured
      ? [face(card, ui.uid), h("span", { class: "mam-aside" }, label)]
      : h("span", { class: "mam-quiz-label" }, card ? chip(card, ui.scene.cards) : h("b", null, label), detail && h("span", { class: "mam-quiz-detail" }, detail)),
    verdict && h("span", { class: "mam-quiz-sign" }, icon(verdict.sign, 20), h("span", { class: "mam-aside" }, `, ${verdict.words}`)),
  );
}

function drawNumber(ui, id, form, label, index) {
  const { result } = ui.scene.quiz;
  const field = `${ui.uid}-number-${index}`;
  const typed = result && result.numbers[index];
  const hint = form.labels.length === 1 ? form.hint : "";
  const right = typed && !typed.is_right;
  return h(
    "div",
    { key: `${id}-${index}`, class: "mam-quiz-number", "data-sign": typed ? (typed.is_right ? "ok" : "stop") : null },
    h("label", { for: field }, label),
    h("input", {
      id: field,
      type: "text",
      class: "mam-field",
      autocomplete: "off",
      disabled: Boolean(result),
      "data-mam": "number",
      "data-area": "choices",
      "data-index": index,
      ...(typed ? { live: { value: typed.entry } } : {}),
      on: { keydown: (event) => answerOnEnter(ui, event), input: () => countGiven(ui) },
    }),
    typed && h("span", { class: "mam-quiz-sign" }, icon(typed.is_right ? "ok" : "stop", 18), h("span", { class: "mam-aside" }, typed.is_right ? "correct" : "not correct")),
    h(
      "p",
      { class: "mam-quiz-answer-line", "data-mam": "answer-line" },
      right ? [icon("ok", 16), h("b", null, typed.right)] : !typed && h("span", { class: "mam-quiet" }, hint),
    ),
  );
}

function answerOnEnter(ui, event) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  sendAnswer(ui);
}

/* What is ticked or typed. */
function readGiven(ui) {
  const values = (query) => [.../** @type {NodeListOf<HTMLInputElement>} */ (ui.root.querySelectorAll(query))].map((input) => input.value);
  return ui.scene.quiz.form.kind === "numbers" ? values('[data-mam="number"]') : values('[data-mam="choice"]:checked').map(Number);
}

function countGiven(ui) {
  const count = readGiven(ui).filter((value) => value !== "").length;
  if (count === ui.local.chosenNow) return;
  ui.local.chosenNow = count;
  ui.notice = null;
  ui.draw();
}

/* What is still missing before the answer can be checked. None of several choices may be right. */
function whyNotAnswer(ui) {
  const { form } = ui.scene.quiz;
  if (form.kind === "many") return "";
  if (form.kind === "one") return ui.local.chosenNow ? "" : "Choose one answer first.";
  return ui.local.chosenNow < form.labels.length ? (form.labels.length > 1 ? "Fill in every field first." : "Type a number first.") : "";
}

function sendAnswer(ui) {
  const why = whyNotAnswer(ui);
  if (why) return ui.say(why);
  return ui.send({ do: "answer", given: readGiven(ui) });
}

// The side panel

function progressPanel(ui) {
  const { quiz } = ui.scene;
  const { right, total } = quiz.score;
  const area = { "data-area": "progress" };
  return h(
    "section",
    { key: "progress", class: "mam-quiz-progress", "data-mam": "progress", "aria-label": "Progress" },
    h("h4", null, "Score so far"),
    h("p", { class: "mam-quiz-score", "data-mam": "score" }, total ? `${right} of ${total} correct` : "No answers yet"),
    drawSquares(ui),
    h(
      "div",
      { class: "mam-actions" },
      quiz.choice.only_missed
        ? actButton("all", "All questions", { do: "choose", missed: false }, ui, area)
        : actButton("missed", `Missed (${quiz.missed_count})`, { do: "choose", missed: true }, ui, { ...area, whyNot: !quiz.missed_count && "You have missed none of these questions." }),
      actButton("shuffle", "Restart (shuffled)", { do: "shuffle" }, ui, area),
    ),
    quiz.file_message && h("p", { class: "mam-quiz-file", "data-mam": "file-message" }, quiz.file_message),
  );
}

/* A square for each question: how it was answered; a click goes there. The arrow keys go from square to square. */
function drawSquares(ui) {
  const { index: current, count, marks } = ui.scene.quiz;
  const go = (to) => ui.find(`[data-mam="square"][data-index="${to}"]`)?.focus();
  const keys = (event) => walkRow(event, Number(event.target.dataset.index), count, go, { wraps: true });
  const words = { right: "correct", wrong: "wrong", "": "not answered" };
  return h(
    "div",
    { class: "mam-quiz-squares", role: "group", "aria-label": "Questions", on: { keydown: keys } },
    marks.map((mark, index) =>
      actButton("square", mark ? icon(mark === "right" ? "ok" : "close", 16) : index === current && String(index + 1), { do: "go_to", index }, ui, {
        key: index,
        class: "mam-quiz-square",
        "data-area": "progress",
        "data-index": index,
        "data-mark": mark || null,
        "aria-current": index === current ? "true" : null,
        "aria-label": `Question ${index + 1}, ${words[mark]}`,
        tabindex: index === current ? "0" : "-1",
      }),
    ),
  );
}

function casePanel(ui) {
  const { result } = ui.scene.quiz;
  if (!result) return null;
  return h(
    "section",
    { key: "documented", class: "mam-quiz-case", "data-mam": "documented", "aria-label": "The documented case" },
    h("h4", null, `${result.kind} ${result.title}`),
    h("p", null, result.setup),
    h("p", null, h("b", null, result.question)),
    h("p", null, result.answer),
    h("p", { class: "mam-source" }, result.source),
  );
}

/* Which questions are asked: under which rules, about what. */
function drawFilters(ui) {
  const { choice } = ui.scene.quiz;
  const select = (name, label, values, current) =>
    selectBox(name, "filters", values, current, (value) => ui.send({ do: "choose", [name]: value }), { "aria-label": label, title: label });
  return h(
    "div",
    { key: "filters", class: "mam-quiz-filters" },
    select("edition", "Rules", choice.editions, choice.edition),
    select("kind", "Topic", choice.kinds, choice.kind),
  );
}

export default {
  render: renderWidget({
    local: makeQuizState,
    name: "mam-quiz",
    home: '[data-mam="next"], [data-mam="answer"]',
    keyWords: [
      ["from choice to choice", "↑", "↓"],
      ["answer", "Enter"],
    ],
    receive: receiveScene,
    beforeDraw: loosen,
    isTooLarge,
    heading: writeHeading,
    headerTools: drawTools,
    stage: drawStage,
    message: writeMessage,
    actions: listActions,
    panels: listPanels,
    settings: drawSettings,
    acts: { answer: sendAnswer },
  }),
};
