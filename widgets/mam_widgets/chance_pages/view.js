// View: the shelf Chance and a page of it, in the bands of a study: a guess, a picture with its controls, four questions.

import { icon } from "../shared/ui/cards.js";
import { dockRegion } from "../shared/ui/dock.js";
import { h } from "../shared/ui/elements.js";
import { drawAction, drawFault, drawHead, drawKeys, drawMessage, drawOver, drawStars, isShort, isWide } from "../studies/parts.js";
import { drawCalibration, explainScore, tabulateScores } from "./calibration.js";
import { roundGuess, writeGuess } from "./guess.js";
import { drawGuesses, listRows } from "./guesses.js";
import { drawPicture } from "./pictures/pictures.js";

const QUESTIONS = 4;
const KEYS = [["drag the picture, move a slider", "← → Home End"]];

/** The names of a page's questions in what was done. */
export const nameQuestion = (page, k) => `chance-${page}/${k + 1}`;
const countDone = (progress, page) => Array.from({ length: QUESTIONS }, (_, k) => progress[nameQuestion(page, k)] || 0).filter(Boolean).length;

/** What stands at the controls' stop. */
export const findStop = ({ scene, values }) => scene.study.tables.stops[scene.study.tables.controls.map(({ id }) => values[id]).join("|")];

/** The whole widget. */
export function drawChance(ui) {
  const { scene } = ui;
  const parts = !scene.study ? { "": drawShelf, guesses: drawGuesses, calibration: drawCalibration }[ui.summary](ui) : { guess: drawGuess, picture: drawPlay, check: drawCheck }[ui.step](ui);
  const [slider, row] = isShort(ui) ? [58, 40] : [66, 50]; // pixels of the controls
  const rows = scene.study && ui.step === "picture" ? slider + row * countRows(ui) : 0;
  return h(
    "section",
    { key: "chance", class: "mam-study mam-chance", "data-size": ui.size, "data-mam": "study", "data-step": scene.study ? ui.step : ui.summary || "shelf", "data-short": String(isShort(ui)), "aria-label": scene.title, style: { "--mam-h": `${ui.height}px`, "--least": `${rows}px` } },
    parts.flat(2),
    drawSheet(ui),
    h("div", { key: "live", class: "mam-aside", "data-mam": "live", "aria-live": "polite", role: "status" }, ui.live),
  );
}

function drawShelf(ui) {
  const { shelf, progress } = ui.scene;
  const done = shelf.stages.map(({ id }) => countDone(progress, id));
  const now = done.findIndex((count) => count < QUESTIONS);
  return [
    drawHead(ui, shelf.title, h("span", null, `${done.filter((count) => count === QUESTIONS).length} of ${shelf.stages.length} done`), ""),
    h(
      "div",
      { key: "shelf", class: "mam-study-shelf" },
      h("p", { key: "first" }, "Guess first, then drag the picture."),
      drawAction(ui, "repeat"),
      h(
        "ol",
        { key: "tiles", class: "mam-study-tiles" },
        shelf.stages.map((stage, k) => h("li", { key: stage.id }, h("button", { type: "button", class: "mam-study-tile", "data-mam": stage.id, "data-state": done[k] === QUESTIONS ? "done" : k === now ? "now" : "open", on: { click: () => ui.open(stage.id) } }, h("span", null, stage.title), done[k] ? drawStars(done[k], 14, QUESTIONS) : h("small", null, k === now ? "Start" : String(k + 1))))),
      ),
      drawAction(ui, "guesses"),
      shelf.also && h("p", { key: "also", class: "mam-study-also" }, shelf.also.map(({ label, address }) => h("a", { key: address, href: address }, label))),
      drawFault(ui.scene.fault),
    ),
  ];
}

/* What stays the same from stop to stop of a drag is described once, so that nothing in it is looked at again. */
function keep(ui, name, draw, ...parts) {
  const known = (ui.still ??= {})[name];
  if (known && known.parts.length === parts.length && parts.every((part, k) => part === known.parts[k])) return known.item;
  ui.still[name] = { parts, item: draw() };
  return ui.still[name].item;
}

const head = (ui) => drawHead(ui, ui.scene.study.title, drawStars(countDone(ui.scene.progress, ui.scene.study.id), 16, QUESTIONS), "");
const goal = (ui) => h("div", { key: "goal", class: "mam-study-goal" }, h("h4", { "data-mam": "goal" }, ui.scene.study.goal));

