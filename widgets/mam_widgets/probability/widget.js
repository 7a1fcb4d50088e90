// Probability lab: a question of chance, a guess, the exact answer with its argument, and dealt cards that come to it.

import { Board, renderAs } from "../shared/ui/board.js";
import { actButton, keysRow } from "../shared/ui/buttons.js";
import { editionSwitch } from "../shared/ui/editions.js";
import { h } from "../shared/ui/elements.js";
import { handArea } from "../shared/ui/hand.js";
import { rulingPanel } from "../shared/ui/panels.js";
import { plot } from "../shared/ui/plots.js";
import { tableTop } from "../shared/ui/table.js";

class ProbabilityLab extends Board {
  get name() {
    return "mam-chance-lab";
  }

  get home() {
    return '[data-mam="question"]';
  }

  /* What was typed is kept until another question is put. */
  take() {
    const before = this.scene;
    super.take();
    const { chance } = this.scene || {};
    if (!chance || !this.drafts) this.drafts = {};
    if (before && chance && (before.chance.text !== chance.text || before.chance.given !== chance.given)) {
      this.drafts = {};
      this.draw();
    }
  }

  middle() {
    return [this.scene.seats.length > 0 && tableTop(this.scene, this)];
  }

  top() {
    return this.scene.seats.length > 0 ? super.top() : [h("h3", { key: "head", class: "mam-title" }, this.scene.title)];
  }

  play() {
    const { scene } = this;
    return [this.question(), this.guess(), this.answer(), scene.hand && handArea(scene, this)];
  }

  bar() {
    return [this.menus()];
  }

  side() {
    const { scene } = this;
    return [
      scene.ruling && scene.ruling.kind === "stop" && rulingPanel(scene.ruling, this),
      this.examples(),
      this.past(),
      editionSwitch(scene, this),
    ];
  }

  below() {
    return keysRow(this);
  }

  get keyWords() {
    return [
      ["ask, guess or build what was typed", "Enter"],
      ["show or hide the shortcuts", "?"],
    ];
  }

  /* A text field with its label; Enter does what its button does. */
  field(name, label, first, act, more = {}) {
    const id = `${this.uid}-${name}`;
    return h(
      "div",
      { key: name, class: "mam-chance-field" },
      h("label", { for: id }, label),
      h("input", {
        id,
        type: "text",
        class: "mam-field",
        autocomplete: "off",
        spellcheck: "false",
        "data-mam": name,
        "data-area": name,
        ...more,
        live: { value: (this.drafts || {})[name] ?? first },
        on: {
          input: (event) => (this.drafts = { ...this.drafts, [name]: event.target.value }),
          keydown: (event) => event.key === "Enter" && (event.preventDefault(), act()),
        },
      }),
    );
  }

  value(name) {
    return this.input(name).value;
  }

  question() {
    const { chance } = this.scene;
    const ask = () => this.send({ do: "ask", text: this.value("question"), given: this.value("given") });
    return h(
      "section",
      { key: "question", class: "mam-panel mam-chance", "aria-label": "The question" },
      h("h4", null, "What is the probability that …"),
      this.field("question", "The question", chance.text, ask, { class: "mam-field mam-chance-text" }),
      this.field("given", "Given that (optional)", chance.given, ask),
      h("p", { class: "mam-quiet" }, chance.model),
      h("div", { class: "mam-actions" }, actButton("ask", "Ask", ask, this)),
    );
  }

  guess() {
    const { chance } = this.scene;
    if (chance.shown) return null;
    const guess = () => this.send({ do: "guess", percent: this.value("guess") });
    return h(
      "section",
      { key: "guess", class: "mam-panel mam-chance", "aria-label": "Your guess" },
      h("h4", null, chance.guessable ? "Your guess" : "The answer"),
      h("p", { class: "mam-chance-asked", "data-mam": "asked" }, chance.text, chance.given && `, given that ${chance.given}`),
      chance.guessable && this.field("guess", "Percent, 0 to 100", "", guess, { inputmode: "decimal", class: "mam-field mam-chance-percent" }),
      h(
        "div",
        { class: "mam-actions" },
        chance.guessable && actButton("try", "Guess", guess, this, { primary: true }),
        actButton("show", chance.guessable ? "Show answer" : "Show answer", { do: "show" }, this, {
          primary: !chance.guessable,
        }),
      ),
    );
  }

