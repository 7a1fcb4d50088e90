// Play: a whole match against players, at the learner's pace, with hints, undo, rulings, the score and a review.

import { Board } from "../shared/ui/board.js";
import { actButton } from "../shared/ui/buttons.js";
import { emblemPlate, formatAmount } from "../shared/ui/cards.js";
import { editionSwitch } from "../shared/ui/editions.js";
import { h } from "../shared/ui/elements.js";
import { activeElement } from "../shared/ui/focus.js";
import { isNarrow } from "../shared/ui/frame.js";
import { openHands, tableTop } from "../shared/ui/table.js";
import { renderAs } from "../shared/ui/view.js";
import { branchPanel } from "../stepper/bar.js";
import { leaveTimeline, openReview, reviewMessage, reviewPanel, reviewStage } from "./review.js";
import { labeledField, selectField, switchRow } from "./fields.js";
import { claimPopover, realTablePart } from "./real_table.js";
import { hintPanel, racePanel, sheetPanel } from "./sheet.js";

/** @import { Scene } from "../shared/ui/scene.js" */

/**
 * All hands, once the round is over.
 * @param {Scene} scene
 * @param {Play} ui
 */
function handsPanel(scene, ui) {
  const { hands } = scene.session;
  if (!hands) return null;
  return h(
    "section",
    { key: "hands", class: "mam-all-hands", "data-mam": "hands", "aria-label": hands.head },
    h("h4", null, hands.head),
    openHands({ ...scene, seats: hands.seats }, ui),
    hands.nest && h("p", { class: "mam-quiet" }, hands.nest),
  );
}

/**
 * How strong the opponents are, how they and a forced card are played, and how fast.
 * @param {Scene} scene
 * @param {Play} ui
 */
function opponentsPart(scene, ui) {
  const { session } = scene;
  return h(
    "section",
    { key: "opponents", class: "mam-settings-part", "aria-label": "Opponents" },
    h("h4", null, session.skill_level ? "Opponents" : "Opponents: mixed skill levels"),
    h(
      "div",
      { key: "level", class: "mam-segments", role: "group", "aria-label": "Skill level" },
      session.skill_levels.map(({ name, text }) =>
        h(
          "button",
          {
            key: name,
            type: "button",
            class: "mam-segment",
            "aria-pressed": String(name === session.skill_level),
            "data-mam": "skill_level",
            "data-area": "settings",
            "data-name": name,
            on: { click: () => ui.send({ do: "skill_level", name }) },
          },
          text,
        ),
      ),
    ),
    switchRow("auto-play", "Auto-play opponents", "stops at your turn and after each trick", session.auto_play, (on) => ui.send({ do: "auto_play", is_on: on })),
    switchRow("auto-forced", "Play my only legal card", "", session.auto_forced, (on) => ui.send({ do: "auto_forced", is_on: on })),
    labeledField("pace", "Speed", selectField("pace", "settings", PACES, String(ui.pace), (value) => ui.setPace(Number(value))), ui),
  );
}

/**
 * Where the match is saved, and a record of this round.
 * @param {Scene} scene
 * @param {Play} ui
 */
function savedPart(scene, ui) {
  const { session } = scene;
  const finished = session.rounds.map(({ number }) => [String(number), `Round ${number}`]);
  const rounds = session.is_over && session.stage !== "practice" ? finished : [...finished, ["0", "This round"]];
  const chosen = rounds.some(([value]) => value === ui.picked.round) ? ui.picked.round : rounds.at(-1)[0];
  return h(
    "section",
    { key: "saved", class: "mam-settings-part mam-saved", "aria-label": "Saving" },
    h("p", { class: "mam-quiet", "data-mam": "saved" }, session.save_status || "This match is not saved."),
    rounds.length > 1 && labeledField("record-round", "Record of", selectField("record-round", "settings", rounds, chosen, (value) => ui.pickFor("round", value)), ui),
    actButton("record", "Save record", { do: "record", number: Number(chosen) }, ui, { "data-area": "settings" }),
  );
}

const seedField = (id) =>
  h("input", {
    id,
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    placeholder: "random",
    class: "mam-field",
    "data-mam": "begin-seed",
    "data-area": "begin",
  });

/**
 * What a new match begins with; it takes the place of the one on the table.
 * @param {Scene} scene
 * @param {Play} ui
 */
