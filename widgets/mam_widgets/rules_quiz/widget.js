// Rules quiz: a documented case as a question, answered before its ruling, source and position are shown.

import { Board, renderAs } from "../shared/ui/board.js";
import { actButton, keysHelp } from "../shared/ui/buttons.js";
import { chip, icon } from "../shared/ui/cards.js";
import { h } from "../shared/ui/elements.js";
import { colorOrderPanel, countPanel, notePanel, rulingPanel } from "../shared/ui/panels.js";
import { badges, openHands } from "../shared/ui/table.js";

class Quiz extends Board {
  get name() {
    return "mam-quiz";
  }

  get home() {
    return '[data-mam="next"], [data-mam="answer"]';
  }

  keys() {
    const { at, count } = this.scene.quiz;
    return { "]": () => at + 1 < count && this.go(at + 1), "[": () => at > 0 && this.go(at - 1) };
  }

  get keyWords() {
    return [
      ["next question", "]"],
      ["previous question", "["],
      ["from choice to choice", "↑", "↓"],
      ["answer", "Enter"],
      ["show or hide the shortcuts", "?"],
    ];
  }

  /* With another question the focus goes to its first choice or field. */
  take() {
    const before = this.scene;
    const active = this.active();
    const filtering = active && active.dataset.area === "filters";
    super.take();
    if (!before || !active || filtering || !this.scene || before.quiz.id === this.scene.quiz.id) return;
    const first = this.find('[data-mam="choice"], [data-mam="number"], [data-mam="next"]');
    if (first) first.focus({ preventScroll: true });
  }

  go(at) {
    this.send({ do: "to", at });
  }

  // The parts

  top() {
    const { scene } = this;
    const { quiz } = scene;
    return [
      scene.seats.length > 0 ? badges(scene) : h("h3", { key: "title", class: "mam-title" }, scene.title),
      h(
        "div",
        { key: "asked", class: "mam-quiz-asked" },
        h("p", { class: "mam-quiet" }, `Question ${quiz.at + 1} of ${quiz.count} · ${quiz.kind} · ${quiz.edition}`),
        quiz.setup && h("p", { key: "setup", "data-mam": "setup" }, quiz.setup),
        h("p", { key: "words", id: `${this.uid}-words`, class: "mam-quiz-words", "data-mam": "words" }, quiz.words),
      ),
    ];
  }

  /* The answer is given right under the question; the position follows. */
  middle() {
    return [this.scene.quiz.after ? this.marked() : this.form(), this.tricks(), ...super.middle()];
  }

  play() {
    return [this.scene.seats.length > 0 && openHands(this.scene, this)];
  }

  bar() {
    return [this.scene.quiz.after && countPanel(this.scene)];
  }

  side() {
    const { scene } = this;
    return [
      scene.ruling && rulingPanel(scene.ruling, this),
      this.documented(),
      h("div", { key: "left", class: "mam-quiz-left" }, this.progress(), this.filters()),
      scene.quiz.after && h("div", { key: "more", class: "mam-more" }, notePanel(scene.note), colorOrderPanel(scene.strip)),
    ];
  }

  below() {
    return [keysHelp(this)];
  }

  /* The answer to be given: one or several of the choices, or numbers. Enter does what the button does. */
  form() {
    const { id, at, count, form } = this.scene.quiz;
    const answer = () => this.send({ do: "answer", given: this.given() });
    const enter = (event) => event.key === "Enter" && (event.preventDefault(), answer());
    const hint = { one: "Choose one.", many: "Choose all correct answers, or none." }[form.way] || form.hint;
    return h(
      "section",
      { key: "form", class: "mam-panel mam-quiz-form", "data-mam": "form", "aria-label": "Your answer" },
      h("h4", null, "Your answer"),
      h(
        "div",
        {
          class: "mam-quiz-choices",
          role: form.way === "one" ? "radiogroup" : "group",
          "aria-labelledby": `${this.uid}-words`,
        },
        form.labels.map((label, index) =>
          form.way === "numbers"
            ? this.number(id, label, index, enter)
            : this.choice(id, form, label, index, enter),
        ),
      ),
      hint && h("p", { class: "mam-quiet" }, hint),
      h(
        "div",
        { class: "mam-actions" },
        actButton("answer", "Answer", answer, this, { primary: true }),
        actButton("before", "Previous", () => this.go(at - 1), this, { off: at === 0 }),
        actButton("next", "Skip", () => this.go(at + 1), this, { off: at + 1 >= count }),
      ),
    );
  }

  choice(id, form, label, index, enter) {
    return h(
      "label",
      { key: `${id}-${index}`, class: "mam-quiz-choice" },
      h("input", {
        type: form.way === "one" ? "radio" : "checkbox",
        name: `${this.uid}-${id}`,
        value: index,
        "data-mam": "choice",
        "data-area": "choices",
        "data-index": index,
        on: { keydown: enter },
      }),
      this.label(form, label, index),
    );
  }

  label(form, label, index) {
    const card = form.cards[index];
    return h("span", { class: "mam-quiz-label" }, card ? chip(card, this.scene.cards) : label);
  }

  number(id, label, index, enter) {
    const field = `${this.uid}-number-${index}`;
    return h(
      "div",
      { key: `${id}-${index}`, class: "mam-quiz-number" },
      h("label", { for: field }, label),
      h("input", {
        id: field,
        type: "text",
        class: "mam-field",
        autocomplete: "off",
        "data-mam": "number",
        "data-area": "choices",
        "data-index": index,
        on: { keydown: enter },
      }),
    );
  }

  given() {
    const values = (query) => [...this.root.querySelectorAll(query)].map((input) => input.value);
    if (this.scene.quiz.form.way === "numbers") return values('[data-mam="number"]');
    return values('[data-mam="choice"]:checked').map(Number);
  }

