// View: the six bands of a study, drawn from its scene and the stop that is on the table. Only the stage stretches.

import { CARD_FACTS } from "../shared/ui/art.js";
import { chip, face, icon, isHidden } from "../shared/ui/cards.js";
import { dockRegion } from "../shared/ui/dock.js";
import { h } from "../shared/ui/elements.js";
import { capitalize } from "../shared/ui/words.js";
import { drawCase, drawCaseSide } from "./case_view.js";
import { drawField, writeTyped } from "./field.js";
import { drawRound } from "./round_view.js";
import { drawSheet, drawTabs } from "./sheet.js";
import { drawShelf } from "./shelf.js";
import { drawAnswer, drawPrices, isSet } from "./prices.js";
import { drawAction, drawCards, drawHead, drawLink, drawMessage, drawStars, isLong, isShort, isWide, listRules } from "./parts.js";
import { countStars, findQuestion, isFromFile, isHand, isLastStop, listTricks, numberStage, phaseOf, standsAlone } from "./player.js";
import { drawFacts, drawTrick, isOurs, listHand, listLeft, nameCard, nameSeat, rulesOf, viewTable, writeAmount } from "./table.js";

/** @import { Study } from "./widget.js" */

/** @param {Study} ui */
const stopOf = (ui) => ui.stop;

/** The whole widget. @param {Study} ui */
export function drawStudy(ui) {
  const { scene } = ui;
  const isAsked = scene.study && !ui.isFinished && !ui.isPlaying && !ui.place;
  const page = !scene.study ? drawShelf(ui) : ui.isFinished ? drawFinished(ui) : ui.isPlaying ? [drawRound(ui), drawSide(ui)] : ui.place ? drawCase(ui) : drawBoard(ui);
  return h(
    "section",
    { key: "study", class: "mam-study", "data-size": ui.size, "data-mam": "study", "data-short": String(isShort(ui)), "aria-label": scene.title, style: { "--mam-h": `${ui.height}px`, "--least": `${isAsked ? findLeast(ui) : 0}px` } },
    [page].flat(2),
    (scene.study || ui.sheet === "keys") && drawSheet(ui),
    h("div", { key: "live", class: "mam-aside", "data-mam": "live", "aria-live": "polite", role: "status" }, ui.live),
  );
}

// Bands

function drawDots(ui) {
  const { study, progress } = ui.scene;
  const at = ui.stop.board;
  const dots = study.boards.map((board, k) => {
    const stars = progress[`${study.id}/${board.id}`];
    return h("i", { key: board.id, "data-state": k === at ? "now" : stars === undefined ? "open" : stars ? "done" : "missed" });
  });
  if (isWide(ui)) return h("span", { class: "mam-study-dots", role: "img", "aria-label": `Board ${at + 1} of ${study.boards.length}` }, dots);
  return drawLink(ui, "beside", { class: "mam-study-dots" }, dots);
}

const hides = (ui, what) => ui.scene.study.hide.includes(what);

// A board

function drawBoard(ui) {
  const { scene } = ui;
  const stop = stopOf(ui);
  const question = findQuestion(scene, stop);
  const listed = scene.shelf.stages.find((one) => one.id === scene.study.id);
  const place = standsAlone(scene.study) || isFromFile(listed) ? listed?.group || "" : `stage ${numberStage(scene.shelf.stages, scene.study.id)}`;
  const stage = scene.shelf.stages.length > 1 && ui.size !== "S" ? place : "";
  const { id, case: asked, questions } = scene.study.boards[stop.board];
  const view = viewStop(ui, question);
  return [
    asked ? drawHead(ui, id, asked.edition_name, questions.length > 1 ? `question ${stop.stop + 1} of ${questions.length}` : "") : drawHead(ui, scene.study.title, ui.queue ? `${ui.queue.length} left` : drawDots(ui), stage),
    h("div", { key: "goal", class: "mam-study-goal", "data-long": isLong(ui, question.text) }, h("h4", { "data-mam": "goal" }, question.text), question.given && !isTight(ui, question) && h("p", null, question.given)),
    h("div", { key: "stage", class: "mam-study-stage", "data-mam": "stage", "data-full": String(isFull(question)) }, hasBars(ui, question) ? drawPrices(ui, question.ask) : [drawFacts(ui, view), drawTrick(ui, view), question.is_typed && listHand(question).length > 0 ? drawField(ui, question) : drawChoices(ui, question, "stage")]),
    drawMessage(ui, { ...writeMessage(ui), link: drawLink(ui, "open-prices") }),
    h("div", { key: "hand", class: "mam-study-hand", "data-mam": "hand" }, drawHand(ui, question) || (question.is_typed ? drawField(ui, question) : drawChoices(ui, question, "hand"))),
    dockRegion(ui),
    drawSide(ui),
  ];
}

