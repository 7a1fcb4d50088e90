// Round view: a live round. The coach says at each turn what the table shows and what follows from it; you may play another card.

import { emblemPlate, face } from "../shared/ui/cards.js";
import { dockRegion } from "../shared/ui/dock.js";
import { h } from "../shared/ui/elements.js";
import { drawCards, drawFault, drawHead, drawMessage, joinMinus } from "./parts.js";
import { drawFacts, drawTrick, isOurs, listHand, nameCard, square, viewTable, writeAmount } from "./table.js";

/** @import { Study } from "./widget.js" */

const shownOf = (ui) => ui.round.shown;

/** Whether a complete trick is looked at: then nothing is asked. @param {Study} ui */
export const isLooking = (ui) => shownOf(ui).last !== null && ui.seen < shownOf(ui).number;

/** The page of a live round. @param {Study} ui */
export function drawRound(ui) {
  const { id, case: asked, deal } = ui.scene.study.boards[ui.stop.board];
  const title = asked ? id : ui.scene.study.title;
  if (!ui.round || ui.round.board !== ui.stop.board) return [drawHead(ui, title, "", ""), h("p", { key: "notes", class: "mam-study-notes", "data-mam": "notes" }, ui.fault || "Dealing… The first time, this takes a few seconds.")];
  const shown = shownOf(ui);
  if (shown.end && !isLooking(ui)) return drawEnd(ui, title, shown);
  const { table } = isLooking(ui) ? shown.last : shown.question;
  const place = deal ? `round ${ui.stop.board + 1} of ${ui.scene.study.boards.length}` : "";
  return [
    drawHead(ui, title, place, ""),
    h("div", { key: "goal", class: "mam-study-goal", "data-race": String(table.phase === "play") }, table.phase === "play" && shown.race ? drawRace(ui, shown.race) : [h("h4", { key: "ask", "data-mam": "goal" }, isLooking(ui) ? "The trick is complete." : shown.question.text), !isLooking(ui) && h("p", { key: "given" }, [shown.news, shown.question.given].filter(Boolean).join(" "))]),
    h("div", { key: "stage", class: "mam-study-stage", "data-mam": "stage" }, drawTable(ui, shown)),
    drawMessage(ui, writeRound(ui)),
    h("div", { key: "hand", class: "mam-study-hand", "data-mam": "hand" }, drawHand(ui, shown)),
    dockRegion(ui),
  ];
}

function drawTable(ui, { last, question, advice }) {
  const isLast = isLooking(ui);
  const { table } = isLast ? last : question;
  const open = table.phase === "play" ? { ...table, captured: null, bid: null, calls: [] } : table; // the bar above says the rest
  const view = isLast
    ? viewTable(open, { plays: [...table.trick, ...last.plays], result: last.trick, showsTrick: true, fresh: table.trick.length })
    : viewTable(open, { showsTrick: table.phase === "play", isActing: question.ask === "card", hides: question.ask === "trump" ? ["trump"] : [] });
  return [drawFacts(ui, view), drawTrick(ui, view), !isLast && question.choices.length > 0 && drawChoices(ui, question, advice)];
}

function drawChoices(ui, { choices, ask }, advice) {
  return h(
    "div",
    { key: "choices", class: "mam-study-choices", "data-mam": "choices", "data-many": String(choices.length > 4 || ask === "bid"), "data-wide": String(ask === "trump"), "data-long": "false", role: "group", "aria-label": "Answers", on: { keydown: (event) => ui.walk(event) } },
    choices.map(({ answer, label }) => h("button", { key: answer, type: "button", class: "mam-study-choice", "data-key": answer, "data-advised": String(answer === advice?.answer), on: { click: () => ui.move(answer) } }, h("span", { class: "mam-study-words" }, ask === "trump" && "RYBG".includes(answer) && emblemPlate(answer, 20), label))),
  );
}

