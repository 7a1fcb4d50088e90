// Play: a whole match against players, at the learner's pace, with hints, undo, rulings, the score and a review.

import { Board, pastAuction, renderAs } from "../shared/ui/board.js";
import { HAND_KEYS, actButton, keysButton, keysHelp } from "../shared/ui/buttons.js";
import { icon } from "../shared/ui/cards.js";
import { editionSwitch } from "../shared/ui/editions.js";
import { h } from "../shared/ui/elements.js";
import { isLetterGame } from "../shared/ui/letters.js";
import { countPanel } from "../shared/ui/panels.js";
import { progressBar } from "../shared/ui/plots.js";
import { openHands } from "../shared/ui/table.js";
import { figureTable, hintPanel, sheetPanel } from "./sheet.js";

/** @import { Scene } from "../shared/ui/scene.js" */

const checkMark = (on) => h("span", { class: "mam-check", "aria-hidden": "true" }, on && icon("ok", 14));

/* Why no hint can be asked for now; nothing if it can. */
function whyNoHint({ can_hint, busy }) {
  if (can_hint && busy !== "hint") return "";
  return busy ? "Computing…" : "You can ask for a hint on your turn.";
}

/**
 * What happened and who is next, the button that goes on, and the three ways to help oneself.
 * @param {Scene} scene
 * @param {Play} ui
 */
function paceBar(scene, ui) {
  const { session } = scene;
  const { next } = session;
  return h(
    "section",
    {
      key: "pace",
      class: "mam-panel mam-pace",
      "data-mam": "pace",
      "data-step": scene.stepper.at,
      "aria-label": "Next move",
    },
    h("p", { key: "status", class: "mam-status", "data-mam": "status" }, session.status),
    h(
      "div",
      { key: "buttons", class: "mam-actions" },
      next &&
        actButton("next", next.text, next.do ? { do: next.do } : () => {}, ui, {
          class: next.do ? "mam-button mam-primary mam-next" : "mam-button mam-next",
          off: !next.do && "It is your turn.",
        }),
      !next &&
        actButton("another", "New match", () => ui.openNew(), ui, {
          class: "mam-button mam-primary mam-next",
        }),
      session.to_turn !== null &&
        actButton("to-turn", "To my turn", { do: "to_turn" }, ui, {
          off: !session.to_turn && "It is your turn.",
        }),
      actButton("hint", session.busy === "hint" ? "Computing…" : "Hint", { do: "hint" }, ui, {
        off: whyNoHint(session),
      }),
      actButton("undo", "Undo", { do: "undo" }, ui, {
        off: !session.can_undo && "Nothing to undo in this round.",
      }),
      actButton("why", "Explain", () => ui.explain(), ui, { "aria-label": "Explain the last ruling" }),
    ),
    !session.over &&
      h(
        "label",
        { key: "others", class: "mam-tick-box" },
        h("input", {
          type: "checkbox",
          "data-mam": "auto-play",
          "data-area": "pace-more",
          live: { checked: session.auto_play },
          on: { change: (event) => ui.send({ do: "auto_play", on: event.target.checked }) },
        }),
        h(
          "span",
          null,
          "Auto-play opponents",
          !isLetterGame(scene) && ", or a trick is complete",
        ),
      ),
  );
}

/**
 * After the round: what may be looked at now, and what each decision cost.
 * @param {Scene} scene
 * @param {Play} ui
 */
