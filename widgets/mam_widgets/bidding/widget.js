// Bidding lab: a hand, its auction, a guess if one is asked for, and what each bid would bring.

import { callButtons } from "../shared/ui/auction.js";
import { Board } from "../shared/ui/board.js";
import { HAND_KEYS, actButton } from "../shared/ui/buttons.js";
import { COLOR_SIGNS } from "../shared/ui/art.js";
import { emblemPlate } from "../shared/ui/cards.js";
import { chartBox, chartSkeleton, tableLink } from "../shared/ui/charts.js";
import { editionSwitch } from "../shared/ui/editions.js";
import { h } from "../shared/ui/elements.js";
import { isNarrow } from "../shared/ui/frame.js";
import { rulingPanel } from "../shared/ui/panels.js";
import { callTable } from "../shared/ui/table.js";
import { renderAs } from "../shared/ui/view.js";
import { guessForm, readGuess } from "./guess_form.js";
import { advicePart, guessesPart, handParts, lastCalls, methodParts } from "./panels.js";

const CHARTS = [
  ["chances", "Chance of making it", "Chance"],
  ["scores", "Expected score", "Score"],
  ["money", "Money captured", "Captured"],
];

const trumpSign = (trump) => trump.color && COLOR_SIGNS[trump.color] && emblemPlate(trump.color, 20);

export class BiddingLab extends Board {
  constructor(model, el) {
    super(model, el);
    this.chart = CHARTS[0][0]; // the chart shown where there is room for one
    this.hinted = false; // whether the hint was asked for
    this.missing = ""; // the part of the guess that is missing
  }

  get name() {
    return "mam-bidding-lab";
  }

  get stagePlace() {
    return { title: "Chart", sign: "bars" };
  }

  get rulingPlace() {
    return "auction";
  }

  /* What was typed for one hand is not meant for the next. */
  take() {
    const before = this.scene && this.scene.lab.cards;
    this.hinted = false;
    this.missing = "";
    super.take();
    if (!before || before === this.scene.lab.cards) return;
    for (const name of ["guess-bid", "guess-percent", "bid-amount", "hand-text"])
      if (this.input(name)) this.input(name).value = "";
  }

  race() {
    return [];
  }

  get cardsRest() {
    return true;
  }

  // The stage: the finding, then the chart

  stage() {
    const { scene } = this;
    const { lab } = scene;
    if (lab.step === "guess")
      return [this.finding("What would you bid on this hand?"), this.size !== "XL" && this.switchRow(), guessForm(scene, this)];
    const { figures, progress } = lab;
    const finding = figures && figures.finding;
    const charts = this.size === "XL" ? CHARTS : CHARTS.filter(([key]) => key === this.chart);
    return [
      progress && h("div", { key: "line", class: "mam-lab-progress", style: { transform: `scaleX(${progress.proportion.toFixed(3)})` } }),
      this.finding(finding && (this.size === "S" ? finding.short : finding.text)),
      this.size !== "XL" && this.switchRow(),
      h("div", { key: "charts", class: "mam-charts" }, charts.map(([key, name]) => this.chartOf(key, name))),
    ];
  }

  /* The headline, or its room as long as no figure is worth one. */
  finding(text) {
    const { figures } = this.scene.lab;
    const trumps = this.size === "S" && figures && this.chart === "money"; // there the message has the advice as well
    return h(
      "div",
      { key: "finding", class: trumps ? "mam-finding mam-finding-trumps" : "mam-finding" },
      trumps ? this.moneyTrumps() : text ? h("h3", { "data-mam": "headline" }, text) : h("span", { class: "mam-skeleton-bar" }),
      this.size === "XL" && this.dealsNote(),
      this.size === "S" && figures && tableLink(figures.charts.find((chart) => chart.key === this.chart), () => this.openTable(this.chart)),
    );
  }

  dealsNote() {
    const { figures } = this.scene.lab;
    const text = figures && (this.size === "LS" ? figures.short_deals : figures.deals);
    return text && h("span", { key: "deals", class: "mam-deals", "data-mam": "deals" }, text);
  }

  /* Which of the charts is shown; before the guess, its room. */
  switchRow() {
    const { step, figures } = this.scene.lab;
    const isGuess = step === "guess";
    const nameOf = (key, name) => (figures ? figures.charts.find((chart) => chart.key === key).name : name);
    return h(
      "div",
      { key: "switch", class: "mam-chart-switch" },
      isGuess && h("p", { class: "mam-quiet" }, "Guess first. Then you see how often each bid is made."),
      !isGuess &&
        h(
          "div",
          { class: "mam-segments", role: "group", "aria-label": "Chart" },
          CHARTS.map(([key, name, short]) =>
            h(
              "button",
              {
                key,
                type: "button",
                class: "mam-segment",
                "aria-pressed": String(this.chart === key),
                "aria-label": nameOf(key, name),
                "data-mam": "chart-choice",
                "data-area": "charts",
                "data-chart": key,
                on: { click: () => this.chooseChart(key) },
              },
              this.size === "S" ? short : nameOf(key, name),
            ),
          ),
        ),
      !isGuess && this.size !== "S" && this.dealsNote(),
    );
  }

