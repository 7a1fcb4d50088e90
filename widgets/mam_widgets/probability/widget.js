// Probability lab: a question about hidden cards, a guess, the exact answer with its counting, and a simulation.

import { Board } from "../shared/ui/board.js";
import { actButton } from "../shared/ui/buttons.js";
import { editionSwitch } from "../shared/ui/editions.js";
import { h } from "../shared/ui/elements.js";
import { isNarrow } from "../shared/ui/frame.js";
import { renderAs } from "../shared/ui/view.js";
import { answerBoxes, guessBox } from "./answer.js";
import { sentence, shortSentence } from "./sentence.js";

/** @import { PlotRows } from "../shared/ui/scene.js" */

const CHANGED = "The question was changed. Press Ask first.";

/**
 * @param {string} key
 * @param {PlotRows} table
 */
function figures(key, { columns, rows }) {
  const cells = (row) => row.map((cell, index) => (index ? h("td", null, cell) : h("th", { scope: "row" }, cell)));
  return h(
    "table",
    { key, class: "mam-figures", "data-mam": key },
    h("thead", null, h("tr", null, columns.map((column) => h("th", { scope: "col" }, column)))),
    h("tbody", null, rows.map((row, index) => h("tr", { key: index }, cells(row)))),
  );
}

export class ProbabilityLab extends Board {
  constructor(model, el) {
    super(model, el);
    this.draft = null; // what was changed in the question since it was asked
    this.asText = false; // whether the question is a text, not fields
    this.editing = false; // on a phone: whether the question is open
    this.guesses = []; // what was typed
    this.bad = null; // the guess that is no percentage
    this.segment = "simulation"; // what a narrow table shows beside the answer
  }

  get name() {
    return "mam-chance-lab";
  }

  get stagePlace() {
    return { title: this.scene.chance.is_shown ? "Answer" : "Question", sign: "bars" };
  }

  get home() {
    return '[data-mam="guess"], [data-mam="show"], [data-mam="more"]';
  }

  get keyWords() {
    return [
      ["ask or guess what was typed", "Enter"],
      ["read the chart", "←", "→", "Home", "End"],
    ];
  }

  /* What was typed is kept until another question is asked. */
  take() {
    const before = this.scene && this.scene.chance;
    const given = this.model.get("scene");
    const chance = given && given.chance;
    if (chance && (!before || before.text !== chance.text || before.given !== chance.given || before.is_shown !== chance.is_shown)) {
      this.draft = null;
      this.asText = !chance.form;
      this.editing = false;
      this.guesses = [];
      this.bad = null;
      this.reading = null;
    }
    super.take();
  }

  race() {
    return [];
  }

  hand() {
    return null;
  }

  stage() {
    const { chance } = this.scene;
    const body = chance.is_shown ? answerBoxes(this) : guessBox(this);
    if (this.size !== "S") return [sentence(this), body];
    return this.editing ? [shortSentence(this), sentence(this)] : [shortSentence(this), body];
  }

  message() {
    const { chance, ruling } = this.scene;
    const message = super.message();
    if (message.kind === "stop" || message.kind === "danger") return ruling ? { kind: "stop", what: "", why: ruling.text } : message;
    if (this.reading) return message;
    if (this.isChanged && chance.is_shown) return { kind: "info", what: "", why: CHANGED };
    if (this.bad !== null) return { ...this.scene.message };
    if (chance.busy) return { ...message, link: { name: "stop", text: "Stop", act: () => this.send({ do: "stop" }) } };
    return { ...message, link: chance.answer && { name: "table-link", text: "Table", act: () => this.openTab("method") } };
  }

  besideHelp() {
    return this.dealsField();
  }

  /* How many deals are simulated at a time; with an answer on the table the simulation begins again. */
  dealsField() {
    const { answer, deals, deal_counts, is_shown } = this.scene.chance;
    if (is_shown && answer && answer.values.length) return null;
    return h(
      "select",
      {
        key: "deals",
        class: "mam-field mam-deals-field",
        "aria-label": "Simulated deals",
        title: "Simulated deals",
        "data-mam": "deals",
        "data-area": "dock",
        live: { value: String(deals) },
        on: { change: (event) => this.send({ do: "deals", count: Number(event.target.value) }) },
      },
      deal_counts.map((count) => h("option", { key: count, value: String(count), selected: count === deals }, `${count.toLocaleString("en-US")}${isNarrow(this.size) ? "" : " deals"}`)),
    );
  }