function afterPanel(scene, ui) {
  const { session } = scene;
  if (!session.over) return null;
  const { review } = session;
  const looking = session.busy === "review";
  return h(
    "section",
    { key: "after", class: "mam-panel mam-after", "data-mam": "after", "aria-label": "Review" },
    h("h4", null, "Review"),
    h(
      "div",
      { key: "buttons", class: "mam-actions" },
      actButton("review", looking ? "Computing…" : "Review my play", { do: "review" }, ui, {
        off: looking && "Computing the review…",
      }),
      actButton("all-hands", [checkMark(session.hands), "Show all hands"], { do: "all_hands", on: !session.hands }, ui, {
        "aria-pressed": session.hands ? "true" : "false",
      }),
      actButton("record", "Save record", { do: "record" }, ui),
    ),
    looking &&
      review &&
      progressBar({
        key: "progress",
        done: review.of ? review.done / review.of : 1,
        label: "Decisions reviewed",
        text: `${review.done} of ${review.of}`,
      }),
    review && review.sum && h("p", { key: "sum", class: "mam-result", "data-mam": "review" }, review.sum),
    review &&
      review.rows.length > 0 && [
        figureTable("review", ["Your move and the better one", "Cost"], review.rows),
        h("p", { key: "note", class: "mam-quiet" }, review.note),
      ],
  );
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

/** @param {Play} ui */
function labeledField(hook, label, field, ui) {
  const id = `${ui.uid}-${hook}`;
  return h("span", { key: hook, class: "mam-bottom" }, h("label", { for: id }, label), field(id));
}

const selectField = (hook, area, options, value, change) => (id) =>
  h(
    "select",
    {
      id,
      class: "mam-field",
      "data-mam": hook,
      "data-area": area,
      live: { value },
      on: { change: (event) => change(event.target.value) },
    },
    options.map(([name, text]) => h("option", { key: name, value: name, selected: name === value }, text)),
  );

/**
 * How strong the others are, the keys, where the match is kept.
 * @param {Scene} scene
 * @param {Play} ui
 */
function playSettings(scene, ui) {
  const { session } = scene;
  const skill_levels = session.skill_levels.map((skill_level) => [skill_level.name, skill_level.text]);
  if (!session.skill_level) skill_levels.unshift(["", "mixed"]);
  const change = (name) => name && ui.send({ do: "skill_level", name });
  return h(
    "div",
    { key: "settings", class: "mam-settings" },
    labeledField(
      "skill_level",
      "Skill level",
      selectField("skill_level", "settings", skill_levels, session.skill_level, change),
      ui,
    ),
    keysButton(ui, "settings"),
    session.saved && h("p", { key: "kept", class: "mam-quiet mam-kept", "data-mam": "saved" }, session.saved),
  );
}

const seedField = (id) =>
  h("input", {
    id,
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    class: "mam-field mam-seed",
    "data-mam": "begin-seed",
    "data-area": "begin",
  });

/**
 * What a new match begins with; it takes the place of the one on the table.
 * @param {Scene} scene
 * @param {Play} ui
 */
function beginPart(scene, ui) {
  const { begin } = scene.session;
  const seats = begin.seats.map(({ seat, text }) => [seat, text]);
  const skill_levels = begin.skill_levels.map(({ name, text }) => [name, text]);
  const among = (options, name, usual) => (options.some(([option]) => option === name) ? name : usual);
  const seat = among(seats, ui.picked.seat, begin.seat);
  const skill_level = among(skill_levels, ui.picked.skill_level, "rulebook");
  const pick = (what) => (value) => ui.pickFor(what, value);
  return h(
    "div",
    { key: "begin", class: "mam-begin" },
    h(
      "div",
      { class: "mam-actions" },
      labeledField("begin-seat", "Your seat", selectField("begin-seat", "begin", seats, seat, pick("seat")), ui),
      labeledField(
        "begin-skill_level",
        "Opponents",
        selectField("begin-skill_level", "begin", skill_levels, skill_level, pick("skill_level")),
        ui,
      ),
      labeledField("begin-seed", "Seed (optional)", seedField, ui),
      actButton("begin", "Start match", () => ui.begin(seat, skill_level), ui, { "data-area": "begin" }),
    ),
    begin.gives_up && h("p", { class: "mam-quiet" }, "This ends the current match."),
  );
}

/**
 * @param {Scene} scene
 * @param {Play} ui
 */
function newMatch(scene, ui) {
  return h(
    "details",
    {
      key: "new",
      class: "mam-new",
      "data-mam": "new-match",
      live: { open: ui.beginning },
      on: { toggle: (event) => (ui.beginning = event.target.open) },
    },
    h("summary", { "data-area": "begin" }, "New match"),
    editionSwitch(scene, ui, beginPart(scene, ui)),
  );
}

const PLAY_KEYS = [
  ["the next move, trick or deal", "n"],
  ["to my turn", "m"],
  ["a hint", "h"],
  ["undo", "u"],
  ["explain the last ruling", "e"],
];

class Play extends Board {
  constructor(model, el) {
    super(model, el);
    this.picked = {}; // seat and skill_level picked for the next match, not yet begun
    this.beginning = false; // whether the part for a new match is open
  }

  get name() {
    return "mam-play-table";
  }

  /* The button that dealt has nothing more to do: whoever is to call goes on from the first call. */
  take() {
    const { next } = (this.scene && this.scene.session) || {};
    const active = this.active();
    const dealt = next && next.do === "next_round" && active && active.dataset.mam === "next";
    super.take();
    const call = dealt && this.find('[data-mam="call"]:not([aria-disabled])');
    if (call) this.goTo(call);
  }

  bar() {
    const { scene } = this;
    return [
      paceBar(scene, this),
      hintPanel(scene),
      countPanel(scene),
      afterPanel(scene, this),
      handsPanel(scene, this),
    ];
  }

  side() {
    const [ruling, ...rest] = super.side();
    return [ruling, sheetPanel(this.scene), ...rest];
  }

  below() {
    const { scene } = this;
    return [
      playSettings(scene, this),
      newMatch(scene, this),
      keysHelp(this),
      pastAuction(scene),
    ];
  }

  get home() {
    return '[data-mam="next"], [data-mam="hint"]';
  }

  get keyWords() {
    return [...PLAY_KEYS, ...HAND_KEYS];
  }

  keys() {
    const press = (hook) => () => {
      const button = this.part(hook);
      if (button) button.click();
    };
    return { n: press("next"), m: press("to-turn"), h: press("hint"), u: press("undo"), e: press("why") };
  }

  /** Bring the scene's ruling back and say it. */
  explain() {
    const { head, text } = this.scene.ruling;
    this.shown = null;
    this.say([head, text].filter(Boolean).join(" "));
    const panel = this.part("ruling");
    if (panel) panel.scrollIntoView({ block: "nearest" });
  }

  /** Open the part for a new match, and go there. */
  openNew() {
    this.beginning = true;
    this.draw();
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
    this.beginning = false;
  }
}

export default { render: renderAs(Play) };