function drawGuess(ui) {
  const { guess, tables } = ui.scene.study;
  const { low, high, step } = tables.guess;
  return [
    head(ui),
    goal(ui),
    h("div", { key: "guess", class: "mam-chance-guess" }, h("p", { class: "mam-chance-ask" }, guess.ask), h("output", { class: "mam-chance-big", "aria-hidden": "true" }, writeGuess(tables.guess, ui.guess)), drawRange({ name: "guess", label: guess.ask, low, high, step, value: ui.guess, text: writeGuess(tables.guess, ui.guess), act: (value) => ui.setGuess(value) }), h("p", { class: "mam-study-foot" }, "Your guess is kept and compared. It gets no mark.")),
    dockRegion(ui),
    isWide(ui) && h("aside", { key: "side", class: "mam-study-side" }, h("h5", null, "First your guess"), h("p", null, "The picture comes after it.")),
  ];
}

/* A slider of the browser's own: mouse, finger, arrow keys and screen readers. */
const drawRange = ({ name, label, low, high, step = 1, value, text, act }) =>
  h("input", { key: name, type: "range", class: "mam-chance-range", "data-mam": name, min: low, max: high, step, "aria-label": label, "aria-valuetext": text, live: { value: String(value) }, style: { "--fill": `${(100 * (value - low)) / (high - low)}%` }, on: { input: (event) => act(Number(event.target.value)) } });

/* Narrow groups stand beside each other. */
const isNarrow = ({ options }) => options.map(({ label }) => label).join("").length <= 15;
function countRows({ scene }) {
  const groups = scene.study.tables.controls.filter(({ is_range: isRange }) => !isRange);
  const narrow = groups.length > 1 ? groups.filter(isNarrow).length : 0;
  return groups.length - narrow + Math.ceil(narrow / 2);
}

/* The name of the first control and what it says here: one slider may mean something else in another picture. */
function nameSlider(ui) {
  const [{ id, label, options }] = ui.scene.study.tables.controls;
  return findStop(ui).slider || [label, options.find(({ value }) => value === ui.values[id]).label];
}

/* What the slider says of a stop: a screen reader reads it at each, so the status line is silent. */
const describeStop = (ui) => `${nameSlider(ui)[1]}. ${findStop(ui).finding}`;

function drawControl(ui, control, isAlone) {
  const { id, label, options, is_range: isRange } = control;
  const at = options.findIndex(({ value }) => value === ui.values[id]);
  if (isRange) {
    const [name, text] = nameSlider(ui);
    return h("div", { key: id, class: "mam-chance-control" }, h("div", { class: "mam-chance-label" }, h("b", null, name), h("span", null, text)), drawRange({ name: id, label: name, low: 0, high: options.length - 1, value: at, text: describeStop(ui), act: (index) => ui.set(id, options[index].value) }));
  }
  return h(
    "div",
    { key: id, class: "mam-chance-control", role: "radiogroup", "aria-label": label, "data-narrow": String(!isAlone && isNarrow(control)) },
    options.map((option) => h("label", { key: option.value, "data-on": String(option.value === ui.values[id]) }, h("input", { type: "radio", name: `${ui.uid}-${id}`, value: option.value, "data-mam": `${id}-${option.value}`, live: { checked: option.value === ui.values[id] }, on: { change: () => ui.set(id, option.value) } }), h("span", null, option.label))),
  );
}

function drawPlay(ui) {
  const { study } = ui.scene;
  const { controls } = study.tables;
  const { finding, detail } = findStop(ui);
  const groups = controls.filter(({ is_range: isRange }) => !isRange);
  return [
    keep(ui, "head", () => head(ui), ui.scene, ui.size),
    keep(ui, "goal", () => drawGoal(ui), ui.scene, ui.size, ui.guess),
    h("div", { key: "stage", class: "mam-study-stage", "data-mam": "stage" }, drawStage(ui), drawTwin(ui)),
    drawMessage(ui, { kind: "news", what: finding, why: detail }),
    h("div", { key: "hand", class: "mam-study-hand mam-chance-controls", "data-mam": "hand" }, controls.map((control) => drawControl(ui, control, groups.length === 1))),
    keep(ui, "dock", () => dockRegion(ui), ui.scene, ui.size, ui.hasMoved, ui.popover),
    isWide(ui) && drawSide(ui),
  ];
}

