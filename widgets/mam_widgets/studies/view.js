// View: the six bands of a study, drawn from its scene and the stop that is on the table. Only the stage stretches.

import { chip, emblemPlate, face, formatAmount, icon, isHidden } from "../shared/ui/cards.js";
import { CARD_FACTS } from "../shared/ui/art.js";
import { h } from "../shared/ui/elements.js";
import { countStars, findNext, findQuestion, isLastStop, listStars, listTricks, phaseOf } from "./player.js";

/** @import { Study } from "./widget.js" */

const COLORS = { R: "Red", Y: "Yellow", B: "Black", G: "Green" };
const STAR = "M10 2.5L12.3 7.3L17.5 8L13.7 11.6L14.7 16.8L10 14.2L5.3 16.8L6.3 11.6L2.5 8L7.7 7.3Z";
const nameCard = (code) => (CARD_FACTS[code] ? CARD_FACTS[code].name : code);

/** @param {Study} ui */
const stopOf = (ui) => ui.stop;

/** The whole widget. @param {Study} ui */
export function drawStudy(ui) {
  const { scene } = ui;
  const page = !scene.study ? drawShelf(ui) : ui.isFinished ? drawFinished(ui) : drawBoard(ui);
  return h(
    "section",
    { key: "study", class: "mam-study", "data-size": ui.size, "data-mam": "study", "aria-label": scene.title, style: { "--mam-h": `${ui.height}px` } },
    page,
    h("div", { key: "live", class: "mam-aside", "data-mam": "live", "aria-live": "polite", role: "status" }, ui.live),
  );
}

// Bands

function drawHead(ui, title, right, small) {
  const canLeave = ui.scene.study && ui.scene.shelf.stages.length > 1;
  return h(
    "header",
    { key: "head", class: "mam-study-head" },
    canLeave && h("button", { key: "back", type: "button", class: "mam-study-back", "data-mam": "back", "aria-label": `Back to ${ui.scene.shelf.title}`, on: { click: () => ui.leave() } }, icon("back", 22)),
    h("h3", { key: "title" }, title, small && h("small", null, small)),
    h("div", { key: "right", class: "mam-study-right" }, right),
  );
}

function button({ name, label, sign, kind = "plain", act, why = "" }) {
  const isIcon = kind === "icon";
  return h(
    "button",
    { key: name, type: "button", class: `mam-study-button mam-study-${kind}`, "data-mam": name, "aria-disabled": kind === "off" ? "true" : null, "aria-label": isIcon ? label : null, title: why || null, on: { click: act } },
    sign && icon(sign, 20),
    !isIcon && h("span", null, label),
  );
}

export function drawStars(full, size = 18) {
  const star = (on) => h("svg", { class: "mam-study-star", "data-on": String(on), viewBox: "0 0 20 20", width: size, height: size, "aria-hidden": "true" }, h("path", { d: STAR }));
  return h("span", { class: "mam-study-stars", role: "img", "aria-label": `${full} of 3 stars` }, [0, 1, 2].map((k) => star(k < full)));
}

function drawDots(ui) {
  const { study, progress } = ui.scene;
  const at = ui.stop.board;
  const dots = study.boards.map((board, k) => {
    const stars = progress[`${study.id}/${board.id}`];
    return h("i", { key: board.id, "data-state": k === at ? "now" : stars === undefined ? "open" : stars ? "done" : "missed" });
  });
  return h("span", { class: "mam-study-dots", role: "img", "aria-label": `Board ${at + 1} of ${study.boards.length}` }, dots);
}

// A board

function drawBoard(ui) {
  const { scene } = ui;
  const stop = stopOf(ui);
  const question = findQuestion(scene, stop);
  const number = scene.shelf.stages.findIndex((stage) => stage.id === scene.study.id) + 1;
  const stage = scene.shelf.stages.length > 1 && ui.size !== "S" ? `stage ${number}` : "";
  return [
    drawHead(ui, scene.study.title, drawDots(ui), stage),
    h("div", { key: "goal", class: "mam-study-goal" }, h("h4", { "data-mam": "goal" }, question.text), question.given && h("p", null, question.given)),
    h("div", { key: "stage", class: "mam-study-stage", "data-mam": "stage" }, drawFacts(ui, question), drawTrick(ui, question), drawChoices(ui, question, "stage")),
    drawMessage(ui),
    h("div", { key: "hand", class: "mam-study-hand", "data-mam": "hand" }, drawHand(ui, question) || drawChoices(ui, question, "hand")),
    drawDock(ui, question),
    drawSide(ui),
  ];
}

