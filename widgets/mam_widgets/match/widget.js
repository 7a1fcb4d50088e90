// Play: a whole match against players, at the learner's pace, with hints, undo, rulings, the score and a review.

import { Board } from "../shared/ui/board.js";
import { HAND_KEYS, actButton, helpButton } from "../shared/ui/buttons.js";
import { emblemPlate, formatAmount } from "../shared/ui/cards.js";
import { editionSwitch } from "../shared/ui/editions.js";
import { h } from "../shared/ui/elements.js";
import { isNarrow } from "../shared/ui/frame.js";
import { countPanel } from "../shared/ui/panels.js";
import { openHands, tableTop } from "../shared/ui/table.js";
import { renderAs } from "../shared/ui/view.js";
import { branchPanel, stepButtons } from "../stepper/bar.js";
import {
  REVIEW_KEYS,
  backButton,
  leaveTimeline,
  nextMistakeButton,
  openReview,
  reviewHelpers,
  reviewKeys,
  reviewMessage,
  reviewPanel,
  reviewStage,
} from "./review.js";
import { labeledField, selectField, switchRow } from "./fields.js";
import { claimButton, claimPopover, realTablePart } from "./real_table.js";
import { hintPanel, racePanel, reviewRound, sheetPanel } from "./sheet.js";

/** @import { Scene } from "../shared/ui/scene.js" */

/* Why no hint can be asked for now; nothing if it can. */
function whyNoHint({ can_hint, busy }) {
  if (can_hint && busy !== "hint") return "";
  return busy ? "Computing…" : "You can ask for a hint on your turn.";
}

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
 * Who takes the last trick of the round.
 * @param {Scene} scene
 */
