// Play: a whole match against players, at the learner's pace, with hints, undo, rulings, the score and a review.

import { moneyRace, tableHand, tableMessage, tableMoves, tablePanels, tablePopover, tableStage } from "../shared/ui/board.js";
import { HAND_KEYS, actButton } from "../shared/ui/buttons.js";
import { emblemPlate, formatAmount } from "../shared/ui/cards.js";
import { editionSwitch } from "../shared/ui/editions.js";
import { h } from "../shared/ui/elements.js";
import { segmentRow } from "../shared/ui/fields.js";
import { activeElement } from "../shared/ui/focus.js";
import { isNarrow } from "../shared/ui/frame.js";
import { openHands, tableTop } from "../shared/ui/table.js";
import { renderWidget } from "../shared/ui/mount.js";
import { branchPanel } from "../stepper/bar.js";
import { leaveTimeline, openReview, reviewMessage, reviewPanel, reviewStage } from "./review.js";
import { labeledField, makePlayState, selectField, switchRow } from "./fields.js";
import { copyHandIn, handInPanel, makeHandIn, saveHandIn, shareHandIn } from "./hand_in.js";
import { claimPopover, realTablePart } from "./real_table.js";
import { hintPanel, racePanel, sheetPanel } from "./sheet.js";

/** @import { Scene } from "../shared/ui/scene.js" */
/** @import { Play } from "./fields.js" */

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
  const levels = session.skill_levels.map(({ name, text }) => ({ id: name, text, more: { "data-name": name } }));
  return h(
    "section",
    { key: "opponents", class: "mam-settings-part", "aria-label": "Opponents" },
    h("h4", null, session.skill_level ? "Opponents" : "Opponents: mixed skill levels"),
    segmentRow("skill_level", "settings", "Skill level", levels, session.skill_level, (name) => ui.send({ do: "skill_level", name })),
    switchRow("auto-play", "Auto-play opponents", "stops at your turn and after each trick", session.auto_play, (on) => ui.send({ do: "auto_play", is_on: on })),
    switchRow("auto-forced", "Play my only legal card", "", session.auto_forced, (on) => ui.send({ do: "auto_forced", is_on: on })),
    labeledField("pace", "Speed", selectField("pace", "settings", PACES, String(ui.local.pace), (value) => ui.set({ pace: Number(value) })), ui),
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
  const chosen = rounds.some(([value]) => value === ui.local.picked.round) ? ui.local.picked.round : rounds.at(-1)[0];
  return h(
    "section",
    { key: "saved", class: "mam-settings-part mam-saved", "aria-label": "Saving" },
    h("p", { class: "mam-quiet", "data-mam": "saved" }, session.save_status || "This match is not saved."),
    rounds.length > 1 && labeledField("record-round", "Record of", selectField("record-round", "settings", rounds, chosen, pickFor("round", ui)), ui),
    actButton("record", "Save record", { do: "record", number: Number(chosen) }, ui, { "data-area": "settings" }),
  );
}

