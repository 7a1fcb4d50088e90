// The question as one sentence with fields, or as a text in the notation of questions.

import { actButton } from "../shared/ui/buttons.js";
import { chipButton, icon } from "../shared/ui/cards.js";
import { h } from "../shared/ui/elements.js";
import { selectBox } from "../shared/ui/fields.js";


const EACH = ["each place", "each split"]; // a probability for each of several values
const hasNumber = (verb) => /^(at|exactly|money)/.test(verb);
const hasCards = (verb) => !/^(money|misdeal)/.test(verb);

/** What the lab remembers between two scenes. */
export const makeLabState = () => ({
  draft: /** @type {any} */ (null), // what was changed in the question since it was asked
  asText: false, // whether the question is a text, not fields
  editing: false, // on a phone: whether the question is open
  guesses: /** @type {string[]} */ ([]), // what was typed
  bad: /** @type {number | null} */ (null), // the guess that is no percentage
  segment: "simulation", // what a narrow table shows beside the answer
});

/** @typedef {import("../shared/ui/ui.js").Ui<ReturnType<typeof makeLabState>>} ProbabilityLab */

/** The question as it stands in the fields. */
function readQuestion(ui) {
  if (ui.local.draft) return ui.local.draft;
  const { form, text, given, menus } = ui.scene.chance;
  const fields = form || { place: menus.places[0].id, verb: "holds", cards: [], number: "" };
  return { ...fields, text, given, word: "" };
}

/* Change the question; it is asked when the person says so. */
function editQuestion(ui, change) {
  ui.set({ draft: { ...readQuestion(ui), ...change } });
}

function askQuestion(ui) {
  const { place, verb, cards, word, number, text, given } = readQuestion(ui);
  if (ui.local.asText) return ui.send({ do: "ask", text, given });
  return ui.send({ do: "build", place, verb, cards: [...cards.map((card) => card.text), word].filter((name) => name.trim()), number, given });
}

/** @param {ProbabilityLab} ui */
function selectField(name, label, choices, value, change, ui) {
  const { text } = choices.find((choice) => choice.id === value) || choices[0];
  return selectBox(name, "sentence", choices, value, change, { "aria-label": label, "aria-invalid": ui.scene.chance.fault === "question" ? "true" : null, style: { "--letters": text.length } });
}

/** @param {ProbabilityLab} ui */
function textField(name, label, value, ui, more = {}) {
  return h("input", {
    key: name,
    type: "text",
    class: "mam-field",
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": label,
    "data-mam": name,
    "data-area": "sentence",
    ...more,
    live: { value },
    on: {
      input: (event) => editQuestion(ui, { [more["data-field"] || name]: event.target.value }),
      keydown: (event) => event.key === "Enter" && (event.preventDefault(), askQuestion(ui)),
    },
  });
}

/**
 * Words for cards as chips, each of which can be removed, and room to type another.
 * @param {ProbabilityLab} ui
 */
function cardsField(question, ui) {
  const { cards, word } = question;
  const remove = (place) => editQuestion(ui, { cards: cards.filter((_, index) => index !== place) });
  const type = (event) => {
    const parts = event.target.value.split(",");
    const next = parts.pop();
    const added = parts.map((part) => part.trim()).filter(Boolean);
    editQuestion(ui, { cards: [...cards, ...added.map((text) => ({ text, code: "" }))], word: next.trimStart() });
  };
  const keys = (event) => {
    if (event.key === "Enter") return event.preventDefault(), askQuestion(ui);
    if (event.key === "Backspace" && !word && cards.length) remove(cards.length - 1);
    return undefined;
  };
  return h(
    "div",
    { key: "cards", class: "mam-field mam-words", "data-invalid": ui.scene.chance.fault === "question" ? "true" : null },
    h(
      "span",
      { class: "mam-words-chips" },
      cards.map(({ text, code }, index) =>
        chipButton(code || null, text, ui.scene.cards, {
          key: `${text}${index}`,
          "aria-label": `Remove ${text}`,
          title: `Remove ${text}`,
          "data-mam": "word",
          "data-area": "sentence",
          on: { click: () => remove(index) },
        }),
      ),
      h("input", {
        key: "word",
        type: "text",
        autocomplete: "off",
        spellcheck: "false",
        "aria-label": "Cards: a card or a color, then a comma for more",
        placeholder: cards.length ? "" : "Bull, red, R40",
        "data-mam": "cards",
        "data-area": "sentence",
        "aria-invalid": ui.scene.chance.fault === "question" ? "true" : null,
        live: { value: word },
        on: { input: type, keydown: keys },
      }),
    ),
    (cards.length > 0 || word) &&
      actButton("clear-cards", icon("close", 16), () => (editQuestion(ui, { cards: [], word: "" }), ui.part("cards").focus()), ui, { key: "clear", class: "mam-icon-button", "aria-label": "Clear the cards", title: "Clear the cards", "data-area": "sentence" }),
  );
}