/* After a wrong card of a problem the hidden hands lie open, as they were when it was played; where there is little room, only they. */
const openHands = (table, layout, isSmall) => ({ ...table, unseen: [], hands: { ...table.hands, ...layout }, open: [...(isSmall ? [] : table.open), ...Object.keys(layout)] });

/* A problem on a phone: what is given stands in the stage until you answer, and no word beside the trick's value. */
/* Where no trick lies on the table and no room is beside it, the prices stand there once an answer is given. */
const hasBars = (ui, { ask }) => ui.stop.prices.length > 0 && ask !== "card" && !isWide(ui);

const isTight = (ui, { table }) => ui.size === "S" && Boolean(table.unseen);

/* The table at a stop, with the trick of the reply that is looked at. */
function viewStop(ui, { ask, table: asked, ...question }) {
  const stop = stopOf(ui);
  const { shown, trick: at, answer } = stop;
  const table = shown?.layout ? openHands(asked, shown.layout, ui.size === "S" || ui.height < 620) : shown?.table || asked;
  const tricks = listTricks({ table, ...question }, shown);
  const past = question.earlier || [];
  const { plays, result } = at < 0 ? { plays: past.at(at).plays, result: past.at(at) } : tricks[Math.min(at, tricks.length - 1)];
  const verdict = phaseOf(stop);
  const { hide } = ui.scene.study;
  const walk = (past.length > 0 || (tricks.length > 1 && shown)) && h(
    "span",
    { key: "walk", class: "mam-study-walk" },
    drawAction(ui, "trick-back"),
    h("span", null, past.length ? `Trick ${past.length + at + 1}` : `${isTight(ui, { table: asked }) ? "" : "Trick "}${at + 1} of ${tricks.length}`),
    drawAction(ui, "trick-next"),
  );
  const left = Object.fromEntries(Object.entries(table.hands).map(([seat, cards]) => [seat, listLeft(cards, shown ? tricks.slice(0, at + 1) : [], seat)]));
  return viewTable(table, {
    ...{ plays, result, left, showsTrick: (ask === "card" && !table.words) || table.trick.length > 0, isActing: ask === "card" && at === 0 && !(shown && shown.plays) },
    ...{ answer: ask === "card" && at === 0 ? answer : "", mark: verdict, fresh: at === 0 ? table.trick.length : -1 },
    isPast: Boolean(shown?.layout),
    given: isTight(ui, { table: asked }) && !shown ? question.given : "",
    hides: ask === "trump" ? ["trump", ...hide] : hide,
    hasLine: !(asked.unseen && !shown) && ask === "card" && (!hide.includes("value") || table.open.length > 0),
    showsSeats: ask === "seat" && !table.trick.length,
    extra: walk,
  });
}

/* How wide an answer is, in letters: cards are chips. */
const widthOf = ({ choices }) => Math.max(0, ...choices.map(({ answer, label }) => (isSet(answer) ? answer : label).length));
const isTall = (question) => widthOf(question) > (question.ask === "mark" ? 18 : 16);

/* The height that the answers need in the place of the hand, in pixels. */
function findLeast(ui) {
  const question = findQuestion(ui.scene, stopOf(ui));
  const { choices } = question;
  if (!choices.length || listHand(question).length) return 0;
  if (isTall(question)) return choices.length * 50 - 6;
  const longest = widthOf(question);
  const columns = ui.size === "S" ? (longest > 10 ? 2 : 3) : ui.size === "XL" ? 5 : 4;
  return Math.ceil(choices.length / columns) * 54;
}

