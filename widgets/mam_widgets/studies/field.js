// Field: a number that is typed. What was understood stands beside it before it is checked.

import { h } from "../shared/ui/elements.js";
import { writeAmount } from "./table.js";
import { readTyped } from "./typed.js";

/** @import { Question } from "./study.js" */

/** Whether this question is about money. @param {Question} question */
export const isAmount = ({ ask }) => ask === "amount";

/** How an answer is written out. @param {Question} question */
export const writeTyped = (ui, question, answer) => (isAmount(question) ? writeAmount(ui, Number(answer)) : Number(answer).toLocaleString("en"));

/** The field in the place of the answers. @param {Question} question */
export function drawField(ui, question) {
  const { typed, shown } = ui.stop;
  const answer = readTyped(typed, isAmount(question));
  const read = answer && writeTyped(ui, question, answer);
  const help = isAmount(question) ? "Thousands of dollars: 240 is $240,000." : "A whole number.";
  return h(
    "div",
    { key: "field", class: "mam-study-field", "data-verdict": shown ? shown.verdict : "" },
    h("input", { key: question.text, type: "text", "data-mam": "field", "aria-label": "Your answer", "aria-describedby": `${ui.uid}-typed ${ui.uid}-help`, "aria-invalid": shown?.verdict === "wrong" ? "true" : null, inputmode: "decimal", enterkeyhint: "done", autocomplete: "off", maxlength: "20", live: { value: typed }, on: { input: (event) => ui.type(event.target.value), keydown: (event) => event.key === "Enter" && ui.answerTyped() } }),
    h("output", { key: "typed", id: `${ui.uid}-typed`, "data-mam": "typed" }, read && read !== typed.trim() ? `= ${read}` : ""),
    h("small", { key: "help", id: `${ui.uid}-help` }, help),
  );
}
