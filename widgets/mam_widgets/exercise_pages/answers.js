// Answers: how an exercise is answered: a field, cards to tap, options, or a field for each case.

import { face, icon } from "../shared/ui/cards.js";
import { h } from "../shared/ui/elements.js";
import { drawCards } from "../studies/parts.js";
import { nameCard } from "../studies/table.js";
import { drawSpans, writeSpans } from "./text.js";

/** @import { ExerciseShown } from "./exercise.js" */
/** @import { Exercise } from "./widget.js" */

const TALL = 16; // letters of an option, from which on each has a row
const MOST_ROOM = 0.36; // of the height, for options in the place of the hand
const LOW = 430; // pixels: a phone on its side

/** Whether the frame is so low that the answer stands beside the statement, in a column as narrow as a phone. @param {Exercise} ui */
export const isLow = ({ size, height }) => size !== "S" && height < LOW;

const isNarrow = (ui) => ui.size === "S" || isLow(ui);

/** What is answered so far, as it is sent. @param {Exercise} ui @returns {string | string[]} */
export function collectAnswer({ scene, text, chosen, results }) {
  const { form, hand, options, cases } = scene.exercise;
  if (form === "cards") return hand.filter((_, k) => chosen.includes(String(k))).join(" ");
  if (form === "choice") return chosen[0] || "";
  if (form === "choices") return options.map((option) => option.answer).filter((answer) => chosen.includes(answer));
  if (form === "results") return cases.map((_, k) => results[k] || "");
  return text;
}

/** What was answered before, as it stands in the fields. @param {ExerciseShown} exercise @param {string | string[]} answer */
export function placeAnswer({ form, hand, cases }, answer) {
  const nothing = { text: "", chosen: [], results: [] };
  if (form === "results") return { ...nothing, results: cases.map((_, k) => answer[k] || "") };
  if (form === "choice" || form === "choices") return { ...nothing, chosen: [answer].flat().filter(Boolean) };
  if (form !== "cards") return { ...nothing, text: String(answer) };
  const left = String(answer).split(" ");
  const chosen = [];
  hand.forEach((code, k) => {
    if (!left.includes(code)) return;
    left.splice(left.indexOf(code), 1);
    chosen.push(String(k));
  });
  return { ...nothing, chosen };
}

/** Whether answers are kept here, and judged later. @param {Exercise} ui */
export const isSaving = ({ scene }) => scene.mode === "save";

/** Whether what was answered last stands there as it was judged or saved. @param {Exercise} ui */
export const isStanding = (ui) => ui.scene.reply !== null && ui.judged === JSON.stringify(collectAnswer(ui));

/** Whether nothing is answered yet; of a set, none may be meant. @param {Exercise} ui */
export function isEmpty(ui) {
  const { form, cases } = ui.scene.exercise;
  if (form === "results") return !cases[isSaving(ui) ? "some" : "every"]((_, k) => (ui.results[k] || "").trim());
  if (form === "text" || form === "number") return !ui.text.trim();
  return !ui.chosen.length;
}

/** Whether none of all can be an answer. @param {Exercise} ui */
export const isSet = ({ scene }) => scene.exercise.form === "cards" || scene.exercise.form === "choices";

/* What is wrong in the answer that was judged last, as long as it stands there. */
const isJudged = (ui) => isStanding(ui) && ui.scene.reply.verdict !== "unread";
const markOf = (ui, part, isChosen) => (!isJudged(ui) || !isChosen ? "" : ui.scene.reply.verdict === "right" ? "right" : ui.scene.reply.wrong.includes(part) ? "wrong" : "");

/** Where the options stand: in the place of the hand if they have room there, else in the stage. @param {Exercise} ui */
export function placeOptions(ui) {
  const { options, hand } = ui.scene.exercise;
  if (!options.length) return "";
  if (isLow(ui)) return hand.length ? "text" : "hand"; // both can be scrolled there
  if (isTall(ui) && findRows(ui) > MOST_ROOM * ui.height) return "text";
  return hand.length ? "stage" : "hand";
}

const isTall = (ui) => Math.max(...ui.scene.exercise.options.map(({ spans }) => writeSpans(spans).length)) > TALL;

/* The height of options that have a row each: of one line or more. */
const findRows = (ui) => ui.scene.exercise.options.reduce((sum, { spans }) => sum + 32 + 18 * Math.ceil(writeSpans(spans).length / (isNarrow(ui) ? 34 : 60)), 2);

/** The height that options need in the place of the hand. @param {Exercise} ui */
export function findLeast(ui) {
  const { options, hand } = ui.scene.exercise;
  if (hand.length || placeOptions(ui) !== "hand") return 0;
  if (isTall(ui)) return findRows(ui);
  return Math.ceil(options.length / (isNarrow(ui) ? 2 : 4)) * 54;
}

