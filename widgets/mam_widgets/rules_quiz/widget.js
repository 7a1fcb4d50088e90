// Rules quiz: a documented case as a question, answered before its ruling and its source are shown.

import { Board } from "../shared/ui/board.js";
import { actButton } from "../shared/ui/buttons.js";
import { chip, emblemPlate, face, icon } from "../shared/ui/cards.js";
import { h } from "../shared/ui/elements.js";
import { activeElement } from "../shared/ui/focus.js";
import { isNarrow } from "../shared/ui/frame.js";
import { isLetterGame } from "../shared/ui/letters.js";
import { colorOrderPanel, notePanel, rulingPanel } from "../shared/ui/panels.js";
import { callTable, openHands, tableTop, trickCard } from "../shared/ui/table.js";
import { renderAs } from "../shared/ui/view.js";
import { auctionGrid, auctionLine, compactHands, trickLine, trickList } from "./position.js";

/* How much room the stage loses at the sides: the side panel and the padding. */
const BESIDE = { S: 16, M: 24, LS: 316, L: 352, XL: 376 };
/* How tightly a question can be set: large, as usual, smaller cards, chips for cards, the position in its tab. */
const LARGE = -1;
const TIGHTEST = 3;

class Quiz extends Board {
  constructor(model, el) {
    super(model, el);
    this.tightness = LARGE; // how tightly the question is set, so that all of it is on the stage
    this.fitted = ""; // the question and the room that the tightness was found for
    this.chosenNow = 0; // how many choices are ticked or fields filled, before the answer
  }

  get name() {
    return "mam-quiz";
  }

  get home() {
    return '[data-mam="next"], [data-mam="answer"]';
  }

  get keyWords() {
    return [
      ["from choice to choice", "↑", "↓"],
      ["answer", "Enter"],
    ];
  }

  /* The ruling comes forward with the answer. With another question the focus goes to its first choice or field. */
  take() {
    const before = this.scene;
    const active = activeElement(this);
    const area = active && active.dataset.area;
    const given = this.model.get("scene");
    if (before && given && given.quiz && given.quiz.id !== before.quiz.id) this.chosenNow = 0;
    super.take();
    if (!before || !this.scene) return;
    const { id, result } = this.scene.quiz;
    if (before.quiz.id === id && !before.quiz.result && result) {
      if (!isNarrow(this.size)) this.tab = "ruling";
      this.draw();
      if (active) this.find('[data-mam="next"]')?.focus({ preventScroll: true });
    } else if (before.quiz.id !== id) {
      if (!result && ["ruling", "case", "position"].includes(this.tab)) this.tab = "progress";
      this.sheet = "";
      this.draw();
      if (active && area !== "filters" && area !== "progress")
        this.find('[data-area="choices"]:not([disabled]), [data-mam="next"]')?.focus({ preventScroll: true });
    }
  }

  /* A question that does not fit is set more tightly, and stays so when its answer is shown. */
  draw() {
    if (!this.scene) return;
    const room = () => [this.scene.quiz.id, this.size, this.width, this.height].join();
    if (this.fitted !== room()) this.tightness = LARGE;
    super.draw();
    for (;;) {
      this.fitted = room();
      const body = this.part("question");
      if (!body || this.tightness >= TIGHTEST || body.scrollHeight <= body.clientHeight + 1) return;
      this.tightness += 1;
      super.draw();
    }
  }

  go(index) {
    this.send({ do: "go_to", index });
  }

  // The regions

  heading() {
    const { index, count } = this.scene.quiz;
    const short = `Question ${index + 1} of ${count}`;
    return { title: this.scene.title, subtitle: "", short };
  }

  headerTools() {
    return this.size === "S" ? [] : [this.filters()];
  }

  race() {
    return [];
  }

  hand() {
    return null;
  }

  stage() {
    const { quiz } = this.scene;
    const { index, count } = quiz;
    const hidden = this.tightness === TIGHTEST;
    const place = this.size === "S" ? "" : `Question ${index + 1} of ${count} · `;
    return [
      h(
        "section",
        {
          key: "question",
          class: "mam-quiz-question",
          "data-mam": "question",
          "data-tight": this.tightness,
          tabindex: hidden ? "0" : null,
          "aria-label": "Question",
        },
        h("p", { key: "place", class: "mam-quiz-place" }, h("span", null, `${place}${quiz.kind} · ${quiz.edition}`), this.trump(), hidden && this.positionLink()),
        quiz.setup && h("p", { key: "setup", class: "mam-quiz-setup", "data-mam": "setup" }, quiz.setup),
        h("h4", { key: "words", id: `${this.uid}-words`, class: "mam-quiz-words", "data-mam": "words" }, quiz.text),
        !hidden && this.position(),
        this.form(),
      ),
    ];
  }

