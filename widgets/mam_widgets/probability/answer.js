// The guess and the answer: cards asked about, exact probability, counting steps, values of a distribution, simulation.

import { face, icon } from "../shared/ui/cards.js";
import { chartBox } from "../shared/ui/charts.js";
import { actButton } from "../shared/ui/buttons.js";
import { h } from "../shared/ui/elements.js";
import { segmentRow } from "../shared/ui/fields.js";

/** @import { ProbabilityLab } from "./sentence.js" */
/** @import { ChanceAnswer } from "../shared/ui/scene.js" */

/**
 * The cards that the question is about, overlapping where there are many.
 * @param {ProbabilityLab} ui
 */
function askedCards(width, size, ui) {
  const { faces } = ui.scene.chance;
  if (!faces.length) return null;
  const shown = faces.slice(0, 13);
  const card = shown.length > 4 ? Math.round(size * 0.6) : size;
  const step = shown.length > 1 ? Math.min(card * 0.62, (width - card) / (shown.length - 1)) : 0;
  return h(
    "div",
    {
      key: "faces",
      class: "mam-asked-cards",
      role: "img",
      "data-mam": "faces",
      "aria-label": shown.map((code) => ui.scene.cards[code].name).join(", "),
      style: { width: `${Math.ceil(card + step * (shown.length - 1))}px`, height: `${Math.ceil(card * 1.4)}px` },
    },
    shown.map((code, index) => h("span", { key: code, style: { left: `${(index * step).toFixed(1)}px`, width: `${card}px` } }, face(code, ui.uid))),
  );
}

/** @param {ProbabilityLab} ui */
function setGuess(ui, index, text) {
  ui.local.guesses[index] = text;
  ui.local.bad = null;
  ui.draw();
}

/**
 * What is still missing before the guess can be sent.
 * @param {ProbabilityLab} ui
 */
export function whyNotGuess(ui) {
  const many = ui.scene.chance.values.length;
  if (typedGuesses(ui).every((text) => text !== "")) return "";
  return many ? "Type a percentage for each value first." : "Type a percentage first, or move the slider.";
}

function typedGuesses(ui) {
  const count = ui.scene.chance.values.length || 1;
  return Array.from({ length: count }, (_, index) => (ui.local.guesses[index] || "").trim().replace("%", "").replace(",", "."));
}

/**
 * Send what was guessed; a guess that is no percentage gets the focus.
 * @param {ProbabilityLab} ui
 */
export function sendGuess(ui) {
  const typed = typedGuesses(ui);
  const bad = typed.findIndex((text) => text === "" || !(Number(text) >= 0 && Number(text) <= 100));
  if (bad < 0) return ui.send({ do: "guess", percents: typed });
  ui.local.bad = bad;
  ui.say("Type a number from 0 to 100.");
  return ui.part(bad ? `guess-${bad}` : "guess").focus();
}

/** @param {ProbabilityLab} ui */
function percentField(index, label, ui) {
  const id = `${ui.uid}-guess-${index}`;
  const fault = ui.local.bad === index;
  return [
    h("input", {
      key: `guess${index}`,
      id,
      type: "text",
      inputmode: "decimal",
      autocomplete: "off",
      class: "mam-field mam-percent-field",
      "aria-label": label,
      "aria-invalid": fault ? "true" : null,
      "aria-describedby": fault ? `${ui.uid}-guess-fault` : null,
      "data-mam": index ? `guess-${index}` : "guess",
      "data-area": "guess",
      live: { value: ui.local.guesses[index] || "" },
      on: {
        input: (event) => setGuess(ui, index, event.target.value),
        keydown: (event) => event.key === "Enter" && (event.preventDefault(), sendGuess(ui)),
      },
    }),
    h("span", { key: `sign${index}` }, "%"),
  ];
}

/**
 * Before the answer: a slider and a number, or a number for each value.
 * @param {ProbabilityLab} ui
 */
