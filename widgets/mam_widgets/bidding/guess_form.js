// The guess: the bid, the trump and the chance, asked for before anything is shown.

import { h } from "../shared/ui/elements.js";

/** @import { Scene } from "../shared/ui/scene.js" */

/** What the lab remembers between two scenes. */
export const makeLabState = () => ({
  chart: "chances", // the chart shown where there is room for one
  hinted: false, // whether the hint was asked for
  missing: "", // the part of the guess that is missing
});

/** @typedef {import("../shared/ui/ui.js").Ui<ReturnType<typeof makeLabState>>} BiddingLab */

/* The parts of a guess, and what is said of one that is missing. */
const MISSING = {
  bid: "Type the bid you would make first.",
  trump: "Choose the trump you would name first.",
  percent: "Type a chance from 0 to 100 percent first.",
};

/**
 * @param {Scene} scene
 * @param {BiddingLab} ui
 */
export function guessForm(scene, ui) {
  const { guess } = scene.lab;
  const id = (name) => `${ui.uid}-guess-${name}`;
  const enter = (event) => event.key === "Enter" && (event.preventDefault(), sendGuess(ui));
  const shared = (name) => ({
    id: id(name),
    class: "mam-field",
    "data-mam": `guess-${name}`,
    "data-area": "guess",
    "aria-invalid": ui.local.missing === name ? "true" : null,
  });
  const part = (name, label, field) =>
    h("div", { key: name, class: "mam-guess-part" }, h("label", { for: id(name) }, label), field);
  const number = (name, more) => h("input", { ...shared(name), type: "number", inputmode: "numeric", on: { keydown: enter }, ...more });
  return h(
    "section",
    { key: "guess", class: "mam-chart mam-guess", "data-mam": "guess-form", "aria-label": "Your guess" },
    part("bid", `Bid, ${guess.unit}`, number("bid", { min: guess.min_bid, max: guess.max_bid, step: guess.step })),
    part(
      "trump",
      "Trump",
      h(
        "select",
        shared("trump"),
        h("option", { value: "" }, "Choose…"),
        guess.trumps.map((trump) => h("option", { key: trump.code, value: trump.code }, trump.text)),
      ),
    ),
    part("percent", "Chance of making it, percent", number("percent", { min: 0, max: 100, step: 1 })),
  );
}

/**
 * Send the guess, once all three parts are there; else the first that is missing gets the focus.
 * @param {BiddingLab} ui
 */
export function sendGuess(ui) {
  const value = (name) => ui.input(`guess-${name}`).value.trim();
  const missing = Object.keys(MISSING).find((name) => !value(name));
  ui.local.missing = missing || "";
  if (!missing) return ui.send({ do: "guess", bid: Math.round(Number(value("bid"))), trump: value("trump"), percent: Number(value("percent")) });
  ui.say(MISSING[missing]);
  return ui.input(`guess-${missing}`).focus();
}