  message() {
    const { ruling, quiz } = this.scene;
    const { result, form } = quiz;
    if (this.lost || this.notice) return super.message();
    if (ruling && ruling.kind === "stop") return { kind: "stop", what: ruling.text };
    const link = { name: "why", text: "Why?", act: () => this.openTab("ruling") };
    if (result) return { kind: result.is_right ? "ok" : "stop", what: result.head, why: result.why, link };
    if (form.kind === "one") return { kind: "info", what: "Choose one answer." };
    if (form.kind === "many") return { kind: "info", what: "Choose every correct answer.", why: "There may be none." };
    return form.labels.length > 1
      ? { kind: "info", what: "Fill in every field.", why: form.hint }
      : { kind: "info", what: form.hint ? "Type an amount." : "Type a number." };
  }

  /* What is ticked or typed, and so whether it can be checked, only the browser knows. */
  actions() {
    return super.actions().map((action) => (action.id === "answer" ? { ...action, why_not: this.whyNotAnswer() } : action));
  }

  moves() {
    return [];
  }

  get acts() {
    return { ...super.acts, answer: () => this.answer() };
  }

  get panels() {
    const { scene } = this;
    return {
      ...super.panels,
      progress: () => this.progress(),
      verdict: () => rulingPanel(scene.ruling, this),
      note: () => notePanel(scene.note),
      "color-order": () => colorOrderPanel(scene.strip),
      case: () => this.documented(),
      position: () => [trickList(scene, "table-tricks"), scene.auction.length > 1 ? callTable(scene) : auctionLine(scene), openHands(scene, this)],
    };
  }

  settings() {
    const { file } = this.scene.quiz;
    return [
      this.size === "S" && this.filters(),
      file && h("p", { key: "file", class: "mam-quiet", "data-mam": "file" }, `Missed questions are saved in ${file}`),
    ];
  }

  // The position

  /* Trump, where the question does not ask for it. */
  trump() {
    return this.scene.badges
      .filter((badge) => badge.color)
      .map((badge) => h("span", { key: badge.text, class: "mam-quiz-trump" }, emblemPlate(badge.color, 20), badge.text));
  }

  position() {
    const { scene, tightness } = this;
    const { visible, tricks } = scene.quiz;
    if (isLetterGame(scene)) return tableTop(scene, this);
    const hands = compactHands(scene);
    const open = tricks.length > 0 && scene.is_trick_complete ? [] : scene.trick;
    return [
      trickList(scene, "tricks"),
      open.length > 0 && (hands || tightness > 1 ? trickLine(scene) : this.trickCards()),
      visible.calls && (tightness < 1 && !hands ? auctionGrid(scene) : auctionLine(scene)),
      hands,
    ];
  }

  trickCards() {
    const { scene } = this;
    const nobody = { name: "", place: "B" };
    const seats = Object.fromEntries(scene.seats.map((seat) => [seat.seat, seat]));
    return h(
      "ol",
      { key: "trick", class: "mam-quiz-trick", "data-mam": "trick", "data-many": String(scene.trick.length > 4), "aria-label": "The trick, first card led" },
      scene.trick.map((played) => trickCard(played, seats[played.seat] || nobody, scene, "row", this.uid)),
    );
  }

  positionLink() {
    if (!this.scene.seats.length) return null;
    return actButton("to-position", "Position", () => this.openTab("position"), this, {
      class: "mam-button mam-quiz-link",
      "aria-label": "Show the position",
    });
  }

  // The answer

  /* The choices or fields; when the answer is shown they stay where they are, each with its sign. */
  form() {
    const { id, form } = this.scene.quiz;
    const typed = form.kind === "numbers";
    const entry = (label, index) => (typed ? this.number(id, form, label, index) : this.choice(id, form, label, index));
    const way = typed ? "numbers" : !form.cards.length ? "choices" : this.tightness < 2 ? "cards" : "chips";
    return h(
      "div",
      {
        key: "form",
        class: "mam-quiz-form",
        "data-mam": "form",
        "data-way": way,
        role: form.kind === "one" ? "radiogroup" : "group",
        "aria-labelledby": `${this.uid}-words`,
        style: { "--columns": this.columns(way) },
      },
      form.labels.map(entry),
    );
  }