/* Pick for the next match, or a record. */
const pickFor = (what, ui) => (value) => ui.set({ picked: { ...ui.local.picked, [what]: value } });

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
  const seat = among(seats, ui.local.picked.seat, new_match.seat);
  const skill_level = among(skill_levels, ui.local.picked.skill_level, new_match.skill_level);
  return h(
    "div",
    { key: "begin", class: "mam-begin" },
    labeledField("begin-seat", "Your seat", selectField("begin-seat", "begin", seats, seat, pickFor("seat", ui)), ui),
    labeledField("begin-skill_level", "Skill level", selectField("begin-skill_level", "begin", skill_levels, skill_level, pickFor("skill_level", ui)), ui),
    labeledField("begin-seed", ["Seed ", h("span", { class: "mam-quiet" }, "optional")], seedField, ui),
    h(
      "div",
      { key: "start", class: "mam-saved" },
      h("p", { class: "mam-quiet" }, new_match.gives_up ? "Ends the current match. Undo brings it back." : ""),
      actButton("begin", "Start match", () => beginMatch(seat, skill_level, ui), ui, { "data-area": "begin" }),
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

/* What the pointer reads of the timeline is read no more when it leaves. */
function watchPointer(ui) {
  const leave = (event) => ui.reading && openReview(ui.scene) && leaveTimeline(event, ui);
  ui.root.addEventListener("pointerover", leave);
  ui.root.addEventListener("pointerleave", leave);
  ui.cleanups.push(() => clearTimeout(ui.local.pacing));
}

/* The button that dealt has nothing more to do: whoever is to call goes on from the first call. */
function receiveScene(ui, given) {
  if (isBehind(ui, given)) return;
  const before = ui.scene;
  const hasDealt = before && given && before.session.is_over && !given.session.is_over && activeElement(ui)?.dataset.mam === "next";
  ui.local.lastTrick = endsRound(ui, given);
  if (before && given && given.session.is_over && !before.session.is_over && ui.tab !== "settings") ui.tab = ""; // the score comes forward, whatever was read in the play
  ui.show(given);
  if (!(before && openReview(before)) && openReview(ui.scene)) showReview(ui);
  goOn(ui);
  const call = hasDealt && ui.find('[data-mam="call"]:not([aria-disabled])');
  if (call) ui.goTo(call);
}

/* Whether a scene answers an earlier click than the one whose decision is drawn already. */
function isBehind(ui, given) {
  const review = given && openReview(given);
  const behind = ui.local.drawnIndex >= 0 && Boolean(review) && review.index !== ui.local.drawnIndex && performance.now() - ui.local.askedTime < AHEAD;
  if (!behind) ui.local.drawnIndex = -1;
  return behind;
}

/* Whether a decision is asked for that was not just asked for, however the pointer trembles: it is drawn ahead. */
function drawsAhead(ui, index) {
  const review = openReview(ui.scene);
  if (review && index === review.index) return false;
  if (ui.local.askedIndex === index && performance.now() - ui.local.askedTime < 500) return false;
  ui.local.askedIndex = index;
  ui.local.askedTime = performance.now();
  showDecision(ui, index);
  return true;
}

/** Draw a decision of the review before Python has answered. */
function showDecision(ui, index) {
  const near = (ui.model.get("near") || {})[index];
  const { scene } = ui;
  const review = openReview(scene);
  if (!near || !review) return;
  const { moment, step, ...table } = near;
  ui.local.drawnIndex = index;
  ui.show({ ...scene, ...table, message: scene.message, cards: { ...scene.cards, ...table.cards }, stepper: { ...scene.stepper, step }, session: { ...scene.session, review: { ...review, index, moment } } });
}

/* Whether a scene brings the last card of the round that is shown: a trick, not a claim of several. */
function endsRound(ui, scene) {
  const before = ui.scene;
  if (!before || !scene || !scene.session.last_trick || openReview(before)) return false;
  if (!scene.count || before.count || !scene.is_trick_complete) return false;
  const cards = scene.stepper.step - before.stepper.step;
  return cards > 0 && cards <= scene.trick.length;
}

/* Cards of the opponents arrive one after another; a forced card of the person's own too, if that is wanted. A complete trick stays long enough to be seen. */
function goOn(ui) {
  clearTimeout(ui.local.pacing);
  const { auto, auto_play } = ui.scene.session;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const play = auto && (() => (auto.do === "move" ? ui.move(auto.move) : ui.send({ do: "step" })));
  const act = ui.local.lastTrick ? auto_play && (() => showResult(ui)) : play;
  const pace = ui.scene.is_trick_complete ? Math.max(LEAST_TRICK_PACE, TRICK_PACE * ui.local.pace) : still ? 0 : ui.local.pace;
  if (act) ui.local.pacing = setTimeout(act, pace);
}

/** The last trick was seen: the result takes its place. */
function showResult(ui) {
  clearTimeout(ui.local.pacing);
  ui.local.lastTrick = false;
  ui.draw();
}

/* What the person asks for comes before the next card of the opponents: that one is asked for again after the answer. */
function beforeSend(ui, message) {
  clearTimeout(ui.local.pacing);
  if (message.do === "go_to_decision" && !drawsAhead(ui, message.index)) return false;
  if (message.do === "all_hands") showHands(ui, message.is_on);
  ui.local.pacing = setTimeout(() => goOn(ui), 1500); // if nothing changed, there is no new scene
  return true;
}

function drawTools(ui) {
  const { sheet, stage } = ui.scene.session;
  if (stage === "what-if" || stage === "practice") return [];
  if (sheet.columns.length > 3) return [];
  return [
    actButton("score", [
      sheet.columns.map((column, index) => h("span", { key: column.name }, sheet.columns.length === 2 && h("i", { class: "mam-side-sign", "data-side": index ? "B" : "A" }), column.text, h("b", null, String(sheet.totals[index]).replace("-", "−")))),
    ], () => ui.openTab("score"), ui, {
      class: "mam-header-score",
      "data-area": "header",
      "aria-label": `Match score: ${sheet.columns.map((column, index) => `${column.text} ${sheet.totals[index]}`).join(", ")}`,
    }),
  ];
}

function drawStage(ui) {
  if (ui.local.lastTrick) return [tableTop(ui.scene, ui)];
  return openReview(ui.scene) ? [reviewStage(ui.scene, ui)] : tableStage(ui);
}

function drawHand(ui) {
  if (ui.local.lastTrick) return h("div", { key: "empty-hand" }); // its room stays
  return openReview(ui.scene) ? null : tableHand(ui);
}

function listActions({ scene, local }) {
  return local.lastTrick ? scene.session.last_trick_actions : scene.actions;
}

function drawMoves(ui) {
  return ui.local.lastTrick ? [] : tableMoves(ui);
}

function drawBesideHelp(ui) {
  const { scene } = ui;
  if (isNarrow(ui.size) || scene.calls) return null;
  const review = openReview(scene);
  const where = review ? `Decision ${review.index + 1} of ${review.points.length}` : scene.session.stage === "what-if" && scene.stepper.label;
  return where && h("span", { key: "where", class: "mam-review-count" }, where);
}

function writeMessage(ui) {
  const message = tableMessage(ui);
  const { scene } = ui;
  if (!message || ui.lost || ui.shown || ui.notice || message.kind === "stop") return message;
  if (ui.local.lastTrick) return scene.session.last_trick;
  if (openReview(scene)) return ui.reading ? { ...reviewMessage(scene, ui), kind: "info", ...ui.reading } : reviewMessage(scene, ui);
  if (message.kind === "hint") return { ...message, link: { name: "why", text: "Details", act: () => ui.openTab("ruling") } };
  if (scene.session.is_over && !isWhatIf(ui)) return { ...message, link: { name: "why", text: ui.size === "S" ? "Count" : "How it is counted", act: () => ui.openTab("score") } };
  return message;
}

function drawPopover(ui) {
  return ui.popover === "misplay" ? claimPopover(ui.scene, ui) : tablePopover(ui);
}

function listPanels(ui) {
  const { scene } = ui;
  return {
    ...tablePanels(ui, () => handTable(scene)),
    hint: () => hintPanel(scene),
    review: () => reviewPanel(scene, ui),
    sheet: () => sheetPanel(scene, ui),
    race: () => racePanel(scene),
    "all-hands": () => handsPanel(scene, ui),
    "hand-in": () => handInPanel(scene, ui),
    recorded: () => scene.tools && scene.tools.record_move && h("p", { key: "recorded", class: "mam-quiet", "data-mam": "recorded" }, scene.tools.record_move),
    branches: () => branchPanel(scene.stepper, ui),
  };
}

function isWhatIf(ui) {
  return ui.scene.session.stage === "what-if";
}

function goToStep(ui, step) {
  const { stepper } = ui.scene;
  const wanted = Math.min(Math.max(0, step), stepper.last_step);
  if (isWhatIf(ui) && wanted !== stepper.step) ui.send({ do: "go_to_step", step: wanted });
}

function drawSettings(ui) {
  return [opponentsPart(ui.scene, ui), realTablePart(ui.scene, ui), newMatch(ui.scene, ui), savedPart(ui.scene, ui)];
}

/** Show all hands after the round, in a tab that comes forward; or hide them. */
function showHands(ui, on) {
  ui.tab = on ? "hands" : "score";
  if (isNarrow(ui.size)) ui.sheet = on ? "hands" : "";
}

/** The review has been opened: its list comes forward. */
function showReview(ui) {
  if (isNarrow(ui.size)) ui.sheet = ""; // the score, perhaps, from which it was opened
  else ui.tab = "review";
  ui.draw();
}

/** Open the settings of a new match, and go there. */
function openNew(ui) {
  ui.tab = ui.sheet = "";
  ui.openTab("settings");
  ui.part("edition").focus();
}

/** Open what hands in, and go to the name; a second tap closes nothing. */
function openHandIn(ui) {
  if (isNarrow(ui.size)) ui.sheet = "hand-in";
  else ui.tab = "hand-in";
  ui.draw();
  ui.part("hand-in-name").focus();
}

/* Begin another match with what was picked. */
function beginMatch(seat, skill_level, ui) {
  const field = ui.input("begin-seed");
  ui.send({ do: "begin", seat, skill_level, seed: field.value });
  field.value = "";
  ui.local.picked = {};
  ui.closeTab();
}

export default {
  render: renderWidget({
    local: makePlayState,
    name: "mam-play-table",
    home: '[data-mam="next"], [data-mam="hint"]',
    keyWords: HAND_KEYS,
    start: watchPointer,
    receive: receiveScene,
    beforeSend,
    explainsMoves: (ui) => !ui.scene.session.real_table.is_real_round, // at a real table nobody says beforehand which card would be wrong
    headerTools: drawTools,
    race: moneyRace,
    stage: drawStage,
    message: writeMessage,
    hand: drawHand,
    actions: listActions,
    moves: drawMoves,
    besideHelp: drawBesideHelp,
    overDock: drawPopover,
    panels: listPanels,
    settings: drawSettings,
    canStep: isWhatIf,
    goToStep,
    acts: { result: showResult, settings: openNew, handIn: openHandIn, makeHandIn, copyHandIn, shareHandIn, saveHandIn, step: (ui, { by = 0, to = ui.scene.stepper.step + by }) => goToStep(ui, to) },
  }),
};