  /* The answer as it was given, each choice told in words and by its sign. */
  marked() {
    const { at, count, form, given, after } = this.scene.quiz;
    const told = (index) => {
      const right = after.right.includes(index);
      const own = given.includes(index);
      if (right) return { sign: "ok", words: own ? "correct, your answer" : "correct" };
      return own ? { sign: "stop", words: "your answer, wrong" } : { sign: "", words: "" };
    };
    const line = (label, index) => {
      const { sign, words } = told(index);
      return h(
        "li",
        { key: index, class: "mam-quiz-told", "data-sign": sign || "none", "data-index": index },
        sign ? icon(sign, 18) : h("span", { class: "mam-quiz-no-sign", "aria-hidden": "true" }),
        this.label(form, label, index),
        words && h("span", { class: "mam-quiet" }, words),
      );
    };
    const typed = (number, index) =>
      h(
        "li",
        { key: index, class: "mam-quiz-told", "data-sign": number.fine ? "ok" : "stop", "data-index": index },
        icon(number.fine ? "ok" : "stop", 18),
        h("span", { class: "mam-quiz-label" }, `${number.label}: ${number.given}`),
        h("span", { class: "mam-quiet" }, number.fine ? "correct" : `wrong: it is ${number.right}`),
      );
    const last = at + 1 >= count;
    return h(
      "section",
      { key: "marked", class: "mam-panel mam-quiz-form", "data-mam": "marked", "aria-label": "Your answer" },
      h("h4", null, "Your answer"),
      h(
        "p",
        { class: "mam-quiz-verdict", "data-mam": "verdict", "data-right": after.is_right ? "yes" : "no" },
        icon(after.is_right ? "ok" : "stop", 20),
        h("span", null, after.is_right ? "Correct." : "Wrong."),
      ),
      form.way === "many" && after.right.length === 0 && h("p", { "data-mam": "none-right" }, "None of these is correct."),
      h("ul", { class: "mam-quiz-choices" }, after.numbers.length > 0 ? after.numbers.map(typed) : form.labels.map(line)),
      h(
        "div",
        { class: "mam-actions" },
        actButton("next", last ? "Last question" : "Next question", () => this.go(at + 1), this, {
          primary: !last,
          off: last,
        }),
        actButton("before", "Previous", () => this.go(at - 1), this, { off: at === 0 }),
      ),
    );
  }

  /* Every trick, card by card: who captured it is for the learner to say. */
  tricks() {
    const { tricks } = this.scene.quiz;
    if (!tricks.length) return null;
    return h(
      "section",
      { key: "tricks", class: "mam-panel", "data-mam": "tricks", "aria-label": "The tricks" },
      h("h4", null, "The tricks, first card led"),
      h(
        "ol",
        { class: "mam-quiz-tricks" },
        tricks.map((trick) =>
          h(
            "li",
            { key: trick.number },
            h("span", { class: "mam-number" }, trick.number),
            h(
              "span",
              { class: "mam-quiz-plays" },
              trick.plays.map((play, at) =>
                h("span", { key: at, class: "mam-quiz-play" }, h("span", { class: "mam-quiet" }, play.who), chip(play.card, this.scene.cards)),
              ),
            ),
          ),
        ),
      ),
    );
  }

  documented() {
    const { after } = this.scene.quiz;
    if (!after) return null;
    return h(
      "section",
      { key: "documented", class: "mam-panel mam-note", "data-mam": "documented", "aria-label": "The documented case" },
      h("h4", null, `${after.kind} ${after.title}`),
      h("p", null, h("b", null, after.question)),
      h("p", null, after.answer),
      h("p", { class: "mam-source" }, after.source),
    );
  }

  progress() {
    const { quiz } = this.scene;
    const { right, answered } = quiz.score;
    const area = { "data-area": "progress" };
    return h(
      "section",
      { key: "progress", class: "mam-panel mam-quiz-progress", "data-mam": "progress", "aria-label": "Score" },
      h("h4", null, "Score"),
      h("p", { class: "mam-quiz-score", "data-mam": "score" }, answered ? `${right} of ${answered} correct` : "No answers yet"),
      h(
        "div",
        { class: "mam-actions" },
        quiz.choice.missed
          ? actButton("all", "All questions", { do: "choose", missed: false }, this, area)
          : actButton("missed", `Missed questions (${quiz.missed})`, { do: "choose", missed: true }, this, area),
        actButton("shuffle", "Restart (shuffled)", { do: "shuffle" }, this, area),
      ),
      quiz.file && h("p", { class: "mam-quiet", "data-mam": "file" }, `Missed questions are saved in ${quiz.file}`),
      quiz.said && h("p", { class: "mam-quiz-said", "data-mam": "said" }, quiz.said),
    );
  }

  filters() {
    const { choice } = this.scene.quiz;
    const select = (name, label, values, now) => {
      const id = `${this.uid}-${name}`;
      return h(
        "div",
        { key: name, class: "mam-quiz-number" },
        h("label", { for: id }, label),
        h(
          "select",
          {
            id,
            class: "mam-field",
            "data-mam": name,
            "data-area": "filters",
            live: { value: now },
            on: { change: (event) => this.send({ do: "choose", [name]: event.target.value }) },
          },
          values.map((value) => h("option", { key: value.id, value: value.id, selected: value.id === now }, value.text)),
        ),
      );
    };
    return h(
      "section",
      { key: "filters", class: "mam-panel mam-quiz-form", "aria-label": "Questions" },
      h("h4", null, "Questions"),
      select("edition", "Edition", choice.editions, choice.edition),
      select("kind", "About", choice.kinds, choice.kind),
    );
  }
}

export default { render: renderAs(Quiz) };