  /* How many choices or fields stand side by side. */
  columns(way) {
    const { labels, details } = this.scene.quiz.form;
    const longest = Math.max(...labels.map((label, index) => Math.max(label.length, (details[index] || "").length)));
    const room = this.width - BESIDE[this.size];
    const [least, letter, most] =
      way === "numbers" ? [this.tightness > 1 ? 76 : 124, 2, 4] : way === "chips" ? [84, 0, 8] : this.tightness > 1 ? [48, 4.4, labels.length === 4 ? 2 : 3] : [62, 7.6, labels.length > 4 ? 3 : 2];
    return Math.max(1, Math.min(Math.floor(room / (least + letter * longest)), most, labels.length));
  }

  /* What became of a choice: its sign, and words for those who listen. */
  verdict(index) {
    const { response, result } = this.scene.quiz;
    if (!result) return null;
    const isChosen = response.includes(index);
    if (result.right.includes(index)) return { sign: "ok", words: isChosen ? "correct, your answer" : "correct" };
    return isChosen ? { sign: "stop", words: "your answer" } : null;
  }

  choice(id, form, label, index) {
    const { response, result } = this.scene.quiz;
    const verdict = this.verdict(index);
    const card = form.cards[index];
    const pictured = card && this.tightness < 2;
    const detail = form.details[index];
    return h(
      "label",
      { key: `${id}-${index}`, class: `mam-quiz-choice${pictured ? " mam-quiz-card" : ""}`, "data-sign": verdict ? verdict.sign : null, "data-index": index },
      h("input", {
        type: form.kind === "one" ? "radio" : "checkbox",
        name: `${this.uid}-${id}`,
        value: index,
        disabled: Boolean(result),
        "data-mam": "choice",
        "data-area": "choices",
        "data-index": index,
        ...(result ? { live: { checked: response.includes(index) } } : {}),
        on: { keydown: (event) => this.enter(event), change: () => this.countGiven() },
      }),
      form.kind === "many" && h("span", { class: "mam-check", "aria-hidden": "true" }, icon("ok", 14)),
      pictured
        ? [face(card, this.uid), h("span", { class: "mam-aside" }, label)]
        : h("span", { class: "mam-quiz-label" }, card ? chip(card, this.scene.cards) : h("b", null, label), detail && h("span", { class: "mam-quiz-detail" }, detail)),
      verdict && h("span", { class: "mam-quiz-sign" }, icon(verdict.sign, 20), h("span", { class: "mam-aside" }, `, ${verdict.words}`)),
    );
  }

  number(id, form, label, index) {
    const { result } = this.scene.quiz;
    const field = `${this.uid}-number-${index}`;
    const typed = result && result.numbers[index];
    const hint = form.labels.length === 1 ? form.hint : "";
    const right = typed && !typed.is_right;
    return h(
      "div",
      { key: `${id}-${index}`, class: "mam-quiz-number", "data-sign": typed ? (typed.is_right ? "ok" : "stop") : null },
      h("label", { for: field }, label),
      h("input", {
        id: field,
        type: "text",
        class: "mam-field",
        autocomplete: "off",
        disabled: Boolean(result),
        "data-mam": "number",
        "data-area": "choices",
        "data-index": index,
        ...(typed ? { live: { value: typed.entry } } : {}),
        on: { keydown: (event) => this.enter(event), input: () => this.countGiven() },
      }),
      typed && h("span", { class: "mam-quiz-sign" }, icon(typed.is_right ? "ok" : "stop", 18), h("span", { class: "mam-aside" }, typed.is_right ? "correct" : "not correct")),
      h(
        "p",
        { class: "mam-quiz-answer-line", "data-mam": "answer-line" },
        right ? [icon("ok", 16), h("b", null, typed.right)] : !typed && h("span", { class: "mam-quiet" }, hint),
      ),
    );
  }

  enter(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    this.answer();
  }

  /* What is ticked or typed. */
  given() {
    const values = (query) => [.../** @type {NodeListOf<HTMLInputElement>} */ (this.root.querySelectorAll(query))].map((input) => input.value);
    return this.scene.quiz.form.kind === "numbers" ? values('[data-mam="number"]') : values('[data-mam="choice"]:checked').map(Number);
  }