  chooseChart(key) {
    this.chart = key;
    this.reading = null;
    this.draw();
  }

  chartOf(key, name) {
    const { figures } = this.scene.lab;
    const spec = figures && figures.charts.find((chart) => chart.key === key);
    if (!spec) return chartSkeleton(name);
    const phone = this.size === "S";
    return chartBox(spec, this, {
      title: phone ? "" : this.size === "L" ? spec.title : spec.short,
      tools: key === "money" && !phone && this.moneyTrumps(),
      onTable: phone ? null : () => this.openTable(key),
    });
  }

  moneyTrumps() {
    return h(
      "div",
      { key: "trumps", class: "mam-money-trumps", role: "group", "aria-label": "Trump of the chart" },
      this.scene.lab.figures.trumps.map((trump) =>
        actButton("money-trump", trumpSign(trump) || trump.text, { do: "trump", trump: trump.code }, this, {
          key: trump.code,
          picked: trump.is_chosen,
          "aria-label": trump.text,
          title: trump.text,
          "data-area": "money",
          "data-trump": trump.code,
        }),
      ),
    );
  }

  /* The figures of a chart, in the tab that has them all. */
  openTable(key) {
    if (!isNarrow(this.size) || this.sheet !== "method") this.openTab("method");
    const table = this.find(`[data-mam="figures"][data-chart="${key}"]`);
    table?.scrollIntoView({ block: "nearest" });
    table?.focus({ preventScroll: true });
  }

  // The message

  message() {
    const { scene } = this;
    const { lab } = scene;
    const base = super.message();
    if (this.lost || this.reading || this.notice || base.kind === "stop") return base;
    const link = this.workLink() || base.link;
    const { advice } = lab;
    if (lab.step === "guess") return { ...base, link: null };
    if (base.kind === "turn" && advice && (this.hinted || isNarrow(this.size))) {
      const why = { name: "why", text: "Why?", act: () => this.openTab("advice") };
      const { head, short } = this.size === "S" ? advice.brief : advice;
      return { kind: "hint", what: head, why: short, short, link: why };
    }
    if (lab.progress && !(lab.figures && lab.figures.finding))
      return { kind: "work", what: `Computing… ${Math.round(100 * lab.progress.proportion)}%`, why: lab.progress.text, link };
    return { ...base, link };
  }

  /* Simulating more deals, or fewer. */
  workLink() {
    const { busy, can_continue: canContinue } = this.scene.lab;
    if (busy) return { name: "stop", text: "Stop", act: () => this.send({ do: "stop" }) };
    return canContinue ? { name: "continue", text: "Simulate more", act: () => this.send({ do: "continue" }) } : null;
  }

  // The dock

  get acts() {
    return { ...super.acts, hint: () => this.hint(), guess: () => this.sendGuess() };
  }

  hint() {
    this.hinted = true;
    this.notice = null;
    this.shown = null;
    this.openTab("advice");
  }

  moves() {
    return [callButtons(this.scene, this, { oneRow: true })];
  }

  /* The guess, once all three parts are there; else the first that is missing gets the focus. */
  sendGuess() {
    const { missing, sentence, message } = readGuess(this);
    this.missing = missing || "";
    if (message) return this.send(message);
    this.say(sentence);
    return this.input(`guess-${missing}`).focus();
  }

  // The side panel

  get panels() {
    const { scene } = this;
    return {
      ...super.panels,
      advice: () => advicePart(scene),
      "last-calls": () => this.size !== "LS" && lastCalls(scene),
      guesses: () => guessesPart(scene, this),
      verdict: () => rulingPanel(this.shown || this.preview || scene.ruling, this),
      calls: () => callTable(scene),
      method: () => methodParts(scene),
      hand: () => handParts(scene, this),
      editions: () => editionSwitch(scene, this),
    };
  }

  settings() {
    const { guess_first: guessFirst, book } = this.scene.lab;
    const tick = h("input", {
      type: "checkbox",
      live: { checked: guessFirst },
      "data-mam": "guess-first-setting",
      "data-area": "settings",
      on: { change: (event) => this.send({ do: "guess_first", is_on: event.target.checked }) },
    });
    return [
      h("label", { key: "guess-first", class: "mam-tick-row" }, tick, "Ask for my guess first"),
      book && h("p", { key: "file", class: "mam-quiet mam-book-file" }, book.file),
    ];
  }

  // Keys

  get home() {
    return '[data-mam="deal"]';
  }

  get keyWords() {
    return [["read a chart, on its drawing", "←", "→", "↑", "↓"], ...HAND_KEYS];
  }
}

export default { render: renderAs(BiddingLab) };