function beginPart(scene, ui) {
  const { new_match } = scene.session;
  const seats = new_match.seats.map(({ seat, text }) => [seat, text]);
  const skill_levels = new_match.skill_levels.map(({ name, text }) => [name, text]);
  const among = (options, name, usual) => (options.some(([option]) => option === name) ? name : usual);
  const seat = among(seats, ui.picked.seat, new_match.seat);
  const skill_level = among(skill_levels, ui.picked.skill_level, new_match.skill_level);
  const pick = (what) => (value) => ui.pickFor(what, value);
  return h(
    "div",
    { key: "begin", class: "mam-begin" },
    labeledField("begin-seat", "Your seat", selectField("begin-seat", "begin", seats, seat, pick("seat")), ui),
    labeledField("begin-skill_level", "Skill level", selectField("begin-skill_level", "begin", skill_levels, skill_level, pick("skill_level")), ui),
    labeledField("begin-seed", ["Seed ", h("span", { class: "mam-quiet" }, "optional")], seedField, ui),
    h(
      "div",
      { key: "start", class: "mam-saved" },
      h("p", { class: "mam-quiet" }, new_match.gives_up ? "Ends the current match. Undo brings it back." : ""),
      actButton("begin", "Start match", () => ui.begin(seat, skill_level), ui, { "data-area": "begin" }),
    ),
  );
}

/**
 * @param {Scene} scene
 * @param {Play} ui
 */
function newMatch(scene, ui) {
  return h(
    "section",
    { key: "new", class: "mam-settings-part mam-new", "data-mam": "new-match", "aria-label": "New match" },
    h("h4", { key: "head" }, "New match"),
    editionSwitch(scene, ui, beginPart(scene, ui)),
  );
}

/**
 * In the auction: what the hand holds, by color.
 * @param {Scene} scene
 */
function handTable(scene) {
  const { calls, hand, cards, colors } = scene;
  if (!calls || !hand) return null;
  const facts = hand.cards.filter((card) => card.state !== "hidden").map((card) => cards[card.card]);
  const animals = facts.filter((card) => card && !card.color).map((card) => `the ${card.name}`);
  return h(
    "section",
    { key: "hand-table", class: "mam-panel mam-hand-table", "aria-label": "Your hand" },
    h("h4", null, "Your hand"),
    h(
      "table",
      null,
      h("thead", null, h("tr", null, ["Color", "Cards", "Money"].map((head) => h("th", { key: head, scope: "col" }, head)))),
      h(
        "tbody",
        null,
        colors.map(({ color, text }) => {
          const colorCards = facts.filter((card) => card && card.color === color);
          const money = colorCards.reduce((sum, card) => sum + card.money, 0);
          return h(
            "tr",
            { key: color },
            h("th", { scope: "row" }, emblemPlate(color, 20), " ", text),
            h("td", null, colorCards.length),
            h("td", null, money ? formatAmount(money, scene.unit) : "–"),
          );
        }),
      ),
    ),
    animals.length > 0 && h("p", { class: "mam-quiet" }, `and ${animals.join(", ")}`),
  );
}

/* How many times as long as a card a complete trick stays before anything takes it away by itself; and the least time, in milliseconds. */
const TRICK_PACE = 5;
const LEAST_TRICK_PACE = 1000;

/* How long an answer to an earlier click is passed over, in milliseconds. */
const AHEAD = 2000;

/* How long each card of the opponents takes, in milliseconds. */
const PACES = [
  ["600", "Slow"],
  ["250", "Calm"],
  ["200", "Normal"],
  ["150", "Quick"],
  ["0", "At once"],
];

/* What is done while the round's last trick still lies on the table. */
const SEE_RESULT = /** @type {const} */ ({ id: "next", text: "Next", short: "Next", does: "the result", icon: "", is_icon: false, key: "n", side: "act", rank: 0, is_primary: true, is_on: null, why_not: "", do: { act: "result" } });

export class Play extends Board {
  constructor(model, el) {
    super(model, el);
    this.pace = 200; // milliseconds between two cards of the opponents
    this.pacing = 0; // the timer of the next one
    this.lastTrick = false; // whether the round's last trick stays on the table, before its result
    this.picked = {}; // seat and skill_level picked for the next match, not yet begun
    this.byTime = false; // whether the list of the review is in order of play
    this.asksFor = -1; // the decision of the review asked for last, and when
    this.askedAt = 0;
    this.ahead = -1; // the decision drawn before Python has answered
  }

  get name() {
    return "mam-play-table";
  }

  watch() {
    super.watch();
    const leave = (event) => this.reading && openReview(this.scene) && leaveTimeline(event, this);
    this.root.addEventListener("pointerover", leave);
    this.root.addEventListener("pointerleave", leave);
  }