/* Whether cards of your hand are to be marked: then they are marked where they lie. */
const marksHand = (question) => question.ask === "mark" && question.choices.every(({ answer }) => listHand(question).includes(answer));

/* Whether several answers stand above the hand: on a low phone its cards are then smaller, so that the facts above are seen whole. */
const isFull = (question) => question.choices.length > 2 && listHand(question).length > 0 && !marksHand(question);

/* Answers that are no cards: in the place of the hand, or above it where a hand is shown. */
function drawChoices(ui, question, place) {
  const { choices, ask } = question;
  if (!choices.length || marksHand(question) || (place === "hand") !== (listHand(question).length === 0)) return null;
  const { answer, shown, tried, chosen } = stopOf(ui);
  const verdict = phaseOf(stopOf(ui));
  const marks = ask === "mark" ? (shown ? answer.split("|") : chosen) : [answer].filter(() => shown);
  const longest = widthOf(question);
  const needsWidth = choices.length > 3 && (ask === "trump" || longest > 6);
  return h(
    "div",
    { key: "choices", class: "mam-study-choices", "data-mam": "choices", "data-long": String(isTall(question)), "data-wide": String(needsWidth), "data-many": String(choices.length > 4 && longest <= 10 && !isSet(choices[0].answer)), role: "group", "aria-label": "Answers", on: { keydown: (event) => ui.walk(event) } },
    choices.map((choice) => {
      const isMarked = marks.includes(choice.answer);
      const mark = isMarked && shown ? (verdict === "right" ? "right" : "wrong") : "";
      return h(
        "button",
        { key: choice.answer, type: "button", class: "mam-study-choice", "data-key": choice.answer, "data-set": isSet(choice.answer) ? "true" : null, "data-mark": mark, "data-chosen": String(isMarked && !shown), "aria-pressed": ask === "mark" || mark ? String(isMarked) : null, on: { click: () => ui.pick(choice.answer) } },
        h("span", { class: "mam-study-words" }, drawAnswer(ask, choice.answer, choice.label)),
        mark && h("i", { class: "mam-study-verdict" }, icon(mark === "right" ? "ok" : "stop", 14)),
        tried.includes(choice.answer) && !mark && h("small", null, "tried"),
      );
    }),
  );
}