  answer() {
    const { chance } = this.scene;
    if (!chance.shown) return null;
    const { answer, beyond } = chance;
    if (!answer)
      return h(
        "section",
        { key: "answer", class: "mam-panel mam-chance", "data-mam": "answer", "aria-label": "The answer" },
        h("h4", null, "The answer"),
        h("p", null, beyond ? `No exact answer. ${beyond}` : "Computing…"),
      );
    return h(
      "section",
      { key: "answer", class: "mam-panel mam-chance", "data-mam": "answer", "aria-label": "The answer" },
      h("h4", null, "The answer"),
      h("p", { class: "mam-chance-asked" }, chance.text, chance.given && `, given that ${chance.given}`),
      answer.percent &&
        h(
          "p",
          { class: "mam-chance-exact", "data-mam": "exact" },
          h("strong", null, answer.percent),
          ` ${answer.odds}`,
          answer.fraction && ` · exactly ${answer.fraction}`,
        ),
      answer.far && h("p", { class: "mam-chance-far", "data-mam": "far" }, answer.far),
      h(
        "details",
        { key: "why", class: "mam-chance-why", "data-mam": "why", first: { open: answer.why.length < 12 } },
        h("summary", null, "How this was computed"),
        h("ol", null, answer.why.map((line, at) => h("li", { key: at }, line))),
      ),
      answer.plot && plot(answer.plot, this),
      answer.tried && h("p", { class: "mam-quiet", "data-mam": "tried" }, answer.tried),
      h(
        "div",
        { class: "mam-actions" },
        chance.busy
          ? actButton("stop", "Stop", { do: "stop" }, this)
          : answer.percent && actButton("more", "Simulate more", { do: "more" }, this),
      ),
    );
  }

  examples() {
    const { chance } = this.scene;
    return h(
      "section",
      { key: "examples", class: "mam-panel mam-chance-left", "aria-label": "Example questions" },
      h("h4", null, "Example questions"),
      h(
        "ul",
        { class: "mam-chance-list" },
        chance.examples.map((words, index) =>
          h(
            "li",
            { key: words },
            actButton("example", words, { do: "example", index }, this, {
              class: "mam-button mam-chance-example",
              "data-area": "examples",
              "data-index": index,
            }),
          ),
        ),
      ),
    );
  }

  past() {
    const { past } = this.scene.chance;
    if (!past.length) return null;
    return h(
      "section",
      { key: "past", class: "mam-panel", "data-mam": "past-guesses", "aria-label": "Your guesses" },
      h("h4", null, "Your guesses"),
      h(
        "table",
        { class: "mam-chance-past" },
        h("thead", null, h("tr", null, ["Question", "Guess", "True"].map((heading) => h("th", { scope: "col" }, heading)))),
        h(
          "tbody",
          null,
          past.map((row, at) => h("tr", { key: at }, h("td", null, row.text), h("td", null, row.guess), h("td", null, row.true))),
        ),
      ),
    );
  }

  /* A question built from menus: which parts it needs depends on what is asked. */
  menus() {
    const { menus } = this.scene.chance;
    const kind = this.kind || "holds";
    const select = (name, label, values, now) => {
      const id = `${this.uid}-menu-${name}`;
      return h(
        "div",
        { key: name, class: "mam-chance-field" },
        h("label", { for: id }, label),
        h(
          "select",
          {
            id,
            class: "mam-field",
            "data-mam": `menu-${name}`,
            "data-area": "menus",
            on: { change: (event) => name === "kind" && ((this.kind = event.target.value), this.draw()) },
          },
          values.map((value) => h("option", { key: value.id, value: value.id, selected: value.id === now }, value.text)),
        ),
      );
    };
    const plain = (values) => values.map((value) => ({ id: value, text: value }));
    const needs = (...kinds) => kinds.includes(kind);
    const build = () => {
      const value = (name) => this.input(`menu-${name}`)?.value ?? "";
      this.send({
        do: "build",
        kind,
        place: value("place"),
        cards: value("cards"),
        compare: value("compare") || "at least",
        number: value("number"),
        given: this.value("given"),
      });
    };
    return h(
      "section",
      { key: "menus", class: "mam-panel mam-chance", "data-mam": "menus", "aria-label": "Build a question" },
      h("h4", null, "Build a question"),
      h(
        "div",
        { class: "mam-chance-menus" },
        !needs("where", "split") && select("place", "Who or where", menus.places),
        select("kind", "What", menus.kinds, kind),
        needs("number", "money") && select("compare", "How many", plain(menus.compare)),
        needs("number", "money") &&
          this.field("menu-number", kind === "money" ? "Thousands of dollars" : "Number", "", build, {
            inputmode: "numeric",
            class: "mam-field mam-chance-percent",
          }),
        needs("holds", "number", "where", "split") &&
          this.field("menu-cards", { split: "Which cards", where: "Which card" }[kind] || "Which cards", "", build, {
            placeholder: { holds: "Bull Bear", number: "red", where: "Tiger", split: "red" }[kind],
          }),
      ),
      h("div", { class: "mam-actions" }, actButton("build", "Ask", build, this)),
    );
  }
}

export default { render: renderAs(ProbabilityLab) };