/* Your cards; a hand of which nothing is known is not drawn. */
const myHand = ({ table }) => {
  const cards = table.hands[table.you] || [];
  return cards.every(isHidden) ? [] : cards;
};
const nameSeat = (ui, table, seat) => (seat === table.you ? "You" : ui.scene.study.seats[seat] || seat);
const sideOf = (ui, seat) => Math.max(0, ui.scene.study.sides.findIndex((side) => side.includes(seat)));
const isOurs = (ui, table, seat) => sideOf(ui, seat) === sideOf(ui, table.you);
const square = (ui, seat) => h("i", { class: "mam-study-square", "data-side": sideOf(ui, seat) % 2 ? "B" : "A", "aria-hidden": "true" });
const hides = (ui, what) => ui.scene.study.hide.includes(what);
const chips = (cards) => cards.map((code, k) => chip(code, CARD_FACTS, { key: `${code}-${k}` }));

const listOpen = (table) => table.open.filter((seat) => seat !== table.you && (table.hands[seat] || []).length);
/* A short hand that everybody sees stands beside its player's name, where a trick is drawn. */
const isBeside = (question, seat) => showsTrick(question) && question.table.hands[seat].length <= 3;

/* What the position says beside the trick: each in a line, and only what it says. */
function drawFacts(ui, question) {
  const { ask, table } = question;
  const line = (key, label, ...parts) => h("li", { key }, label && h("span", { class: "mam-study-label" }, label), parts);
  const amounts = ({ we, they }) => `you ${formatAmount(we, "money")}, they ${formatAmount(they, "money")}`;
  const hands = listOpen(table).filter((seat) => !isBeside(question, seat));
  return h(
    "ul",
    { key: "facts", class: "mam-study-facts", "data-mam": "facts", "data-alone": String(!showsTrick(question)), "aria-label": "The position" },
    table.trump && ask !== "trump" && !hides(ui, "trump") && h("li", { key: "trump" }, emblemPlate(table.trump, 20), h("span", null, `${COLORS[table.trump] || table.trump} is trump`)),
    table.bid && line("bid", "", h("span", null, `${nameSeat(ui, table, table.bid.seat)} bid ${table.bid.amount ? formatAmount(table.bid.amount, "money") : "for this round"}`)),
    table.captured && line("captured", "Captured:", amounts(table.captured)),
    table.totals && line("totals", "Score:", amounts(table.totals)),
    table.calls.length > 0 && line("calls", "Bids:", table.calls.map(({ seat, call }, k) => h("span", { key: k, class: "mam-study-call" }, `${nameSeat(ui, table, seat)} ${call === "pass" ? "pass" : formatAmount(Number(call), "money")}${k + 1 < table.calls.length ? "," : ""}`))),
    table.dealer && table.phase === "auction" && line("dealer", "", `${nameSeat(ui, table, table.dealer)} dealt.`),
    table.tricks.map((trick, k) => line(`trick-${k}`, `Trick ${k + 1}:`, chips(trick.map((play) => play.card)))),
    hands.map((seat) => line(`hand-${seat}`, `${nameSeat(ui, table, seat)} holds`, chips(table.hands[seat]))),
    table.nest.length > 0 && line("nest", "From the nest:", chips(table.nest)),
  );
}

const showsTrick = ({ ask, table }) => ask === "card" || table.trick.length > 0;