  /* Whether the question was changed, and what was guessed, only the browser knows. */
  actions() {
    const changed = this.isChanged ? CHANGED : "";
    const local = { show: changed, more: changed, try: changed || this.whyNotGuess() };
    return super.actions().map((action) => ({ ...action, why_not: action.why_not || local[action.id] || "" }));
  }

  moves() {
    return [];
  }

  get acts() {
    return { ...super.acts, guess: () => this.guess() };
  }

  get panels() {
    return {
      ...super.panels,
      examples: () => this.examples(),
      "past-guesses": () => this.past(),
      method: () => this.method(),
    };
  }

  method() {
    const { model, answer } = this.scene.chance;
    const table = answer && (answer.table || (answer.simulation && answer.simulation.plot.table));
    return [
      h("p", { key: "model" }, model),
      answer && h("ol", { key: "lines", class: "mam-method-lines", "data-mam": "why" }, answer.lines.map((line, index) => h("li", { key: index }, line))),
      table && figures("figures", table),
      answer && answer.simulation && h("p", { key: "note", class: "mam-quiet" }, "± is the 95% margin of error."),
    ];
  }

  settings() {
    return [editionSwitch(this.scene, this)];
  }

  examples() {
    const { chance } = this.scene;
    return [
      h(
        "ul",
        { key: "examples", class: "mam-examples" },
        chance.examples.map((words, index) =>
          h(
            "li",
            { key: words },
            actButton("example", words, () => this.pickExample(index), this, {
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

  past() {
    const { past_guesses: guesses } = this.scene.chance;
    if (!guesses.length) return null;
    return figures("past-guesses", { columns: ["Question", "Guess", "Exact"], rows: guesses.map((row) => [row.text, row.guess, row.exact]) });
  }

  // The question

  /** The question as it stands in the fields. */
  question() {
    if (this.draft) return this.draft;
    const { form, text, given, menus } = this.scene.chance;
    const fields = form || { place: menus.places[0].id, verb: "holds", cards: [], number: "" };
    return { ...fields, text, given, word: "" };
  }

  get isChanged() {
    return this.draft !== null;
  }

  /** Whether the question has a probability, or several, that can be guessed. */
  get canGuess() {
    return this.scene.chance.can_guess;
  }

  isFaulty(field) {
    return this.scene.chance.fault === field;
  }

  edit(change) {
    this.draft = { ...this.question(), ...change };
    this.draw();
  }

  ask() {
    const { place, verb, cards, word, number, text, given } = this.question();
    if (this.asText) return this.send({ do: "ask", text, given });
    return this.send({ do: "build", place, verb, cards: [...cards.map((card) => card.text), word].filter((name) => name.trim()), number, given });
  }

  toggleText() {
    this.asText = !this.asText;
    this.draw();
  }

  toggleEditing() {
    this.editing = !this.editing;
    this.draw();
  }

  pickExample(index) {
    this.sheet = "";
    this.send({ do: "example", index });
  }

  // Guess and answer

  setGuess(index, text) {
    this.guesses[index] = text;
    this.bad = null;
    this.draw();
  }

  /* What is still missing before the guess can be sent. */
  whyNotGuess() {
    const many = this.scene.chance.values.length;
    if (this.typedGuesses().every((text) => text !== "")) return "";
    return many ? "Type a percentage for each value first." : "Type a percentage first, or move the slider.";
  }

  typedGuesses() {
    const count = this.scene.chance.values.length || 1;
    return Array.from({ length: count }, (_, index) => (this.guesses[index] || "").trim().replace("%", "").replace(",", "."));
  }

  guess() {
    const typed = this.typedGuesses();
    const bad = typed.findIndex((text) => text === "" || !(Number(text) >= 0 && Number(text) <= 100));
    if (bad < 0) return this.send({ do: "guess", percents: typed });
    this.bad = bad;
    this.say("Type a number from 0 to 100.");
    return this.part(bad ? `guess-${bad}` : "guess").focus();
  }

  pickSegment(name) {
    this.segment = name;
    this.draw();
  }
}

export default { render: renderAs(ProbabilityLab) };