export function guessBox(ui) {
  const { values } = ui.scene.chance;
  const fault = h("p", { key: "fault", class: "mam-field-fault", id: `${ui.uid}-guess-fault`, "data-mam": "guess-fault" }, ui.local.bad === null ? "" : "Type a number from 0 to 100.");
  const card = { S: 56, M: 64, LS: 64, L: 94, XL: 116 }[ui.size];
  const isOpen = !(ui.local.guesses[0] || "").trim();
  const guess = h(
    "section",
    { key: "guess", class: "mam-panel mam-guess", "aria-label": "Your guess" },
    h("h4", null, values.length ? "Your guess for each" : "Your guess"),
    h(
      "div",
      { class: "mam-guess-fields" },
      values.length
        ? h("ul", { class: "mam-guess-rows" }, values.map((text, index) => h("li", { key: text }, h("span", null, text), percentField(index, `${text}, percent`, ui))))
        : h(
            "div",
            { class: "mam-guess-row" },
            h("input", {
              type: "range",
              min: "0",
              max: "100",
              step: "1",
              class: "mam-guess-slider",
              "aria-label": "Your guess in percent",
              "aria-valuetext": isOpen ? "no guess yet" : null,
              "data-mam": "guess-slider",
              "data-area": "guess",
              "data-empty": isOpen ? "true" : null,
              live: { value: isOpen ? "50" : String(Number(ui.local.guesses[0]) || 0) },
              on: { input: (event) => setGuess(ui, 0, event.target.value) },
            }),
            percentField(0, "Percent, 0 to 100", ui),
          ),
      !values.length && h("p", { key: "scale", class: "mam-guess-scale", "aria-hidden": "true" }, SCALE.map(([percent, text]) => h("span", { key: percent }, percent, h("span", null, text)))),
      fault,
    ),
    askedCards({ S: 72, M: 200, LS: 200, L: 240, XL: 320 }[ui.size], card, ui),
  );
  return h("div", { key: "before", class: "mam-before-answer" }, guess, answerToCome(ui));
}

/* What the ends and the middle of the slider mean. */
const SCALE = [
  ["0%", "never"],
  ["50%", "as often as not"],
  ["100%", "always"],
];

/**
 * The boxes of the answer, empty: what the guess will be compared with.
 * @param {ProbabilityLab} ui
 */
function answerToCome(ui) {
  const { values, batch } = ui.scene.chance;
  const box = (name, head, text) => h("li", { key: name }, h("b", null, head), h("span", null, text));
  return h(
    "ol",
    { key: "to-come", class: "mam-answer-to-come", "data-mam": "to-come", "aria-label": "After your guess" },
    values.length || !ui.scene.chance.can_guess
      ? box("exact", "Exact probability of each value", "with your guess beside it")
      : [
          box("exact", "Exact probability", "and how far off your guess is"),
          box("counting", "How to count it", "step by step"),
          box("simulation", "Simulation", `${batch} random deals against the exact answer`),
        ],
  );
}

/**
 * @param {ChanceAnswer} answer
 * @param {ProbabilityLab} ui
 */
function exactBox(answer, ui) {
  const { chance } = ui.scene;
  const [room, card] = { S: [60, 36], M: [160, 64], LS: [160, 64], L: [84, 44], XL: [84, 44] }[ui.size];
  const guess = chance.guess || (answer.guess && "your guesses");
  return h(
    "section",
    { key: "exact", class: "mam-panel mam-exact", "data-mam": "exact", "aria-label": "The answer" },
    h(
      "div",
      { key: "figure", class: "mam-exact-figure" },
      h("h4", null, answer.head ? "Most likely" : "Exact probability"),
      h("strong", null, answer.percent),
      h("p", { class: "mam-exact-odds" }, answer.head || [answer.odds, answer.fraction && ` · ${answer.fraction}`]),
    ),
    guess &&
      h(
        "div",
        { key: "guess", class: "mam-exact-guess", "data-close": String(answer.is_close), "data-mam": "far" },
        h("b", null, answer.is_close && icon("ok", 16), chance.guess ? `${ui.size === "S" ? "Guess" : "Your guess"}: ${chance.guess}` : "Your guesses"),
        h("p", null, answer.guess),
      ),
    askedCards(room, card, ui),
  );
}

/* How many lines of the counting argument there is room for. */
const STEP_ROOM = { S: 6, M: 7, LS: 7, L: 4, XL: 4 };

/**
 * @param {ChanceAnswer} answer
 * @param {ProbabilityLab} ui
 */
function countingSteps(answer, ui) {
  const { steps } = answer;
  const room = STEP_ROOM[ui.size];
  const shown = steps.length > room ? [...steps.slice(0, room - 2), null, steps.at(-1)] : steps;
  return [
    h(
      "ol",
      { key: "steps", class: "mam-steps", "data-mam": "steps" },
      shown.map((step, index) =>
        step
          ? h(
              "li",
              { key: index, "data-wide": step.value ? null : "true" },
              h("b", null, step.label),
              h("span", { title: step.text }, step.text),
              h("b", null, step.value),
            )
          : h(
              "li",
              { key: "more" },
              actButton("all-steps", `${steps.length - room + 1} more lines`, () => ui.openTab("method"), ui, { class: "mam-link", "data-area": "steps" }),
            ),
      ),
    ),
    steps.length < room && h("p", { key: "model", class: "mam-quiet" }, ui.scene.chance.model),
  ];
}

