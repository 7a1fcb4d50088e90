// Discard lab: cards to put out, a trump to name, and the list of choices with what was found of them.

import { trumpsPanel } from "../shared/ui/auction.js";
import { Board, renderAs } from "../shared/ui/board.js";
import { HAND_KEYS, actButton, keysRow } from "../shared/ui/buttons.js";
import { chip, emblemPlate } from "../shared/ui/cards.js";
import { editionSwitch } from "../shared/ui/editions.js";
import { h } from "../shared/ui/elements.js";
import { choosesCards, handArea, withKeys } from "../shared/ui/hand.js";
import { handForm } from "../shared/ui/hand_form.js";
import { rulingPanel } from "../shared/ui/panels.js";
import { plot, progressBar } from "../shared/ui/plots.js";
import { badges, openHands } from "../shared/ui/table.js";

/** @import { TrumpChoice } from "../shared/ui/scene.js" */

/* Cards put out and the trump, as chips. */
function choiceChips(row, cards) {
  return h(
    "span",
    { class: "mam-chips" },
    row.cards.map((code, at) => chip(code, cards, { key: `${code}${at}` })),
    row.trump &&
      h("span", { class: "mam-choice-trump" }, emblemPlate(row.trump, 20), `${row.trump_text} trump`),
  );
}

const choiceTag = (text) => h("span", { class: "mam-choice-tag" }, text);

function choiceFigures(row) {
  const { figures } = row;
  if (!figures) return null;
  const fact = (name, value) => h("div", null, h("dt", null, name), h("dd", null, value));
  return h(
    "dl",
    { class: "mam-choice-figures" },
    figures.difference && fact("Against the baseline", figures.difference),
    fact("Expected gain", figures.estimate),
    fact("Bid made", figures.made),
    fact("Money captured", figures.money),
  );
}

/** @param {Board} ui */
function choiceButtons(row, lab, ui) {
  if (row.index === null)
    return actButton("take", "Add to list", { do: "take" }, ui, {
      off: lab.full && "The list is full: remove a choice first.",
    });
  const { index, words } = row;
  const button = (name, text) =>
    actButton(name, text, { do: name, index }, ui, {
      key: `${name}${index}`,
      "aria-label": `${text}: ${words}`,
      "data-index": index,
    });
  return [!row.own && button("own", "Use as baseline"), button("load", "Edit"), button("remove", "Remove")];
}

/** @param {Board} ui */
function choiceRow(row, lab, ui) {
  const verdict = row.figures && row.figures.verdict;
  return h(
    "li",
    { key: row.words, class: "mam-choice", "data-mam": "listed", "data-own": row.own ? "true" : null },
    h(
      "div",
      { class: "mam-choice-head" },
      choiceChips(row, ui.scene.cards),
      row.own && choiceTag("baseline"),
      row.advised && choiceTag("recommended"),
    ),
    choiceFigures(row),
    verdict && h("p", { class: "mam-choice-verdict" }, verdict[0].toUpperCase() + verdict.slice(1), "."),
    row.differs && h("p", null, `${row.differs}.`),
    row.why && h("p", null, `Recommended because it ${row.why}.`),
    h("p", { class: "mam-quiet" }, row.certain.join(" ")),
    h("div", { class: "mam-actions" }, choiceButtons(row, lab, ui)),
  );
}

class DiscardLab extends Board {
  get name() {
    return "mam-discard-lab";
  }

  /* Cards that Python laid ready are chosen; what was chosen of another hand is forgotten. */
  take() {
    const before = this.scene;
    super.take();
    const { lab, hand } = this.scene || {};
    if (!lab || (before && before.lab.loads === lab.loads)) return;
    this.chosen.clear();
    const ready = [...lab.ready];
    for (const card of hand ? withKeys(hand.cards) : []) {
      const at = ready.indexOf(card.card);
      if (at < 0 || !choosesCards(hand)) continue;
      this.chosen.add(card.key);
      ready.splice(at, 1);
    }
    this.draw();
  }

  top() {
    return [badges(this.scene), this.guide()];
  }

  guide() {
    const { lab } = this.scene;
    return h(
      "p",
      { key: "guide", class: "mam-guide", "data-mam": "guide" },
      h("b", null, `${lab.at}. `),
      lab.guide,
    );
  }

  play() {
    const { scene } = this;
    return [
      trumpsPanel(scene, this),
      this.bidOn(),
      handArea(scene, this),
      this.actions(),
      this.certain(),
      openHands(scene, this),
    ];
  }