/* What both sides have captured, the bid between what is needed and what can be spared. Your side stands at the left. */
function drawRace(ui, { we, they, bid, is_ours: isMyBid, needs, spare }) {
  const total = we + they + needs + spare || 1;
  const share = (amount) => `${(100 * amount) / total}%`;
  const seat = (listed) => listed && square(ui, listed);
  const { you } = (isLooking(ui) ? shownOf(ui).last : shownOf(ui).question).table;
  const other = Object.keys(ui.scene.study.boards[ui.stop.board].case?.seats || ui.scene.study.seats).find((one) => one !== you && !sideOf(ui, you).includes(one));
  const [left, right] = isMyBid ? [`need ${needs}`, `can lose ${spare}`] : [`can lose ${spare}`, `need ${needs}`];
  const least = ui.size === "S" ? 0.32 : 0.2; // the part of the bar that holds a label
  const words = `You have ${writeAmount(ui, we)}, they ${writeAmount(ui, they)}. ${isMyBid ? "You" : "They"} bid ${writeAmount(ui, bid)}; ${needs ? `${writeAmount(ui, needs)} to go` : "the bid is made"}.`;
  return h(
    "div",
    { key: "race", class: "mam-study-race", role: "img", "aria-label": words, "data-mam": "race" },
    h("p", { key: "names" }, h("span", null, seat(you), "You ", h("b", null, writeAmount(ui, we))), h("b", null, `bid ${bid}`), h("span", null, h("b", null, writeAmount(ui, they)), " they", seat(other))),
    h("div", { key: "bar", class: "mam-study-bar" }, h("i", { "data-side": "we", style: { width: share(we) } }), h("span", { style: { width: share(isMyBid ? needs : spare) } }, (isMyBid ? needs : spare) / total > least && left), h("i", { "data-side": "bid" }), h("span", { style: { width: share(isMyBid ? spare : needs) } }, (isMyBid ? spare : needs) / total > least && right), h("i", { "data-side": "they", style: { width: share(they) } })),
  );
}

const sideOf = (ui, seat) => (ui.scene.study.boards[ui.stop.board].case || ui.scene.study).sides.find((side) => side.includes(seat)) || [seat];

/** What the message says: the coach's advice, what a trick brought, or why a move can't be made. @param {Study} ui */
export function writeRound(ui) {
  const { last, advice, question, end } = shownOf(ui);
  if (ui.fault) return { kind: "wrong", what: "Not allowed.", why: ui.fault };
  if (isLooking(ui)) return { kind: isOurs(ui, last.table, last.trick.winner) ? "right" : "news", what: last.what, why: last.sentence };
  if (end) return { kind: "right", what: end.headline, why: "" };
  if (advice) return { kind: "hint", what: advice.cause, why: advice.text };
  return { kind: "ask", what: question.text, why: "" };
}

/* Your hand: cards that you may not play are dimmed, the advised ones have a double ring. */
function drawHand(ui, { question, legal, advice, last }) {
  const isLast = isLooking(ui);
  const { table } = isLast ? last : question;
  const gone = isLast ? last.plays.filter((play) => play.seat === table.you).map((play) => play.card) : [];
  const acts = !isLast && (question.ask === "card" || question.ask === "discard");
  const advised = !isLast && advice && acts && !ui.chosen.length ? advice.answer.split(" ") : [];
  const cards = listHand({ table });
  const cells = cards.map((code, k) => {
    const key = `${code}-${k}`;
    if (gone.includes(code)) return h("span", { key, class: "mam-study-card mam-study-gone", "aria-hidden": "true" });
    const isDim = acts && !legal.includes(code);
    const isAdvised = advised.includes(code);
    const isChosen = ui.chosen.includes(code);
    const label = [nameCard(code), isAdvised && "advised", isChosen && "chosen", isDim && "not allowed now"].filter(Boolean).join(", ");
    const props = { key, class: "mam-study-card", "data-dim": String(isDim), "data-chosen": String(isChosen), "data-advised": String(isAdvised), "aria-label": label };
    return acts ? h("button", { ...props, type: "button", "data-key": code, "data-area": "hand", on: { click: () => ui.move(code) } }, face(code, ui.uid)) : h("span", { ...props, role: "img" }, face(code, ui.uid));
  });
  return drawCards(ui, cells);
}

/* What you promised, what you took, and what decided it. */
function drawEnd(ui, title, { end }) {
  return [
    drawHead(ui, title, "", ""),
    h(
      "div",
      { key: "notes", class: "mam-study-notes mam-study-end", "data-mam": "finished", tabindex: "0", role: "group", "aria-label": "The result" },
      drawFault(ui.fault),
      h("h4", { key: "head" }, joinMinus(end.headline)),
      end.lines.map(({ title: head, text }) => h("section", { key: head }, h("h5", null, head), h("p", null, joinMinus(text)))),
      end.cards.length > 0 && h("div", { key: "cards", class: "mam-study-pair" }, end.cards.map(({ card, note }) => h("figure", { key: card }, h("span", { class: "mam-study-card", role: "img", "aria-label": nameCard(card) }, face(card, ui.uid)), h("figcaption", null, note)))),
      h("p", { key: "score", class: "mam-study-foot" }, end.score),
    ),
    dockRegion(ui),
  ];
}