  /* The button that dealt has nothing more to do: whoever is to call goes on from the first call. */
  take() {
    const given = this.model.get("scene");
    if (this.isBehind(given)) return;
    const before = this.scene;
    const hasDealt = before && given && before.session.is_over && !given.session.is_over && activeElement(this)?.dataset.mam === "next";
    this.lastTrick = this.endsRound(given);
    if (before && given && given.session.is_over && !before.session.is_over && this.tab !== "settings") this.tab = ""; // the score comes forward, whatever was read in the play
    super.take();
    if (!(before && openReview(before)) && openReview(this.scene)) this.showReview();
    this.goOn();
    const call = hasDealt && this.find('[data-mam="call"]:not([aria-disabled])');
    if (call) this.goTo(call);
  }

  /* Whether a scene answers an earlier click than the one whose decision is drawn already. */
  isBehind(given) {
    const review = given && openReview(given);
    const isBehind = this.ahead >= 0 && Boolean(review) && review.index !== this.ahead && performance.now() - this.askedAt < AHEAD;
    if (!isBehind) this.ahead = -1;
    return isBehind;
  }

  /* Whether a decision is asked for that was not just asked for, however the pointer trembles: it is drawn ahead. */
  drawsAhead(index) {
    const review = openReview(this.scene);
    if (review && index === review.index) return false;
    if (this.asksFor === index && performance.now() - this.askedAt < 500) return false;
    this.asksFor = index;
    this.askedAt = performance.now();
    this.showDecision(index);
    return true;
  }

  /** Draw a decision of the review before Python has answered. */
  showDecision(index) {
    const near = (this.model.get("near") || {})[index];
    const { scene } = this;
    const review = openReview(scene);
    if (!near || !review) return;
    const { moment, step, ...table } = near;
    this.ahead = index;
    super.take({ ...scene, ...table, message: scene.message, cards: { ...scene.cards, ...table.cards }, stepper: { ...scene.stepper, step }, session: { ...scene.session, review: { ...review, index, moment } } });
  }

  /* Whether a scene brings the last card of the round that is shown: a trick, not a claim of several. */
  endsRound(scene) {
    const before = this.scene;
    if (!before || !scene || !scene.session.last_trick || openReview(before)) return false;
    if (!scene.count || before.count || !scene.is_trick_complete) return false;
    const cards = scene.stepper.step - before.stepper.step;
    return cards > 0 && cards <= scene.trick.length;
  }

  /* Cards of the opponents arrive one after another; a forced card of the person's own too, if that is wanted. A complete trick stays long enough to be seen. */
  goOn() {
    clearTimeout(this.pacing);
    const { auto, auto_play } = this.scene.session;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const play = auto && (() => (auto.do === "move" ? this.move(auto.move) : this.send({ do: "step" })));
    const act = this.lastTrick ? auto_play && (() => this.showResult()) : play;
    const pace = this.scene.is_trick_complete ? Math.max(LEAST_TRICK_PACE, TRICK_PACE * this.pace) : still ? 0 : this.pace;
    if (act) this.pacing = setTimeout(act, pace);
  }

  /** The last trick was seen: the result takes its place. */
  showResult() {
    clearTimeout(this.pacing);
    this.lastTrick = false;
    this.draw();
  }

  /* What the person asks for comes before the next card of the opponents: that one is asked for again after the answer. */
  send(message) {
    clearTimeout(this.pacing);
    if (message.do === "go_to_decision" && !this.drawsAhead(message.index)) return;
    if (message.do === "all_hands") this.showHands(message.is_on);
    super.send(message);
    this.pacing = setTimeout(() => this.goOn(), 1500); // if nothing changed, there is no new scene
  }

  end() {
    clearTimeout(this.pacing);
    super.end();
  }

  headerTools() {
    const { sheet, stage } = this.scene.session;
    if (stage === "what-if" || stage === "practice") return [];
    if (sheet.columns.length > 3) return [];
    return [
      h(
        "button",
        {
          key: "score",
          type: "button",
          class: "mam-header-score",
          "data-mam": "score",
          "data-area": "header",
          "aria-label": `Match score: ${sheet.columns.map((column, index) => `${column.text} ${sheet.totals[index]}`).join(", ")}`,
          on: { click: () => this.openTab("score") },
        },
        sheet.columns.map((column, index) =>
          h("span", { key: column.name }, sheet.columns.length === 2 && h("i", { class: "mam-side-sign", "data-side": index ? "B" : "A" }), column.text, h("b", null, String(sheet.totals[index]).replace("-", "−"))),
        ),
      ),
    ];
  }