/* The trick in order of play, complete with the reply when one was given. */
function drawTrick(ui, question) {
  const { table, ask } = question;
  if (!showsTrick(question)) return h("div", { key: "trick", class: "mam-study-trick" });
  const { shown, trick: at, answer } = stopOf(ui);
  const tricks = listTricks(question, shown);
  const { plays, result } = tricks[Math.min(at, tricks.length - 1)];
  const isActing = ask === "card" && !(shown && shown.plays);
  const seats = Object.keys(table.hands);
  const first = seats.indexOf(plays.length ? plays[0].seat : table.turn);
  const order = seats.map((_, k) => seats[(first + k) % seats.length]);
  const verdict = phaseOf(stopOf(ui));
  const rows = Math.max(0, ...listOpen(table).filter((seat) => isBeside(question, seat)).map((seat) => table.hands[seat].length));
  const cells = order.map((seat, k) => {
    const play = plays[k];
    const mine = !play && isActing && seat === table.turn;
    const wins = result && result.winner === seat;
    const isAnswer = play && play.seat === table.you && play.card === answer && at === 0 && ask === "card";
    const mark = wins ? "wins" : isAnswer ? (verdict === "right" ? "right" : "wrong") : "";
    const number = h("span", { class: "mam-study-order", "data-ghost": String(!play) }, k === 0 ? "1 led" : String(k + 1));
    const card = play
      ? h("span", { class: "mam-study-card", "data-mark": mark, "data-new": String(k >= table.trick.length && at === 0 && seat !== table.you), role: "img", "aria-label": `${nameCard(play.card)}, ${nameSeat(ui, table, seat)}${wins ? ", takes the trick" : ""}` }, face(play.card, ui.uid), mark && h("i", { class: "mam-study-ring" }), number, wins && h("span", { class: "mam-study-tag" }, "takes it"))
      : h("span", { class: "mam-study-card mam-study-place", "data-you": String(mine) }, mine && "Your card", number);
    const open = listOpen(table).includes(seat) && isBeside(question, seat) && listLeft(table.hands[seat], tricks.slice(0, at + 1), seat);
    const partner = seat !== table.you && isOurs(ui, table, seat) && h("em", null, "partner");
    return h("li", { key: seat, class: "mam-study-played", "data-at": String((seats.indexOf(seat) - seats.indexOf(table.you) + seats.length) % seats.length) }, card, h("span", { class: "mam-study-seat" }, h("span", null, square(ui, seat), nameSeat(ui, table, seat)), partner, open && h("span", { class: "mam-study-open" }, chips(open))));
  });
  const worth = result && !hides(ui, "value") && [h("span", { key: "label" }, "Trick value"), h("b", { key: "worth" }, formatAmount(result.value, "money")), h("span", { key: "whose", class: "mam-study-whose" }, square(ui, result.winner), isOurs(ui, table, result.winner) ? "yours" : "theirs")];
  const walk = tricks.length > 1 && shown && h(
    "span",
    { key: "walk", class: "mam-study-walk" },
    button({ name: "trick-back", label: "The trick before", sign: "back", kind: "icon", act: () => ui.lookAt(at - 1) }),
    h("span", null, `Trick ${at + 1} of ${tricks.length}`),
    button({ name: "trick-next", label: "The next trick", sign: "next", kind: "icon", act: () => ui.lookAt(at + 1) }),
  );
  return h(
    "div",
    { key: "trick", class: "mam-study-trick" },
    h("p", { key: "value", class: "mam-study-value", "data-mam": "value" }, worth, verdict === "right" && isLastStop(ui.scene, stopOf(ui)) && drawStars(countStars(stopOf(ui), ui.scene.study.is_test)), walk),
    h("ol", { key: "cards", class: "mam-study-plays", "data-mam": "trick", "data-count": String(order.length), "data-open": String(rows > 0), style: { "--open": String(rows) }, "aria-label": "The trick, first card led" }, cells),
  );
}

/* What a seat still holds after the tricks that are shown. */
const listLeft = (cards, tricks, seat) => {
  const played = tricks.flatMap(({ plays }) => plays.filter((play) => play.seat === seat).map((play) => play.card));
  return cards.filter((code) => !played.includes(code));
};

