// Bidding lab: a hand, its auction, a guess if one is asked for, and what each bid would bring.

import { callsPanel } from "../shared/ui/auction.js";
import { Board, renderAs } from "../shared/ui/board.js";
import { HAND_KEYS, actButton, keysRow } from "../shared/ui/buttons.js";
import { SIGNS, emblemPlate } from "../shared/ui/cards.js";
import { editionSwitch } from "../shared/ui/editions.js";
import { h } from "../shared/ui/elements.js";
import { handArea } from "../shared/ui/hand.js";
import { handForm } from "../shared/ui/hand_form.js";
import { rulingPanel } from "../shared/ui/panels.js";
import { plot, progressBar } from "../shared/ui/plots.js";
import { badges, openHands } from "../shared/ui/table.js";

/** @import { Scene } from "../shared/ui/scene.js" */

const trumpSign = (trump) => trump.color && SIGNS[trump.color] && emblemPlate(trump.color, 20);

/**
 * What is asked before anything is shown: the bid, the trump, the chance.
 * @param {Scene} scene
 * @param {BiddingLab} ui
 */
function guessForm(scene, ui) {
  const { guess } = scene.lab;
  const id = (name) => `${ui.uid}-guess-${name}`;
  const enter = (event) => event.key === "Enter" && (event.preventDefault(), ui.sendGuess());
  const number = (name, text, more) =>
    h(
      "div",
      { key: name, class: "mam-guess-part" },
      h("label", { for: id(name) }, text),
      h("input", {
        id: id(name),
        type: "number",
        inputmode: "numeric",
        class: "mam-field",
        "data-mam": `guess-${name}`,
        "data-area": "guess",
        on: { keydown: enter },
        ...more,
      }),
    );
  return h(
    "section",
    { key: "guess", class: "mam-panel mam-guess", "data-mam": "guess-form", "aria-label": "Your guess" },
    h("h4", null, "Your guess"),
    number("bid", `I would bid, in ${guess.unit}`, { min: guess.least, max: guess.most, step: guess.step }),
    h(
      "div",
      { key: "trump", class: "mam-guess-part" },
      h("label", { for: id("trump") }, "Trump"),
      h(
        "select",
        { id: id("trump"), class: "mam-field", "data-mam": "guess-trump", "data-area": "guess" },
        h("option", { value: "" }, "Choose …"),
        guess.trumps.map((trump) => h("option", { key: trump.code, value: trump.code }, trump.text)),
      ),
    ),
    number("percent", "Chance of making it, 0 to 100%", { min: 0, max: 100, step: 1 }),
    h(
      "div",
      { class: "mam-actions" },
      actButton("send-guess", "Submit guess", () => ui.sendGuess(), ui, { primary: true, "data-area": "guess" }),
    ),
  );
}

class BiddingLab extends Board {
  get name() {
    return "mam-bidding-lab";
  }

  /* What was typed for one hand is not meant for the next. */
  take() {
    const before = this.scene && this.scene.lab.cards;
    super.take();
    if (!before || before === this.scene.lab.cards) return;
    for (const name of ["guess-bid", "guess-percent", "bid-amount", "hand-text"])
      if (this.input(name)) this.input(name).value = "";
  }

  top() {
    const { lab } = this.scene;
    return [
      badges(this.scene),
      h("p", { key: "guide", class: "mam-guide", "data-mam": "guide" }, lab.guide),
    ];
  }

  play() {
    const { scene } = this;
    return [
      scene.lab.step === "guess" && guessForm(scene, this),
      callsPanel(scene, this),
      handArea(scene, this),
      openHands(scene, this),
      this.actions(),
    ];
  }

  actions() {
    const { lab } = this.scene;
    return h(
      "div",
      { key: "actions", class: "mam-actions" },
      actButton("undo", "Undo", { do: "undo" }, this, {
        off: lab.can_undo ? "" : "There is no call of yours to undo.",
      }),
      actButton("deal", "New deal", { do: "deal" }, this, { primary: lab.step === "done" }),
    );
  }

  bar() {
    const { lab } = this.scene;
    const { figures } = lab;
    return [
      lab.guess && lab.guess.told && this.guessed(),
      this.advice(),
      figures && h("p", { key: "head", class: "mam-figures-head", "data-mam": "headline" }, figures.head),
      figures && figures.yours && h("p", { key: "yours", "data-mam": "yours" }, figures.yours),
      lab.progress && progressBar(lab.progress),
      (lab.busy || lab.partly) &&
        h(
          "div",
          { key: "work", class: "mam-actions" },
          lab.busy
            ? actButton("stop", "Stop", { do: "stop" }, this, { key: "run" })
            : actButton("more", "Continue", { do: "more" }, this, { key: "run" }),
        ),
      figures &&
        h(
          "div",
          { key: "plots", class: "mam-plots" },
          h("section", { key: "curve", class: "mam-panel" }, plot(figures.curve, this)),
          h("section", { key: "score", class: "mam-panel" }, plot(figures.score, this)),
          h("section", { key: "spread", class: "mam-panel mam-spread" }, this.spreadTrumps(), plot(figures.spread, this)),
        ),
    ];
  }