  countGiven() {
    const count = this.given().filter((value) => value !== "").length;
    if (count === this.chosenNow) return;
    this.chosenNow = count;
    this.notice = null;
    this.draw();
  }

  /* What is still missing before the answer can be checked. None of several choices may be right. */
  whyNotAnswer() {
    const { form } = this.scene.quiz;
    if (form.kind === "many") return "";
    if (form.kind === "one") return this.chosenNow ? "" : "Choose one answer first.";
    return this.chosenNow < form.labels.length ? (form.labels.length > 1 ? "Fill in every field first." : "Type a number first.") : "";
  }

  answer() {
    const why = this.whyNotAnswer();
    if (why) return this.say(why);
    return this.send({ do: "answer", given: this.given() });
  }

  // The side panel

  progress() {
    const { quiz } = this.scene;
    const { right, total } = quiz.score;
    const area = { "data-area": "progress" };
    return h(
      "section",
      { key: "progress", class: "mam-quiz-progress", "data-mam": "progress", "aria-label": "Progress" },
      h("h4", null, "Score so far"),
      h("p", { class: "mam-quiz-score", "data-mam": "score" }, total ? `${right} of ${total} correct` : "No answers yet"),
      this.squares(),
      h(
        "div",
        { class: "mam-actions" },
        quiz.choice.only_missed
          ? actButton("all", "All questions", { do: "choose", missed: false }, this, area)
          : actButton("missed", `Missed (${quiz.missed_count})`, { do: "choose", missed: true }, this, { ...area, whyNot: !quiz.missed_count && "You have missed none of these questions." }),
        actButton("shuffle", "Restart (shuffled)", { do: "shuffle" }, this, area),
      ),
      quiz.file_message && h("p", { class: "mam-quiz-file", "data-mam": "file-message" }, quiz.file_message),
    );
  }

  /* A square for each question: how it was answered; a click goes there. The arrow keys go from square to square. */
  squares() {
    const { index: current, count, marks } = this.scene.quiz;
    const keys = (event) => {
      const chosenIndex = Number(event.target.dataset.index);
      const to = { ArrowLeft: chosenIndex - 1, ArrowRight: chosenIndex + 1, Home: 0, End: count - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      this.find(`[data-mam="square"][data-index="${(to + count) % count}"]`)?.focus();
    };
    const words = { right: "correct", wrong: "wrong", "": "not answered" };
    return h(
      "div",
      { class: "mam-quiz-squares", role: "group", "aria-label": "Questions", on: { keydown: keys } },
      marks.map((mark, index) =>
        h(
          "button",
          {
            key: index,
            type: "button",
            class: "mam-quiz-square",
            "data-mam": "square",
            "data-area": "progress",
            "data-index": index,
            "data-mark": mark || null,
            "aria-current": index === current ? "true" : null,
            "aria-label": `Question ${index + 1}, ${words[mark]}`,
            tabindex: index === current ? "0" : "-1",
            on: { click: () => this.go(index) },
          },
          mark ? icon(mark === "right" ? "ok" : "close", 16) : index === current && String(index + 1),
        ),
      ),
    );
  }

  documented() {
    const { result } = this.scene.quiz;
    if (!result) return null;
    return h(
      "section",
      { key: "documented", class: "mam-quiz-case", "data-mam": "documented", "aria-label": "The documented case" },
      h("h4", null, `${result.kind} ${result.title}`),
      h("p", null, result.setup),
      h("p", null, h("b", null, result.question)),
      h("p", null, result.answer),
      h("p", { class: "mam-source" }, result.source),
    );
  }

  /* Which questions are asked: under which rules, about what. */
  filters() {
    const { choice } = this.scene.quiz;
    const select = (name, label, values, current) =>
      h(
        "select",
        {
          key: name,
          class: "mam-field",
          "aria-label": label,
          title: label,
          "data-mam": name,
          "data-area": "filters",
          live: { value: current },
          on: { change: (event) => this.send({ do: "choose", [name]: event.target.value }) },
        },
        values.map((value) => h("option", { key: value.id, value: value.id, selected: value.id === current }, value.text)),
      );
    return h(
      "div",
      { key: "filters", class: "mam-quiz-filters" },
      select("edition", "Rules", choice.editions, choice.edition),
      select("kind", "Topic", choice.kinds, choice.kind),
    );
  }
}

export default { render: renderAs(Quiz) };