/* Answers that are no cards: in the place of the hand, or above it where a hand is shown. */
function drawChoices(ui, question, place) {
  const { choices, ask } = question;
  if (!choices.length || (place === "hand") !== (myHand(question).length === 0)) return null;
  const { answer, shown, tried } = stopOf(ui);
  const verdict = phaseOf(stopOf(ui));
  const isLong = choices.some((choice) => choice.label.length > 16);
  const isWide = choices.length > 3 && (ask === "trump" || choices.some((choice) => choice.label.length > 6));
  return h(
    "div",
    { key: "choices", class: "mam-study-choices", "data-mam": "choices", "data-long": String(isLong), "data-wide": String(isWide), role: "group", "aria-label": "Answers", on: { keydown: (event) => ui.walk(event) } },
    choices.map((choice) => {
      const mark = answer === choice.answer && shown ? (verdict === "right" ? "right" : "wrong") : "";
      return h(
        "button",
        { key: choice.answer, type: "button", class: "mam-study-choice", "data-key": choice.answer, "data-mark": mark, "aria-pressed": mark ? "true" : null, on: { click: () => ui.answer(choice.answer) } },
        h("span", { class: "mam-study-words" }, ask === "trump" && COLORS[choice.answer] && emblemPlate(choice.answer, 20), choice.label),
        mark && h("i", { class: "mam-study-verdict" }, icon(mark === "right" ? "ok" : "stop", 14)),
        tried.includes(choice.answer) && !mark && h("small", null, "tried"),
      );
    }),
  );
}

function drawHand(ui, question) {
  const { ask, table } = question;
  const cards = myHand(question);
  if (!cards.length) return null;
  const stop = stopOf(ui);
  const { shown, answer, tried, chosen } = stop;
  const acts = ask === "card" || ask === "discard";
  const verdict = phaseOf(stop);
  const played = ((shown && shown.plays) || []).filter((play) => play.seat === table.you).slice(0, stop.trick + 1).map((play) => play.card);
  const discarded = ask === "discard" && shown && verdict !== "illegal" ? answer.split(" ") : [];
  const cells = cards.map((code, k) => {
    const key = `${code}-${k}`;
    if (played.includes(code) || discarded.includes(code)) return h("span", { key, class: "mam-study-card mam-study-gone", "aria-hidden": "true" });
    const isRefused = verdict === "illegal" && answer === code;
    const isTried = tried.includes(code);
    const isChosen = chosen.includes(code);
    const label = [nameCard(code), isTried && "tried", isChosen && "chosen", isRefused && "not allowed"].filter(Boolean).join(", ");
    const inside = [face(code, ui.uid), isRefused && h("i", { class: "mam-study-ring" }), isTried && h("span", { class: "mam-study-tag mam-study-note" }, "tried")];
    const props = { key, class: "mam-study-card", "data-mark": isRefused ? "wrong" : "", "data-chosen": String(isChosen), "aria-label": label };
    return acts
      ? h("button", { ...props, type: "button", "data-key": code, "data-area": "hand", "aria-pressed": ask === "discard" ? String(isChosen) : null, on: { click: () => ui.pick(code) } }, inside)
      : h("span", { ...props, role: "img" }, inside);
  });
  const half = ui.size === "S" && cells.length > 5 ? Math.ceil(cells.length / 2) : cells.length;
  const rows = [cells.slice(0, half), cells.slice(half)].filter((row) => row.length);
  const isFew = cells.length <= 5;
  return h(
    "div",
    { key: "cards", class: "mam-study-cards", "data-few": String(isFew), style: { "--n": String(half) }, role: "group", "aria-label": `Your hand, ${cards.length} cards`, on: { keydown: (event) => ui.walk(event) } },
    rows.map((row, k) => h("div", { key: `row-${k}`, class: "mam-study-row" }, row)),
  );
}

// Message and dock

/** What the message says now. @param {Study} ui */
export function writeMessage(ui) {
  const { scene } = ui;
  if (scene.fault) return { kind: "wrong", what: "That did not work.", why: scene.fault };
  const stop = stopOf(ui);
  const question = findQuestion(scene, stop);
  const { shown, hints, answer } = stop;
  if (!shown) {
    const hint = hints.length ? `Hint: ${hints[hints.length - 1]}` : "";
    const tried = stop.tried.length ? "Try another." : "";
    return { kind: "ask", what: tried || writeTurn(question), why: hint };
  }
  if (shown.verdict === "illegal") return { kind: "wrong", what: "Not allowed.", why: shown.refusal.text, rule: shown.refusal.rule };
  const what = writeOutcome(ui, question, shown);
  if (shown.verdict === "right") return { kind: "right", what: what ? `Right: ${what}` : "Right.", why: shown.sentence };
  const label = question.choices.find((choice) => choice.answer === answer);
  return { kind: "wrong", what: what ? what[0].toUpperCase() + what.slice(1) : label ? `Not “${label.label}”.` : "Not this one.", why: shown.sentence };
}

