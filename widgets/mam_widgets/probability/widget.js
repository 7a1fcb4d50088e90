// Probability lab: a question about hidden cards, a guess, the exact answer with its counting, and a simulation.

import { tableMessage, tablePanels } from "../shared/ui/board.js";
import { actButton } from "../shared/ui/buttons.js";
import { editionSwitch } from "../shared/ui/editions.js";
import { h } from "../shared/ui/elements.js";
import { figuresTable, selectBox } from "../shared/ui/fields.js";
import { isNarrow } from "../shared/ui/frame.js";
import { renderWidget } from "../shared/ui/mount.js";
import { answerBoxes, guessBox, sendGuess, whyNotGuess } from "./answer.js";
import { makeLabState, sentence, shortSentence } from "./sentence.js";

const CHANGED = "The question was changed. Press Ask first.";

/* What was typed is kept until another question is asked. */
function receiveScene(ui, given) {
  const before = ui.scene && ui.scene.chance;
  const chance = given && given.chance;
  if (chance && (!before || before.text !== chance.text || before.given !== chance.given || before.is_shown !== chance.is_shown)) {
    Object.assign(ui.local, { draft: null, asText: !chance.form, editing: false, guesses: [], bad: null });
    ui.reading = null;
  }
  ui.show(given);
}

function drawStage(ui) {
  const { chance } = ui.scene;
  const body = chance.is_shown ? answerBoxes(ui) : guessBox(ui);
  if (ui.size !== "S") return [sentence(ui), body];
  return ui.local.editing ? [shortSentence(ui), sentence(ui)] : [shortSentence(ui), body];
}

function writeMessage(ui) {
  const { chance, ruling } = ui.scene;
  const message = tableMessage(ui);
  if (message.kind === "stop" || message.kind === "danger") return ruling ? { kind: "stop", what: "", why: ruling.text } : message;
  if (ui.reading) return message;
  if (ui.local.draft && chance.is_shown) return { kind: "info", what: "", why: CHANGED };
  if (ui.local.bad !== null) return { ...ui.scene.message };
  if (chance.busy) return { ...message, link: { name: "stop", text: "Stop", act: () => ui.send({ do: "stop" }) } };
  return { ...message, link: chance.answer && { name: "table-link", text: "Table", act: () => ui.openTab("method") } };
}

/* How many deals are simulated at a time; with an answer on the table the simulation begins again. */
function dealsField(ui) {
  const { answer, deals, deal_counts, is_shown } = ui.scene.chance;
  if (is_shown && answer && answer.values.length) return null;
  const choices = deal_counts.map((count) => ({ id: String(count), text: `${count.toLocaleString("en-US")}${isNarrow(ui.size) ? "" : " deals"}` }));
  const more = { class: "mam-field mam-deals-field", "aria-label": "Simulated deals", title: "Simulated deals" };
  return selectBox("deals", "dock", choices, String(deals), (value) => ui.send({ do: "deals", count: Number(value) }), more);
}

/* Whether the question was changed, and what was guessed, only the browser knows. */
function listActions(ui) {
  const changed = ui.local.draft ? CHANGED : "";
  const local = { show: changed, more: changed, try: changed || whyNotGuess(ui) };
  return ui.scene.actions.map((action) => ({ ...action, why_not: action.why_not || local[action.id] || "" }));
}

function listPanels(ui) {
  return {
    ...tablePanels(ui),
    examples: () => examplesPanel(ui),
    "past-guesses": () => pastPanel(ui),
    method: () => methodParts(ui),
  };
}

function methodParts(ui) {
  const { model, answer } = ui.scene.chance;
  const table = answer && (answer.table || (answer.simulation && answer.simulation.plot.table));
  return [
    h("p", { key: "model" }, model),
    answer && h("ol", { key: "lines", class: "mam-method-lines", "data-mam": "why" }, answer.lines.map((line, index) => h("li", { key: index }, line))),
    table && figuresTable(table, { key: "figures", "data-mam": "figures" }),
    answer && answer.simulation && h("p", { key: "note", class: "mam-quiet" }, "± is the 95% margin of error."),
  ];
}

function examplesPanel(ui) {
  const { chance } = ui.scene;
  return [
    h(
      "ul",
      { key: "examples", class: "mam-examples" },
      chance.examples.map((words, index) =>
        h(
          "li",
          { key: words },
          actButton("example", words, () => pickExample(ui, index), ui, {
            class: "mam-example",
            "aria-current": index === chance.example ? "true" : null,
            "data-area": "examples",
            "data-index": index,
          }),
        ),
      ),
    ),
    h("p", { key: "note", class: "mam-quiet" }, "Choosing a question fills in the form. Nothing is computed until you guess or ask for the answer."),
  ];
}

function pastPanel(ui) {
  const { past_guesses: guesses } = ui.scene.chance;
  if (!guesses.length) return null;
  return figuresTable({ columns: ["Question", "Guess", "Exact"], rows: guesses.map((row) => [row.text, row.guess, row.exact]) }, { key: "past-guesses", "data-mam": "past-guesses" });
}

function pickExample(ui, index) {
  ui.sheet = "";
  ui.send({ do: "example", index });
}

export default {
  render: renderWidget({
    local: makeLabState,
    name: "mam-chance-lab",
    home: '[data-mam="guess"], [data-mam="show"], [data-mam="more"]',
    keyWords: [
      ["ask or guess what was typed", "Enter"],
      ["read the chart", "←", "→", "Home", "End"],
    ],
    receive: receiveScene,
    stage: drawStage,
    stagePlace: (ui) => ({ title: ui.scene.chance.is_shown ? "Answer" : "Question", sign: "bars" }),
    message: writeMessage,
    actions: listActions,
    besideHelp: dealsField,
    panels: listPanels,
    settings: (ui) => [editionSwitch(ui.scene, ui)],
    acts: { guess: sendGuess },
  }),
};