function lastTrickMessage({ history, trick, seats, unit, viewer }) {
  const { seat } = trick.find((card) => card.is_winning) || {};
  const { name } = seats.find((each) => each.seat === seat) || {};
  const sentence = !name ? "Nobody takes the last trick." : seat === viewer ? "You take the last trick." : `${name} takes the last trick.`;
  const { trick_value } = history.reduce((last, each) => (each.number > last.number ? each : last));
  return { kind: "ok", what: sentence, why: unit === "tricks" ? "" : `It is worth ${formatAmount(trick_value, unit)}.` };
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
  const rounds = session.is_over && !session.practice ? finished : [...finished, ["0", "This round"]];
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

const PLAY_KEYS = [
  ["the next move, trick or deal", "n"],
  ["to my turn", "m"],
  ["a hint", "h"],
  ["undo", "u"],
  ["explain the last ruling", "e"],
  ["review the last round", "r"],
  ["pass", "p"],
];

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
    if (this.isBehind(this.model.get("scene"))) return;
    const { next_button: button } = (this.scene && this.scene.session) || {};
    const active = this.active();
    const dealt = button && button.do === "next_round" && active && active.dataset.mam === "next";
    const wasReviewing = this.scene && openReview(this.scene);
    const given = this.model.get("scene");
    this.lastTrick = this.endsRound(given);
    if (this.scene && given && given.session.is_over && !this.scene.session.is_over && this.tab !== "settings") this.tab = ""; // the score comes forward, whatever was read in the play
    super.take();
    if (!wasReviewing && openReview(this.scene)) this.showReview();
    this.goOn();
    const call = dealt && this.find('[data-mam="call"]:not([aria-disabled])');
    if (call) this.goTo(call);
  }

  /* Whether a scene answers an earlier click than the one whose decision is drawn already. */
  isBehind(given) {
    const review = given && openReview(given);
    const isBehind = this.ahead >= 0 && Boolean(review) && review.index !== this.ahead && performance.now() - this.askedAt < AHEAD;
    if (!isBehind) this.ahead = -1;
    return isBehind;
  }

  /** Draw a decision of the review before Python has answered. */
  showDecision(index) {
    const near = (this.model.get("near") || {})[index];
    const { scene } = this;
    const review = openReview(scene);
    if (!near || !review) return;
    const { moment, step, ...table } = near;
    this.ahead = index;
    super.take({ ...scene, ...table, cards: { ...scene.cards, ...table.cards }, stepper: { ...scene.stepper, step }, session: { ...scene.session, review: { ...review, index, moment } } });
  }

  /* Whether a scene brings the last card of the round that is shown: a trick, not a claim of several. */
  endsRound(scene) {
    const before = this.scene;
    if (!before || !scene || scene.session.what_if || openReview(before) || openReview(scene)) return false;
    if (!scene.count || before.count || !scene.is_trick_complete) return false;
    const cards = scene.stepper.step - before.stepper.step;
    return cards > 0 && cards <= scene.trick.length;
  }

  /* Cards of the opponents arrive one after another; a forced card of the person's own too, if that is wanted. A complete trick stays long enough to be seen. */
  goOn() {
    clearTimeout(this.pacing);
    const { next_button, forced_move, auto_play } = this.scene.session;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const act = this.lastTrick ? auto_play && (() => this.showResult()) : forced_move ? () => this.move(forced_move) : next_button && next_button.auto && (() => this.send({ do: "step" }));
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
    super.send(message);
    this.pacing = setTimeout(() => this.goOn(), 1500); // if nothing changed, there is no new scene
  }

  end() {
    clearTimeout(this.pacing);
    super.end();
  }

  headerTools() {
    const { sheet, practice, what_if } = this.scene.session;
    if (what_if) return [backButton(this, "close_what_if")];
    if (practice) return [backButton(this)];
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

  helpers() {
    const { session, tools, stepper } = this.scene;
    if (session.what_if)
      return [
        stepButtons(this.scene, this),
        helpButton("undo", "Undo", "undo", { do: "undo" }, this, { whyNot: tools.undo.why_not }),
        !isNarrow(this.size) && !this.scene.calls && h("span", { key: "where", class: "mam-review-count" }, stepper.label),
      ];
    if (openReview(this.scene)) return reviewHelpers(this.scene, this);
    const undo = helpButton("undo", "Undo", "undo", { do: "undo" }, this, { whyNot: !session.can_undo && "Nothing to undo in this round." });
    if (session.is_over)
      return [
        undo,
        helpButton("all-hands", session.hands ? "Hide hands" : "Show all hands", "eye", () => this.showHands(!session.hands), this, {
          "aria-pressed": session.hands ? "true" : "false",
        }),
        helpButton("record", "Save record", "save", { do: "record" }, this),
      ];
    return [
      helpButton("hint", session.busy === "hint" ? "Computing…" : "Hint", "bulb", { do: "hint" }, this, { whyNot: whyNoHint(session) }),
      undo,
      session.can_claim && helpButton("claim", "Claim the rest", "ok", { do: "claim" }, this),
      claimButton(this.scene, this),
    ];
  }

  message() {
    const message = super.message();
    const { scene } = this;
    if (!message || this.lost || this.shown || this.notice || message.kind === "stop") return message;
    if (this.lastTrick) return lastTrickMessage(scene);
    if (openReview(scene)) return { ...reviewMessage(scene, this), ...(this.reading && { kind: "info", ...this.reading }) };
    if (message.kind === "hint") return { ...message, link: { name: "why", text: "Details", act: () => this.openTab("ruling") } };
    if (scene.session.is_over && !scene.session.what_if) return { ...message, link: { name: "why", text: this.size === "S" ? "Count" : "How it is counted", act: () => this.openTab("score") } };
    return message;
  }

  actions() {
    const { scene } = this;
    const { session } = scene;
    if (this.lastTrick) return [actButton("next", "Next", () => this.showResult(), this, { primary: true, class: "mam-button mam-primary mam-next", "data-move": "result" })];
    const moves = super.actions().filter(Boolean);
    if (moves.length) return moves;
    if (session.what_if)
      return [
        scene.stepper.branch && this.size !== "S" && actButton("back-to-record", "Back to the record", { do: "back" }, this),
        actButton("close-what-if", this.size === "S" ? "Review" : "Back to the review", { do: "close_what_if" }, this, { primary: true }),
      ];
    const { next_button, rounds } = session;
    if (openReview(scene)) return [nextMistakeButton(scene, this), this.nextButton()];
    return [
      session.is_over
        ? !session.practice && actButton("review", "Review", { do: "review" }, this, { whyNot: rounds.at(-1)?.why_not })
        : session.to_turn !== null &&
          !(session.real_table.is_real_round && this.size === "S") && // its room is the claim's
          actButton("to-turn", "To my turn", { do: "to_turn" }, this, { whyNot: !session.to_turn && "It is your turn." }),
      next_button && next_button.auto ? actButton("pause", "Pause", { do: "auto_play", is_on: false }, this, { class: "mam-button mam-next" }) : this.nextButton(),
    ];
  }

  /* The button that goes on; at the end of the match it begins another. */
  nextButton() {
    const { next_button } = this.scene.session;
    if (!next_button) return actButton("another", "New match", () => this.openNew(), this, { primary: true, class: "mam-button mam-primary mam-next" });
    const { do: kind, text } = next_button;
    return actButton("next", this.size === "S" ? text.replace(/^Back to the (.)/, (_, first) => first.toUpperCase()) : text, kind ? { do: kind } : () => {}, this, {
      "aria-label": text,
      primary: Boolean(kind),
      whyNot: !kind && "It is your turn: play a card.",
      class: kind ? "mam-button mam-primary mam-next" : "mam-button mam-next",
    });
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

  tabs() {
    const { scene } = this;
    const [ruling, tricks, auction, open] = super.tabs();
    const { hands, review, is_over, what_if } = scene.session;
    if (what_if) return this.whatIfTabs([ruling, tricks, open, auction]);
    const handsTab = hands && { id: "hands", title: "Hands", parts: [handsPanel(scene, this)] };
    const dummies = !is_over && scene.seats.some((seat) => seat.open_cards && seat.open_cards.length > 0) && open;
    const narrow = isNarrow(this.size); // there, the first three stand in the navigation
    const rulingTab = { ...ruling, parts: [hintPanel(scene), ...ruling.parts] };
    return [
      review && { id: "review", title: "Review", parts: [reviewPanel(scene, this)] },
      !(narrow && review) && rulingTab,
      !narrow && dummies,
      { ...tricks, parts: tricks.parts.slice(0, -1) },
      !narrow && review && handsTab,
      { id: "score", title: "Score", heading: "Match score", left: true, forward: is_over, parts: [sheetPanel(scene, this), racePanel(scene), countPanel(scene)] },
      narrow && review && rulingTab,
      narrow && dummies,
      !review && this.oddsTab(),
      !review && auction,
      (narrow || !review) && handsTab,
    ].filter(Boolean);
  }

  /* As in the stepper: what the record does here, and which what-ifs were tried, stand under the ruling. */
  whatIfTabs([ruling, tricks, open, auction]) {
    const { tools, stepper } = this.scene;
    const recorded = tools.record_move && h("p", { key: "recorded", class: "mam-quiet", "data-mam": "recorded" }, tools.record_move);
    return [{ ...ruling, parts: [...ruling.parts, recorded, branchPanel(stepper, this)] }, tricks, open, auction].filter(Boolean);
  }

  get canStep() {
    return this.scene.session.what_if;
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

  get keyWords() {
    return openReview(this.scene) ? [...REVIEW_KEYS, ...PLAY_KEYS] : [...PLAY_KEYS, ...HAND_KEYS];
  }

  keys() {
    const press = (hook) => () => {
      const button = this.part(hook);
      if (button) button.click();
    };
    const pass = () => this.find('[data-mam="call"][data-move="pass"]')?.click();
    const review = () => {
      const { rounds, practice } = this.scene.session;
      reviewRound(practice ? 1 : rounds.length, this);
    };
    const keys = { p: pass, r: review, n: press("next"), m: press("to-turn"), h: press("hint"), u: press("undo"), e: () => this.explain() };
    if (this.scene.session.what_if) return { ...keys, ...this.whatIfKeys() };
    return openReview(this.scene) ? { ...keys, ...reviewKeys(this) } : keys;
  }

  whatIfKeys() {
    const { stepper } = this.scene;
    const { Escape: closeOpen } = this.frameKeys();
    const isAnythingOpen = () => this.help || this.popover || this.sheet || this.tab === "settings" || this.isFull;
    return {
      ".": () => this.to(stepper.step + 1),
      ",": () => this.to(stepper.step - 1),
      b: () => stepper.branch && this.send({ do: "back" }),
      Escape: () => (isAnythingOpen() ? closeOpen() : this.send({ do: "close_what_if" })),
    };
  }

  /** Bring the scene's ruling back and say it. */
  explain() {
    const { head, text } = this.scene.ruling;
    this.shown = null;
    this.openTab("ruling");
    this.say([head, text].filter(Boolean).join(" "));
  }

  /** Show all hands after the round, in a tab that comes forward; or hide them. */
  showHands(on) {
    this.send({ do: "all_hands", is_on: on });
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