function writeTurn({ ask, size }) {
  if (ask === "card") return "Your turn. Tap a card.";
  if (ask === "discard") return `Choose ${size} cards to discard.`;
  if (ask === "bid") return "Your turn. Bid or pass.";
  if (ask === "trump") return "Name a color as trump.";
  return "Tap your answer.";
}

/* What came of it, in a few words: who takes the trick, and what it brings. */
function writeOutcome(ui, { table }, { tricks = [], captured = null }) {
  if (!tricks.length) return "";
  const { winner, value } = tricks[0];
  const whose = isOurs(ui, table, winner) ? "your side" : "them";
  if (tricks.length > 1) return hides(ui, "value") ? "" : `${formatAmount(captured.we, "money")} for you, ${formatAmount(captured.they, "money")} for them.`;
  const takes = winner === table.you ? "you take it" : `${nameSeat(ui, table, winner)} takes it`;
  return hides(ui, "value") ? `${takes}.` : `${takes}, ${formatAmount(value, "money")} for ${whose}.`;
}

const SIGNS = { ask: "forward", wrong: "stop", right: "ok" };

function drawMessage(ui) {
  const { kind, what, why, rule } = writeMessage(ui);
  return h(
    "div",
    { key: "message", class: "mam-study-message", "data-mam": "message", "data-kind": kind },
    h("span", { class: "mam-study-mark" }, icon(SIGNS[kind], 18)),
    h("p", null, h("b", null, what), " ", why, rule && [" ", h("small", { class: "mam-study-rule" }, rule)]),
  );
}

function drawDock(ui, question) {
  const { scene } = ui;
  const stop = stopOf(ui);
  const phase = phaseOf(stop);
  const { is_test: isTest } = scene.study;
  const canHint = !isTest && phase !== "right" && stop.hintCount < question.hints;
  const next = findNext(scene, stop);
  const ahead = next === null ? "Finish" : isLastStop(scene, stop) ? "Next board" : "Go on";
  const left = question.size - stop.chosen.length;
  const why = "Answer first. Then you can go on.";
  const parts = [
    phase === "right" && !isTest
      ? button({ name: "again", label: "Again", sign: "again", act: () => ui.again() })
      : !isTest && question.hints > 0 && button({ name: "hint", label: canHint ? "Hint, costs a star" : "No more hints", sign: "bulb", kind: "icon", act: () => canHint && ui.hint() }),
    phase === "right" || (isTest && phase === "wrong")
      ? button({ name: "next", label: ahead, sign: "next", kind: "primary", act: () => ui.next() })
      : phase !== "ask"
        ? button({ name: "take-back", label: question.ask === "card" ? "Take back" : "Try again", sign: "undo", kind: "primary", act: () => ui.takeBack() })
        : question.ask === "discard" && stop.chosen.length
          ? button({ name: "discard", label: left ? `${left} more` : "Discard", sign: left ? "" : "next", kind: left ? "off" : "primary", act: () => (left ? null : ui.answer(stop.chosen.join(" "))) })
          : button({ name: "next", label: ahead, sign: "next", kind: "off", why, act: () => ui.say(why) }),
  ];
  return h("div", { key: "dock", class: "mam-study-dock" }, parts);
}