/** @param {Exercise} ui @param {string} place */
export function drawOptions(ui, place) {
  const { options, form } = ui.scene.exercise;
  if (placeOptions(ui) !== place) return null;
  return h(
    "div",
    { key: "options", class: "mam-study-choices", "data-mam": "choices", "data-long": String(isTall(ui)), "data-wide": "true", role: "group", "aria-label": form === "choices" ? "Choose all that fit" : "Choose one", on: { keydown: (event) => ui.walk(event) } },
    options.map(({ answer, spans }) => {
      const isChosen = ui.chosen.includes(answer);
      const mark = markOf(ui, writeSpans(spans), isChosen);
      return h(
        "button",
        { key: answer, type: "button", class: "mam-study-choice", "data-key": answer, "data-mark": mark, "data-chosen": String(isChosen && !mark), "aria-pressed": String(isChosen), on: { click: () => ui.pick(answer) } },
        h("span", { class: "mam-study-words mam-exercise-words" }, drawSpans(spans), mark === "wrong" && h("span", { class: "mam-aside" }, ", wrong")),
        mark && h("i", { class: "mam-study-verdict" }, icon(mark === "right" ? "ok" : "stop", 14)),
      );
    }),
  );
}

/** The cards that somebody holds; to be tapped, if cards are asked for. @param {Exercise} ui */
export function drawHand(ui) {
  const { hand, form } = ui.scene.exercise;
  if (!hand.length) return null;
  const cells = hand.map((code, k) => {
    const key = String(k);
    const isChosen = ui.chosen.includes(key);
    const mark = form === "cards" ? markOf(ui, code, isChosen) : "";
    const label = [nameCard(code), isChosen && "chosen", mark].filter(Boolean).join(", ");
    const props = { key, class: "mam-study-card", "data-mark": mark, "data-chosen": String(isChosen && !mark), "aria-label": label };
    const inside = [face(code, ui.uid), mark && h("i", { class: "mam-study-ring" })];
    return form === "cards" ? h("button", { ...props, type: "button", "data-key": key, "data-card": code, "aria-pressed": String(isChosen), on: { click: () => ui.pick(key) } }, inside) : h("span", { ...props, role: "img" }, inside);
  });
  return drawCards(isLow(ui) && form === "cards" ? { ...ui, size: "S" } : ui, cells, "The hand"); // two rows, so that each can be tapped
}

/** The field, and how what is typed in it is understood. @param {Exercise} ui */
export function drawField(ui) {
  const { form, help, id } = ui.scene.exercise;
  if (form !== "number" && form !== "text") return null;
  const { answer, text } = ui.reading;
  const read = ui.text && answer === ui.text ? text : "";
  const verdict = isJudged(ui) || (ui.scene.reply?.verdict === "unread" && ui.judged === JSON.stringify(ui.text)) ? ui.scene.reply.verdict : "";
  return h(
    "div",
    { key: "field", class: "mam-exercise-field", "data-verdict": verdict },
    h("input", { key: `${id}-field`, id: `${ui.uid}-field`, type: "text", "data-mam": "field", "aria-label": "Your answer", "aria-describedby": `${ui.uid}-read ${ui.uid}-help`, "aria-invalid": verdict === "wrong" || verdict === "unread" ? "true" : null, autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "done", maxlength: "200", live: { value: ui.text }, on: { input: (event) => ui.type(event.target.value), keydown: (event) => event.key === "Enter" && ui.check() } }),
    h("output", { key: "read", id: `${ui.uid}-read`, "data-mam": "read", for: `${ui.uid}-field`, "aria-live": "polite" }, read && `= ${read}`),
    h("small", { key: "help", id: `${ui.uid}-help` }, help),
  );
}

/** A field for the result of each case. @param {Exercise} ui */
export function drawResults(ui) {
  const { form, cases } = ui.scene.exercise;
  if (form !== "results") return null;
  return h(
    "ol",
    { key: "results", class: "mam-exercise-results" },
    cases.map((spans, k) => {
      const number = String(k + 1);
      const mark = markOf(ui, number, true);
      return h(
        "li",
        { key: number, "data-mark": mark },
        h("label", { for: `${ui.uid}-case-${number}` }, h("b", null, `${number}. `), drawSpans(spans)),
        h("input", { id: `${ui.uid}-case-${number}`, type: "text", "data-mam": `case-${number}`, "aria-invalid": mark === "wrong" ? "true" : null, autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: k + 1 < cases.length ? "next" : "done", maxlength: "200", live: { value: ui.results[k] || "" }, on: { input: (event) => ui.fill(k, event.target.value), keydown: (event) => event.key === "Enter" && ui.leaveCase(k) } }),
      );
    }),
  );
}