/** @param {ProbabilityLab} ui */
function chartParts(answer, ui) {
  const { simulation } = answer;
  const tight = ui.size !== "L" && ui.size !== "XL";
  if (!simulation) return [h("h4", { key: "title" }, "Simulating…")];
  return [
    h("h4", { key: "title", class: "mam-finding", "data-mam": "finding" }, tight ? simulation.short : simulation.title),
    !tight && h("p", { key: "subtitle", class: "mam-quiet" }, simulation.subtitle),
    chartBox(simulation.plot, ui, { title: "" }),
  ];
}

/* Rows of a distribution that fit. */
const VALUE_ROOM = { S: 9, M: 9, LS: 9, L: 13, XL: 17 };

/**
 * A distribution: a bar for each value, the most likely first where not all fit.
 * @param {ChanceAnswer} answer
 * @param {ProbabilityLab} ui
 */
function valueBars(answer, ui) {
  const room = VALUE_ROOM[ui.size];
  const ranked = [...answer.values].sort((a, b) => b.proportion - a.proportion);
  const shown = answer.values.length <= room ? answer.values : ranked.slice(0, room - 1);
  const hiddenCount = answer.values.length - shown.length;
  const highest = Math.max(...answer.values.map((value) => value.proportion));
  return h(
    "section",
    { key: "bars", class: "mam-panel mam-values-box", "aria-label": "Values" },
    h("h4", null, "Exact probability of each"),
    h(
      "ol",
      { class: "mam-values", "data-mam": "values", "data-guessed": String(shown.some((value) => value.guess)) },
      shown.map((value) =>
        h(
          "li",
          { key: value.text },
          h("span", { class: "mam-value-name" }, value.text),
          h("span", { class: "mam-value-bar", "aria-hidden": "true" }, h("i", { style: { width: `${((100 * value.proportion) / highest).toFixed(1)}%` } })),
          h("b", null, value.percent),
          value.guess && h("span", { class: "mam-quiet" }, `guess ${value.guess}`),
        ),
      ),
      hiddenCount > 0 &&
        h(
          "li",
          { key: "rest" },
          actButton("all-values", `${hiddenCount} more values`, () => ui.openTab("method"), ui, { class: "mam-link", "data-area": "steps" }),
        ),
    ),
  );
}

const SEGMENTS = Object.entries({ simulation: "Simulation", counting: "Counting" }).map(([id, text]) => ({ id, text, more: { class: null, "data-segment": id } }));

/**
 * What stands under the question once it is answered.
 * @param {ProbabilityLab} ui
 */
export function answerBoxes(ui) {
  const { answer, no_answer: noAnswer } = ui.scene.chance;
  if (!answer)
    return h(
      "div",
      { key: "answer", class: "mam-answer", "data-parts": "none", "data-mam": "answer" },
      h("section", { key: "exact", class: "mam-panel mam-exact" }, h("h4", null, noAnswer ? "No exact answer" : "Exact probability"), h("p", null, noAnswer || "Computing…")),
    );
  const wide = ui.size === "L" || ui.size === "XL";
  const counting = h(
    "section",
    { key: "counting", class: "mam-panel mam-counting", "data-mam": "counting", "aria-label": "How to count it" },
    h("h4", null, "How to count it"),
    countingSteps(answer, ui),
  );
  const parts = answer.values.length
    ? valueBars(answer, ui)
    : wide
      ? [counting, h("section", { key: "simulation", class: "mam-panel mam-simulation", "aria-label": "Simulation against the exact answer" }, chartParts(answer, ui))]
      : h(
          "section",
          { key: "simulation", class: "mam-panel mam-simulation", "aria-label": "Simulation and counting" },
          segmentRow("segment", "segments", "Show", SEGMENTS, ui.local.segment, (segment) => ui.set({ segment })),
          ui.local.segment === "simulation" ? chartParts(answer, ui) : countingSteps(answer, ui),
        );
  return h("div", { key: "answer", class: "mam-answer", "data-parts": answer.values.length ? "values" : "all", "data-mam": "answer" }, exactBox(answer, ui), parts);
}