/* The question, what was guessed, and what to try first: the words refer to it, so it stays. */
function drawGoal(ui) {
  const { goal: asked, tables } = ui.scene.study;
  return h("div", { key: "goal", class: "mam-study-goal" }, h("h4", { "data-mam": "goal" }, asked), h("p", { "data-mam": "guessed" }, compareGuess(ui), !isWide(ui) && [" ", h("b", null, tables.first)]));
}

/* The picture is the first control once more: it can be dragged, and the arrow keys move it. */
function drawStage(ui) {
  const { tables } = ui.scene.study;
  const [{ id, options }] = tables.controls;
  const at = options.findIndex(({ value }) => value === ui.values[id]);
  const [label] = nameSlider(ui);
  const { width, height } = ui.room;
  const picture = width > 0 ? drawPicture(tables, ui.values, width, height) : null;
  const handle = picture?.handle;
  const last = options.length - 1;
  Object.assign(ui, { valueAt: picture ? picture.valueAt : () => ui.values[id], isReversed: Boolean(handle?.isReversed) });
  const slider = { role: "slider", tabindex: "0", "aria-label": `Picture: ${handle ? handle.label : label}`, "aria-valuemin": 0, "aria-valuemax": last, "aria-valuenow": ui.isReversed ? last - at : at, "aria-valuetext": handle ? `${handle.text}, ${describeStop(ui)}` : describeStop(ui), "aria-describedby": `${ui.uid}-drawn` };
  return h(
    "div",
    { key: "picture", class: "mam-chance-picture", "data-mam": "picture", ...(handle ? null : slider), on: { pointerdown: ui.drag, pointermove: ui.drag, pointerup: ui.drag, keydown: ui.walk } },
    h("svg", { class: "mam-plot-drawing", width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, picture && picture.parts),
    handle && h("div", { key: "handle", class: "mam-chance-handle", "data-mam": "handle", ...slider, style: { left: `${handle.left.toFixed(1)}px`, top: `${handle.top}px`, height: `${handle.height}px` } }),
  );
}

/* The picture for those who don't see it: what its marks are, and what they show now. */
const drawTwin = (ui) => h("p", { key: "drawn", id: `${ui.uid}-drawn`, class: "mam-aside", "data-mam": "drawn" }, `${ui.scene.study.tables.drawn} ${findStop(ui).finding} ${findStop(ui).detail}`);

/** What was guessed, and what is true. */
export function compareGuess({ scene, guess }) {
  const { tables, guess: asked } = scene.study;
  return `You guessed ${writeGuess(tables.guess, guess)}. True: ${writeGuess(tables.guess, roundGuess(asked.answer * tables.guess.factor))}.`;
}

/* What many people guess, and why it isn't so. */
const drawTypical = ({ guess, tables }) => h("p", { key: "typical", "data-mam": "typical" }, `Often guessed: ${writeGuess(tables.guess, roundGuess(guess.typical * tables.guess.factor))}. ${guess.why}`);

/* What the questions and the exercises of this topic ask for, in a fold. */
const drawFormulas = ({ formulas }) => h("details", { key: "formulas", class: "mam-chance-formulas", "data-mam": "formulas" }, h("summary", null, formulas.length > 1 ? "The formulas" : "The formula"), formulas.map((formula) => h("p", { key: formula }, formula)));

/* Python that computes numbers of the page, to be copied into a notebook. */
const drawHow = (ui) => h("details", { key: "how", class: "mam-chance-formulas", "data-mam": "how" }, h("summary", null, "Show how, in Python"), h("pre", { class: "mam-chance-code", tabindex: "0" }, ui.scene.study.how.trim()), drawAction(ui, "copy-how"));

function drawSide(ui) {
  const { study } = ui.scene;
  const { first, source } = study.tables;
  return h("aside", { key: "side", class: "mam-study-side", "aria-label": "What you see" }, h("p", { class: "mam-chance-big" }, findStop(ui).big), h("p", { key: "first" }, h("b", null, first)), keep(ui, "words", () => (ui.hasMoved ? [h("h5", { key: "see" }, "What you see"), h("p", { key: "text", "data-mam": "text" }, study.words), drawFormulas(study), drawHow(ui)] : [drawTypical(study)]), ui.scene, ui.hasMoved, ui.copied, ui.sheet), h("p", { class: "mam-study-foot" }, source));
}

/* What is to be given. */
function askFor({ options, kind, unit, digits }) {
  if (options) return "Choose your answer.";
  const rounded = `to ${["", "", "two", "three", "four", "five"][digits] || digits} digits`;
  if (kind === "probability") return `A fraction, or a number ${rounded}: 5/11, ${(5 / 11).toFixed(digits)}, ${(500 / 11).toFixed(digits - 2)}%.`;
  return unit ? `A number ${rounded}.` : "A number.";
}

function drawCheck(ui) {
  const { study } = ui.scene;
  const question = study.questions[ui.question];
  const { reply } = ui;
  const kind = !reply ? "ask" : reply.verdict === "unread" ? "hint" : reply.verdict;
  const what = !reply ? askFor(question) : { right: "Correct.", wrong: "Wrong.", unread: "Not an answer yet." }[reply.verdict];
  const isLast = ui.question === QUESTIONS - 1;
  return [
    head(ui),
    h("div", { key: "goal", class: "mam-study-goal", "data-long": String(question.ask.length > 110) }, h("p", null, isLast ? "And away from the game" : `Check ${ui.question + 1} of ${QUESTIONS - 1}`), h("h4", { "data-mam": "goal" }, question.ask)),
    h("div", { key: "stage", class: "mam-study-stage mam-chance-answers" }, question.options ? drawOptions(ui, question) : drawField(ui, question)),
    drawMessage(ui, { kind, what, why: reply?.why || "" }),
    dockRegion(ui),
    isWide(ui) && h("aside", { key: "side", class: "mam-study-side" }, h("h5", null, "The idea"), h("p", null, h("b", null, study.idea)), h("p", null, study.words), drawFormulas(study)),
  ];
}

function drawOptions(ui, { options }) {
  const mark = (option) => (ui.reply && ui.answer === option ? (ui.reply.verdict === "right" ? "right" : "wrong") : "");
  return h("div", { key: "choices", class: "mam-study-choices", "data-long": "true", "data-mam": "choices", role: "group", "aria-label": "Answers" }, options.map((option) => h("button", { key: option, type: "button", class: "mam-study-choice", "data-key": option, "data-mark": mark(option), "aria-pressed": mark(option) ? "true" : null, on: { click: () => ui.judge(option) } }, option, mark(option) && h("i", { class: "mam-study-verdict" }, icon(mark(option) === "right" ? "ok" : "stop", 14)))));
}

const drawField = (ui, { ask }) =>
  h("div", { key: `field-${ui.question}`, class: "mam-chance-field" }, h("input", { type: "text", autocomplete: "off", enterkeyhint: "done", "data-mam": "number", "aria-label": ask, "aria-description": askFor(ui.scene.study.questions[ui.question]), on: { keydown: (event) => event.key === "Enter" && (event.preventDefault(), ui.judgeTyped()) } })); // or Enter would press what gets the focus

function drawSheet(ui) {
  if (!ui.sheet) return null;
  if (ui.sheet === "keys") return drawOver(ui, "Shortcuts", drawKeys(ui, KEYS));
  const { study } = ui.scene;
  const isTable = ui.sheet === "table";
  const title = isTable ? "Table" : "Words";
  const { columns, rows } = findTable(ui);
  return drawOver(
    ui,
    title,
    isTable
      ? h("div", { class: "mam-scroll", tabindex: "0" }, h("table", { class: "mam-figures-table" }, h("thead", null, h("tr", null, columns.map((name) => h("th", { key: name, scope: "col" }, name)))), h("tbody", null, rows.map((row, k) => h("tr", { key: k }, row.map((cell, at) => h("td", { key: at }, cell)))))))
      : study
        ? [h("p", null, h("b", null, study.tables.first)), h("p", null, study.words), drawFormulas(study), drawHow(ui), drawTypical(study), h("p", { key: "drawn", class: "mam-study-foot" }, `In the picture: ${study.tables.drawn}`), h("p", { class: "mam-study-foot" }, study.tables.source)]
        : explainScore(ui.scene),
    drawAction(ui, "copy"),
  );
}

/** The table of a page, of the guesses or of their score. */
export function findTable({ scene, summary }) {
  if (scene.study) return scene.study.tables.table;
  return summary === "calibration" ? tabulateScores(scene) : { columns: ["Page", "Your guess", "True"], rows: listRows(scene) };
}