  guessed() {
    const { guess } = this.scene.lab;
    return h(
      "section",
      { key: "guessed", class: "mam-panel", "data-mam": "guessed", "aria-label": "Your guess" },
      h("h4", null, "Your guess"),
      h("p", null, guess.told),
    );
  }

  spreadTrumps() {
    return h(
      "div",
      { key: "trumps", class: "mam-actions", role: "group", "aria-label": "Trump for the distribution" },
      this.scene.lab.figures.trumps.map((trump) =>
        actButton("spread-trump", [trumpSign(trump), trump.text], { do: "trump", trump: trump.code }, this, {
          key: trump.code,
          picked: trump.chosen,
          "data-area": "spread",
          "data-trump": trump.code,
        }),
      ),
    );
  }

  advice() {
    const { advice } = this.scene.lab;
    if (!advice) return null;
    return h(
      "section",
      { key: "advice", class: "mam-panel", "data-mam": "advice", "aria-label": "Advice" },
      h("h4", null, advice.head),
      h("p", null, advice.why),
      h("p", { class: "mam-quiet" }, advice.about),
      h(
        "details",
        { key: "others" },
        h("summary", null, "Alternatives"),
        h(
          "ol",
          { class: "mam-advised" },
          advice.rows.map((row) =>
            h("li", { key: row.text }, h("b", null, row.text), `: ${row.gain}; ${row.why}.`),
          ),
        ),
        h("p", { class: "mam-quiet" }, advice.text),
      ),
    );
  }

  side() {
    const { scene } = this;
    const { figures } = scene.lab;
    return [
      rulingPanel(this.shown || scene.ruling, this),
      figures &&
        h(
          "section",
          { key: "found", class: "mam-panel mam-found", "data-mam": "found", "aria-label": "How this was computed" },
          h("h4", null, "How this was computed"),
          figures.text.map((line) => h("p", { key: line }, line)),
        ),
      h("div", { key: "hands", class: "mam-lab-hands" }, this.another(), this.book(), editionSwitch(scene, this)),
    ];
  }

  book() {
    const { asks, book } = this.scene.lab;
    const id = `${this.uid}-asks`;
    return h(
      "section",
      { key: "book", class: "mam-panel mam-book", "data-mam": "book", "aria-label": "Your guesses" },
      h("h4", null, "Your guesses"),
      h(
        "label",
        { class: "mam-tick-row", for: id },
        h("input", {
          id,
          type: "checkbox",
          live: { checked: asks },
          "data-mam": "asks",
          "data-area": "book",
          on: { change: (event) => this.send({ do: "ask", on: event.target.checked }) },
        }),
        "Ask for my guess first",
      ),
      book && book.fault && h("p", { role: "alert", "data-mam": "book-fault" }, book.fault),
      book && h("p", { "data-mam": "brier" }, book.head),
      book &&
        book.rows.length > 0 &&
        h(
          "table",
          { class: "mam-book-table" },
          h("thead", null, h("tr", null, book.columns.map((name) => h("th", { scope: "col" }, name)))),
          h(
            "tbody",
            null,
            book.rows.map((row) =>
              h("tr", { key: row[0] }, row.map((cell, at) => h(at ? "td" : "th", at ? null : { scope: "row" }, cell))),
            ),
          ),
        ),
      book && h("p", { class: "mam-quiet mam-book-file" }, book.file),
    );
  }

  another() {
    return handForm(this, "Its cards, a deal code, or a condition like “five reds and the Tiger”");
  }

  /* The guess, once all three parts are there; else the first that is missing gets the focus. */
  sendGuess() {
    const field = (name) => this.input(`guess-${name}`);
    const missing = {
      bid: "Type the bid you would make first.",
      trump: "Choose the trump you would name first.",
      percent: "Type a chance from 0 to 100 percent first.",
    };
    for (const [name, sentence] of Object.entries(missing)) {
      if (field(name).value.trim()) continue;
      this.say(sentence);
      return field(name).focus();
    }
    return this.send({
      do: "guess",
      bid: Math.round(Number(field("bid").value)),
      trump: field("trump").value,
      percent: Number(field("percent").value),
    });
  }

  below() {
    return keysRow(this);
  }

  get home() {
    return '[data-mam="deal"]';
  }

  keys() {
    const { lab } = this.scene;
    return {
      u: () => (lab.can_undo ? this.send({ do: "undo" }) : this.say("There is no call of yours to undo.")),
      n: () => this.send({ do: "deal" }),
      p: () => this.scene.calls && this.move("pass"),
    };
  }

  get keyWords() {
    return [
      ["pass", "p"],
      ["undo", "u"],
      ["new deal", "n"],
      ...HAND_KEYS,
    ];
  }
}

export default { render: renderAs(BiddingLab) };