/* Which of your letters a move has taken from your hand, one by one. */
function findGone(before, after = before) {
  const left = [...after];
  return before.map((code) => {
    const at = left.indexOf(code);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function drawHand(ui, question) {
  const { ask, table } = question;
  const cards = listHand(question);
  if (!cards.length) return null;
  const stop = stopOf(ui);
  const { shown, answer, tried, chosen } = stop;
  const isMarking = marksHand(question);
  const isOffered = (code) => !isMarking || question.choices.some((choice) => choice.answer === code);
  const marked = isMarking && shown ? answer.split("|") : chosen;
  const acts = isMarking || ask === "card" || ((ask === "discard" || ask === "call") && !question.choices.length);
  const verdict = phaseOf(stop);
  const played = ((shown && shown.plays) || []).filter((play) => play.seat === (table.dummy || table.you)).slice(0, Math.max(0, stop.trick) + 1).map((play) => play.card);
  const isGone = findGone(cards, shown?.table?.hands[table.you]);
  const discarded = ask === "discard" && shown && verdict !== "illegal" ? answer.split(" ") : [];
  const cells = cards.map((code, k) => {
    const key = `${code}-${k}`;
    if (played.includes(code) || discarded.includes(code) || isGone[k]) return h("span", { key, class: "mam-study-card mam-study-gone", "aria-hidden": "true" });
    const isRefused = verdict === "illegal" && answer === code;
    const isTried = tried.includes(code);
    const isChosen = (marked.includes(code) || (ask === "call" && shown && answer.split(" ").includes(code))) && cards.indexOf(code) === k;
    const label = [nameCard(code), isTried && "tried", isChosen && "chosen", isRefused && "not allowed"].filter(Boolean).join(", ");
    const inside = [face(code, ui.uid), isRefused && h("i", { class: "mam-study-ring" }), isTried && h("span", { class: "mam-study-tag mam-study-note" }, "tried")];
    const props = { key, class: "mam-study-card", "data-mark": isRefused ? "wrong" : "", "data-chosen": String(isChosen), "aria-label": label };
    return acts && !isHidden(code) && isOffered(code)
      ? h("button", { ...props, type: "button", "data-key": code, "data-area": "hand", "aria-pressed": ask === "discard" || isMarking ? String(isChosen) : null, on: { click: () => ui.pick(code) } }, inside)
      : h("span", { ...props, role: "img" }, inside);
  });
  return drawCards(ui, cells, table.dummy ? `The hand of ${nameDummy(ui, table)}` : "Your hand");
}

// Message

/** What the message says now. @param {Study} ui */
export function writeMessage(ui) {
  const { scene } = ui;
  if (scene.fault) return { kind: "wrong", what: "That did not work.", why: scene.fault };
  const stop = stopOf(ui);
  const question = findQuestion(scene, stop);
  const { shown, hints } = stop;
  if (!shown) {
    const hint = hints.length ? `Hint: ${hints[hints.length - 1]}` : "";
    const tried = stop.tried.length ? "Try another." : "";
    return { kind: "ask", what: tried || writeTurn(ui, question), why: hint || (tried ? "" : writePassed(scene, stop) || writeIntro(ui)) };
  }
  if (shown.verdict === "illegal") return { kind: "wrong", what: "Not allowed.", why: shown.refusal.text, rule: shown.refusal.rule };
  const what = writeOutcome(ui, question, shown);
  const stars = isLastStop(scene, stop) ? countStars(stop, scene.study) : null;
  if (shown.verdict === "right") return { kind: "right", what: shown.outcome || (what ? `Correct: ${what}` : "Correct."), why: shown.sentence, stars };
  return { kind: "wrong", what: what ? capitalize(what) : "Wrong.", why: shown.sentence };
}

/* Of a hand, how many tricks were played since the stop before. */
function writePassed({ study }, { board, stop }) {
  const [before, now] = [stop - 1, stop].map((at) => study.boards[board].questions[at]?.earlier?.length || 0);
  if (now <= before) return "";
  return now - before === 1 ? "One trick was played since: look back with ‹." : `${now - before} tricks were played since: look back with ‹.`;
}

/* What is new in a stage is said on its first board; where there is room, it stands beside it. */
function writeIntro(ui) {
  const { board, stop } = ui.stop;
  const { boards, intro } = ui.scene.study;
  return !standsAlone(ui.scene.study) && board + stop === 0 && !boards[0].case && !ui.queue && !isWide(ui) ? intro : "";
}

/* The hand beside your own that you play for, within a sentence. */
const nameDummy = (ui, table) => (table.is_your_dummy ? "your dummy" : nameSeat(ui, table, table.dummy));

/** @param {Study} ui @param {import("./study.js").Question} question */
function writeTurn(ui, { ask, size, choices, table, is_typed: isTyped }) {
  if (ask === "card" && table.dummy) return `Tap a card for ${nameDummy(ui, table)}.`;
  if (ask === "card") return table.words ? "Your turn. Tap a letter, or choose." : "Your turn. Tap a card.";
  if (ask === "move") return "Your turn. Choose your move.";
  if (ask === "call") return `Choose ${size} cards to show.`;
  if (ask === "discard") return choices.length ? "Choose what to discard." : `Choose ${size} cards to discard.`;
  if (ask === "mark") return "Mark all that are allowed, then check.";
  if (isTyped) return "Type your answer, then check.";
  if (ask === "bid") return "Your turn. Bid or pass.";
  if (ask === "trump") return "Name a color as trump.";
  return "Choose your answer.";
}

/* What came of it, in a few words: who takes the trick, and what it brings. */
function writeOutcome(ui, question, { tricks = [], captured = null, outcome = "" }) {
  const { table } = question;
  if (outcome) return outcome;
  if (question.is_typed) return `${ui.stop.shown.verdict === "right" ? "" : "Not "}${writeTyped(ui, question, ui.stop.answer)}.`;
  if (!tricks.length) return "";
  const { winner, value } = tricks[0];
  const isAlone = !rulesOf(ui).sides.length && !table.partners;
  const whose = isAlone ? "" : isOurs(ui, table, winner) ? " for your side" : " for them";
  if (tricks.length > 1) return hides(ui, "value") ? "" : `${writeAmount(ui, captured.we)} for you, ${writeAmount(ui, captured.they)} for them.`;
  const takes = winner === table.you ? "you take it" : `${nameSeat(ui, table, winner)} takes it`;
  return hides(ui, "value") ? `${takes}.` : `${takes}, ${writeAmount(ui, value)}${whose}.`;
}

/* Beside the board where there is room: its stage, its rules, its hints. */
function drawSide(ui) {
  const { study } = ui.scene;
  if (!isWide(ui)) return null;
  if (study.boards[ui.stop.board].case) return ui.isPlaying ? null : drawCaseSide(ui);
  const isPriced = ui.stop.prices.length > 0 && !ui.isPlaying;
  return h("aside", { key: "side", class: "mam-study-side", "aria-label": study.title }, isPriced ? drawPrices(ui, findQuestion(ui.scene, ui.stop).ask) : drawTabs(ui));
}

// Shelf and end of a stage

/* The plan against a layout that beats a wrong card, or a hand as it was played: a trick in a row. */
function drawPlannedTricks(ui) {
  const { table } = ui.scene.study.boards[0].questions[0];
  const taken = ({ winner, value }) => h("span", { key: "taken" }, `${nameSeat(ui, table, winner)}: ${writeAmount(ui, value)}`);
  const row = (trick, k) => h("li", { key: k }, h("span", { key: "cards" }, trick.plays.map(({ seat, card }) => chip(card, CARD_FACTS, { key: card, class: seat === trick.winner ? "mam-chip mam-won" : "mam-chip" }))), taken(trick));
  return ui.line.length > 0 && h("details", { key: "line", class: "mam-study-line", "data-mam": "line" }, h("summary", null, "Trick by trick"), h("p", { key: "layout" }, isHand(ui.scene.study) ? "As it was played, the leader's card first:" : "In a layout in which a wrong card fails:"), h("ol", null, ui.line.map(row)));
}

/* How many stops of a hand were right at the first try, and what that brings. */
function writeHandStars({ board, cost }, study) {
  const stops = study.boards[board].questions.length;
  return `${stops - cost} of ${stops} right at the first try. Three stars for all, two for at least two thirds.`;
}

function drawFinished(ui) {
  const { study, progress } = ui.scene;
  const stars = study.boards.map((board) => progress[`${study.id}/${board.id}`]);
  const played = stars.filter((one) => one !== undefined);
  const sum = played.reduce((total, one) => total + one, 0);
  const right = played.filter(Boolean).length;
  const passed = right >= study.pass_mark;
  const isAlone = standsAlone(study);
  const counted = isHand(study) ? writeHandStars(ui.stop, study) : isAlone ? `${sum} of 3 stars.` : study.is_test ? `${right} of ${stars.length} right. ${passed ? "You passed." : `You need ${study.pass_mark}. Try again when you like.`}` : `${played.length} of ${stars.length} boards, ${sum} of ${3 * stars.length} stars.`;
  return [
    drawHead(ui, study.title, "", ""),
    h(
      "div",
      { key: "finished", class: "mam-study-finished", "data-mam": "finished" },
      !study.is_test && h("div", { key: "stars" }, drawStars(Math.round(sum / (played.length || 1)), 34)),
      h("h4", { key: "moral" }, study.is_test ? counted : study.moral),
      ui.plan.length > 0 && (isHand(study) ? h("p", { key: "result", class: "mam-study-result", "data-mam": "result" }, ui.plan[0]) : h("ol", { key: "plan", class: "mam-study-plan" }, ui.plan.map((text) => h("li", { key: text }, text)))),
      drawPlannedTricks(ui),
      h("p", { key: "count" }, study.is_test ? study.moral : counted),
      drawAction(ui, "whole-round"),
      study.teaches.length > 0 && h("p", { key: "rules", class: "mam-study-foot" }, "Rules: ", listRules(ui, study.teaches)),
    ),
    dockRegion(ui),
  ];
}