/* Beside the board where there is room: what the stage is about, and its boards. */
function drawSide(ui) {
  const { study, progress } = ui.scene;
  if (ui.size === "S" || ui.size === "M") return null;
  const at = ui.stop.board;
  return h(
    "aside",
    { key: "side", class: "mam-study-side", "aria-label": study.title },
    h("p", { key: "intro" }, study.intro),
    h(
      "ol",
      { key: "boards", class: "mam-study-boards" },
      study.boards.map((board, k) => {
        const stars = progress[`${study.id}/${board.id}`];
        const state = k === at ? "now" : stars === undefined ? "open" : "done";
        return h(
          "li",
          { key: board.id },
          h("button", { type: "button", "data-state": state, "data-mam": `board-${k + 1}`, "aria-current": k === at ? "step" : null, on: { click: () => ui.goTo(k) } }, h("span", { class: "mam-study-number" }, state === "done" ? icon("ok", 14) : k + 1), h("span", null, `Board ${k + 1}`), stars !== undefined && drawStars(stars, 14)),
        );
      }),
    ),
    study.teaches.length > 0 && h("p", { key: "rules", class: "mam-study-foot" }, listRules(study)),
  );
}

const listRules = ({ teaches }) => ["Rules: ", teaches.map((id, k) => [h("span", { key: id, class: "mam-study-id" }, `${id}${k + 1 < teaches.length ? "," : ""}`), " "])];

// Shelf and end of a stage

function drawShelf(ui) {
  const { shelf, progress } = ui.scene;
  const counts = shelf.stages.map((stage) => listStars(progress, stage.id, stage.boards));
  const done = counts.map((stars, k) => stars.length === shelf.stages[k].boards.length);
  const now = done.indexOf(false);
  const tile = (stage, k) => {
    const stars = counts[k];
    const mean = Math.round(stars.reduce((sum, one) => sum + one, 0) / (stars.length || 1));
    const state = done[k] ? "done" : k === now ? "now" : "open";
    const count = stars.length ? `${stars.length} of ${stage.boards.length}` : k === now ? "Start" : String(k + 1);
    return h("li", { key: stage.id }, h("button", { type: "button", class: "mam-study-tile", "data-mam": stage.id, "data-state": state, on: { click: () => ui.open(stage.id) } }, h("span", null, stage.title), done[k] ? drawStars(mean, 14) : h("small", null, count)));
  };
  return [
    drawHead(ui, shelf.title, h("span", null, `${done.filter(Boolean).length} of ${shelf.stages.length} done`), ""),
    h("div", { key: "shelf", class: "mam-study-shelf" }, !counts.flat().length && h("p", { key: "first" }, "Start with a trick."), h("ol", { key: "tiles", class: "mam-study-tiles" }, shelf.stages.map(tile)), ui.scene.fault && h("p", { key: "fault", role: "alert" }, ui.scene.fault)),
  ];
}

function drawFinished(ui) {
  const { study, shelf, progress } = ui.scene;
  const stars = study.boards.map((board) => progress[`${study.id}/${board.id}`]);
  const played = stars.filter((one) => one !== undefined);
  const sum = played.reduce((total, one) => total + one, 0);
  const right = played.filter(Boolean).length;
  const stages = shelf.stages;
  const next = stages[stages.findIndex((stage) => stage.id === study.id) + 1];
  const passed = right >= study.pass_mark;
  const counted = study.is_test ? `${right} of ${stars.length} right. ${passed ? "You passed." : `You need ${study.pass_mark}. Try again when you like.`}` : `${played.length} of ${stars.length} boards, ${sum} of ${3 * stars.length} stars.`;
  const first = stars.findIndex((one) => one === undefined || one < 3);
  return [
    drawHead(ui, study.title, "", ""),
    h(
      "div",
      { key: "finished", class: "mam-study-finished", "data-mam": "finished" },
      !study.is_test && h("div", { key: "stars" }, drawStars(Math.round(sum / (played.length || 1)), 34)),
      h("h4", { key: "moral" }, study.is_test ? counted : study.moral),
      h("p", { key: "count" }, study.is_test ? study.moral : counted),
      study.teaches.length > 0 && h("p", { key: "rules", class: "mam-study-foot" }, listRules(study)),
    ),
    h(
      "div",
      { key: "dock", class: "mam-study-dock" },
      stages.length > 1 && button({ name: "stages", label: "All stages", sign: "list", act: () => ui.leave() }),
      next ? button({ name: "next", label: ui.size === "S" ? "Next stage" : `Next: ${next.title}`, sign: "next", kind: "primary", act: () => ui.open(next.id) }) : button({ name: "next", label: "Play again", sign: "again", kind: "primary", act: () => ui.goTo(Math.max(0, first)) }),
    ),
  ];
}