  stage() {
    if (this.lastTrick) return [tableTop(this.scene, this)];
    return openReview(this.scene) ? [reviewStage(this.scene, this)] : super.stage();
  }

  hand() {
    if (this.lastTrick) return h("div", { key: "empty-hand" }); // its room stays
    return openReview(this.scene) ? null : super.hand();
  }

  actions() {
    const actions = super.actions();
    return this.lastTrick ? [...actions.filter(({ side }) => side === "help"), SEE_RESULT] : actions;
  }

  moves() {
    return this.lastTrick ? [] : super.moves();
  }

  besideHelp() {
    const { scene } = this;
    if (isNarrow(this.size) || scene.calls) return null;
    const review = openReview(scene);
    const where = review ? `Decision ${review.index + 1} of ${review.points.length}` : scene.session.stage === "what-if" && scene.stepper.label;
    return where && h("span", { key: "where", class: "mam-review-count" }, where);
  }

  message() {
    const message = super.message();
    const { scene } = this;
    if (!message || this.lost || this.shown || this.notice || message.kind === "stop") return message;
    if (this.lastTrick) return scene.session.last_trick;
    if (openReview(scene)) return this.reading ? { ...reviewMessage(scene, this), kind: "info", ...this.reading } : reviewMessage(scene, this);
    if (message.kind === "hint") return { ...message, link: { name: "why", text: "Details", act: () => this.openTab("ruling") } };
    if (scene.session.is_over && !this.canStep) return { ...message, link: { name: "why", text: this.size === "S" ? "Count" : "How it is counted", act: () => this.openTab("score") } };
    return message;
  }

  /* At a real table nobody says beforehand which card would be wrong. */
  over(ruling, how) {
    if (!this.scene.session.real_table.is_real_round) super.over(ruling, how);
  }

  beside() {
    return handTable(this.scene);
  }

  overDock() {
    return this.popover === "misplay" ? claimPopover(this.scene, this) : super.overDock();
  }

  get panels() {
    const { scene } = this;
    return {
      ...super.panels,
      hint: () => hintPanel(scene),
      review: () => reviewPanel(scene, this),
      sheet: () => sheetPanel(scene, this),
      race: () => racePanel(scene),
      "all-hands": () => handsPanel(scene, this),
      recorded: () => scene.tools && scene.tools.record_move && h("p", { key: "recorded", class: "mam-quiet", "data-mam": "recorded" }, scene.tools.record_move),
      branches: () => branchPanel(scene.stepper, this),
    };
  }

  get acts() {
    return { ...super.acts, result: () => this.showResult(), settings: () => this.openNew(), step: ({ by = 0, to = this.scene.stepper.step + by }) => this.to(to) };
  }

  get canStep() {
    return this.scene.session.stage === "what-if";
  }

  to(step) {
    const { stepper } = this.scene;
    const wanted = Math.min(Math.max(0, step), stepper.last_step);
    if (this.canStep && wanted !== stepper.step) this.send({ do: "go_to_step", step: wanted });
  }

  settings() {
    return [opponentsPart(this.scene, this), realTablePart(this.scene, this), newMatch(this.scene, this), savedPart(this.scene, this)];
  }

  get home() {
    return '[data-mam="next"], [data-mam="hint"]';
  }

  /** Show all hands after the round, in a tab that comes forward; or hide them. */
  showHands(on) {
    this.tab = on ? "hands" : "score";
    if (isNarrow(this.size)) this.sheet = on ? "hands" : "";
  }

  /** The review has been opened: its list comes forward. */
  showReview() {
    if (isNarrow(this.size)) this.sheet = ""; // the score, perhaps, from which it was opened
    else this.tab = "review";
    this.draw();
  }

  /** Put the list of the review into the other order. */
  sortReview() {
    this.byTime = !this.byTime;
    this.draw();
  }

  /** Let each card of the opponents take so long. */
  setPace(milliseconds) {
    this.pace = milliseconds;
    this.draw();
  }

  /** Open the settings of a new match, and go there. */
  openNew() {
    this.tab = this.sheet = "";
    this.openTab("settings");
    this.part("edition").focus();
  }

  pickFor(what, value) {
    this.picked[what] = value;
    this.draw();
  }

  begin(seat, skill_level) {
    const field = this.input("begin-seed");
    this.send({ do: "begin", seat, skill_level, seed: field.value });
    field.value = "";
    this.picked = {};
    this.closeTab();
  }
}

export default { render: renderAs(Play) };