/**
 * The fields between "What is the probability that" and "given that".
 * @param {ProbabilityLab} ui
 */
function questionFields(question, ui) {
  const { menus } = ui.scene.chance;
  const { place, verb } = question;
  const isEach = EACH.includes(place);
  const places = place === "any" ? menus.places : menus.places.filter((choice) => choice.id !== "any" || verb === "misdeal");
  const pickPlace = (value) => editQuestion(ui, EACH.includes(value) ? { place: value, verb: "holds" } : { place: value });
  const pickVerb = (value) => editQuestion(ui, value !== "misdeal" && place === "any" ? { verb: value, place: menus.places[0].id } : { verb: value });
  return [
    selectField("place", "Who or where", places, place, pickPlace, ui),
    isEach
      ? h("span", { key: "verb-word" }, place === "each split" ? "of" : "holds")
      : selectField("verb", "Does what", menus.verbs, verb, pickVerb, ui),
    !isEach && hasNumber(verb) && textField("number", verb.startsWith("money") ? "Thousands of dollars" : "How many", question.number, ui, { inputmode: "numeric", class: "mam-field mam-short-field", "aria-invalid": ui.scene.chance.fault === "question" ? "true" : null }),
    verb.startsWith("money") ? h("span", { key: "unit" }, "thousand") : hasCards(verb) && cardsField(question, ui),
  ];
}

/**
 * The whole question, with the buttons that ask it.
 * @param {ProbabilityLab} ui
 */
export function sentence(ui) {
  const question = readQuestion(ui);
  const isShort = ui.size !== "L" && ui.size !== "XL";
  const lead = `${isShort ? "Probability" : "What is the probability"} ${!ui.local.asText && question.place === "each split" ? "of" : "that"}`;
  return h(
    "section",
    { key: "sentence", class: "mam-sentence", "aria-label": "The question" },
    h(
      "div",
      { class: "mam-sentence-row" },
      h("span", { key: "lead", class: "mam-sentence-lead" }, lead),
      ui.local.asText
        ? textField("question", "The question", question.text, ui, { "data-field": "text", "aria-invalid": ui.scene.chance.fault === "question" ? "true" : null })
        : questionFields(question, ui),
    ),
    h(
      "div",
      { class: "mam-sentence-row" },
      h("span", { key: "lead", class: "mam-sentence-lead" }, "given that"),
      textField("given", "Given that (optional)", question.given, ui, { placeholder: "nothing (optional)", "aria-invalid": ui.scene.chance.fault === "given" ? "true" : null }),
      actButton("as-text", ui.local.asText ? "As form" : "As text", () => ui.set({ asText: !ui.local.asText }), ui, { class: "mam-button mam-quiet-button", "data-area": "sentence" }),
      actButton("ask", "Ask", () => askQuestion(ui), ui, { "data-area": "sentence" }),
    ),
  );
}

/**
 * On a phone: the question in two lines, which opens the sentence.
 * @param {ProbabilityLab} ui
 */
export function shortSentence(ui) {
  const { chance } = ui.scene;
  return actButton("edit-question", [
    h("span", { class: "mam-quiet" }, chance.form && chance.form.place === "each split" ? "Probability of" : "Probability that"),
    h("b", null, chance.question),
    icon("last", 14),
  ], () => ui.set({ editing: !ui.local.editing }), ui, { key: "question-line", class: "mam-button mam-question-line", "aria-expanded": String(ui.local.editing), "data-area": "sentence" });
}