  /* Where the bid names trump it is not chosen after the discard: the same cards can be tried with a bid on another one. */
  bidOn() {
    const { bid_on } = this.scene.lab;
    if (!bid_on.length) return null;
    return h(
      "section",
      { key: "bid-on", class: "mam-panel", "data-mam": "bid-on", "aria-label": "The bid was on" },
      h("h4", null, "The bid was on"),
      h(
        "div",
        { class: "mam-actions", role: "group", "aria-label": "The bid was on" },
        bid_on.map((bid) => this.bidTrump(bid)),
      ),
    );
  }

  /** @param {TrumpChoice} choice */
  bidTrump({ code: trump, color, text, chosen }) {
    const act = () => chosen || this.send({ do: "bid_on", trump });
    return actButton("bid-trump", [emblemPlate(color), text], act, this, {
      key: trump,
      picked: chosen,
      "data-area": "bid-on",
      "data-trump": trump,
    });
  }

  actions() {
    const { lab } = this.scene;
    const none = lab.choices.length ? "" : "Choose a discard and trump first.";
    return h(
      "div",
      { key: "actions", class: "mam-actions" },
      lab.busy
        ? actButton("stop", "Stop", { do: "stop" }, this, { key: "run" })
        : actButton("compare", "Compare", { do: "compare" }, this, { key: "run", primary: lab.step === "done", off: none }),
      lab.step !== "cards" && actButton("again", "New choice", { do: "again" }, this),
      actButton("undo", "Undo", { do: "undo" }, this, {
        off: lab.can_undo ? "" : "There is nothing to undo.",
      }),
    );
  }

  certain() {
    const { certain } = this.scene.lab;
    return (
      certain.length > 0 &&
      h(
        "section",
        { key: "certain", class: "mam-panel", "data-mam": "certain", "aria-label": "What is certain" },
        h("h4", null, "Certain, whatever the others hold"),
        h("ul", { class: "mam-plain-list" }, certain.map((sentence) => h("li", { key: sentence }, sentence))),
      )
    );
  }

  bar() {
    const { lab } = this.scene;
    return [
      lab.progress && progressBar(lab.progress),
      lab.choices.length > 0 &&
        h(
          "section",
          { key: "choices", class: "mam-panel", "data-mam": "list", "aria-label": "Choices" },
          h("h4", null, "Choices"),
          lab.found && h("p", { class: "mam-found-head", "data-mam": "headline" }, lab.found.head),
          h("ol", { class: "mam-choices" }, lab.choices.map((row) => choiceRow(row, lab, this))),
        ),
      lab.plot && h("section", { key: "plot", class: "mam-panel" }, plot(lab.plot, this)),
    ];
  }

  side() {
    const { scene } = this;
    return [
      rulingPanel(this.shown || scene.ruling, this),
      this.found(),
      h("div", { key: "setup", class: "mam-lab-setup" }, this.another(), editionSwitch(scene, this)),
    ];
  }

  found() {
    const { found } = this.scene.lab;
    if (!found) return null;
    return h(
      "section",
      { key: "found", class: "mam-panel mam-found", "data-mam": "found", "aria-label": "How this was computed" },
      h("h4", null, "How this was computed"),
      found.text.map((line) => h("p", { key: line }, line)),
      h("p", { class: "mam-quiet" }, found.note),
    );
  }

  another() {
    const deal = actButton("deal", "New deal", { do: "deal" }, this, { "data-area": "another" });
    return handForm(this, "Or type its cards, a deal code, or a condition", h("div", { class: "mam-actions" }, deal));
  }

  below() {
    return keysRow(this);
  }

  get home() {
    return '[data-mam="compare"], [data-mam="stop"]';
  }

  keys() {
    const { lab } = this.scene;
    return {
      c: () => (lab.busy ? this.send({ do: "stop" }) : this.send({ do: "compare" })),
      a: () => lab.step !== "cards" && this.send({ do: "again" }),
      u: () => (lab.can_undo ? this.send({ do: "undo" }) : this.say("There is nothing to undo.")),
      n: () => this.send({ do: "deal" }),
    };
  }

  get keyWords() {
    return [
      ["compare, or stop comparing", "c"],
      ["start a new choice", "a"],
      ["undo", "u"],
      ["new deal", "n"],
      ...HAND_KEYS,
    ];
  }
}

export default { render: renderAs(DiscardLab) };
