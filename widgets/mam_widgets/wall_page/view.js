// View: a slide as the class sees it. All lengths are parts of the picture's height, so it reads the same on every projector.

import { CARD_FACTS } from "../shared/ui/art.js";
import { chip, emblemPlate, face, icon } from "../shared/ui/cards.js";
import { dockRegion } from "../shared/ui/dock.js";
import { h } from "../shared/ui/elements.js";
import { drawFacts, drawTrick, listHand, nameCard, viewTable } from "../studies/table.js";
import { drawKeys } from "../studies/parts.js";
import { sumVotes } from "./stage.js";
import { LETTERS, countVotes } from "./votes.js";

/** @import { WallAsked, WallRevealed } from "./wall.js" */

const LONG = 96; // letters of a question that stand smaller
const MUCH = 200; // letters of an answer that stand smaller
const FEW = 4; // options in one column, whose cards are drawn whole
const WORDS = 6; // options of words in one column
const MANY = 8; // options in two columns

/** The whole widget. @param {any} ui */
export function drawWall(ui) {
  const { scene } = ui;
  const slide = scene.slides[scene.at];
  const style = { "--mam-h": ui.isFull ? "100%" : `${ui.height}px`, "--u": `${ui.unit}px`, "--zoom": String(ui.unit * 0.2) };
  return h(
    "section",
    { key: "wall", class: "mam-wall", "data-mam": "wall", tabindex: "-1", "data-revealed": String(Boolean(scene.revealed)), "aria-label": "Wall", style },
    slide ? drawSlide(ui, slide) : drawList(ui),
    h("div", { key: "live", class: "mam-aside", "data-mam": "live", "aria-live": "polite", role: "status" }, ui.live),
  );
}

// A slide

function drawSlide(ui, slide) {
  const { revealed } = ui.scene;
  const table = slide.table && drawTable(ui, slide, revealed);
  const isMany = table?.children[0].children[0].props["data-many"] === "true";
  return [
    h(
      "header",
      { key: `head ${slide.name}`, class: "mam-wall-head", "data-long": String(slide.text.length + slide.setup.length > LONG) },
      h("p", { key: "where", class: "mam-wall-where" }, slide.where),
      slide.setup && h("p", { key: "setup", class: "mam-wall-setup" }, slide.setup),
      h("h3", { key: "text", "data-mam": "question" }, slide.text),
      slide.given && h("p", { key: "given", class: "mam-wall-setup" }, slide.given),
    ),
    drawHand(ui, slide),
    h("div", { key: "stage", class: "mam-wall-stage", "data-table": !table ? "none" : showsTrick(slide) ? "trick" : "facts", "data-many": String(isMany) }, table, drawOptions(ui, slide)),
    drawSaid(ui, slide),
    dockRegion(ui),
  ];
}

/* Whether a trick is drawn: one that lies on the table, or one to which a card is played. */
const asksCard = ({ options }) => options.some(({ cards }) => cards.length === 1);
const showsTrick = (slide) => (asksCard(slide) && slide.table.phase === "play" && !slide.table.words) || slide.table.trick.length > 0;

/* The table as boards draw it, at another scale. */
function drawTable(ui, slide, revealed) {
  const { table, seats, sides, counts, hide } = slide;
  const rules = { seats, sides, counts, hide };
  const boards = slide.setup ? [{ case: rules }] : []; // of the earlier tricks of a case, which may be a whole round, the last one is shown
  const frame = { uid: ui.uid, size: "L", height: 700, stop: { board: 0 }, scene: { study: { ...rules, boards } } };
  const plays = [...table.trick, ...(revealed?.plays || [])];
  const view = viewTable(table, {
    ...{ plays, result: revealed?.trick || null, showsTrick: showsTrick(slide), isActing: asksCard(slide) && !revealed?.plays.length },
    ...{ fresh: -1, hides: hide, hasLine: true, answer: revealed?.plays[0]?.card || "", mark: "right" },
  });
  const facts = drawFacts(/** @type {any} */ (frame), view);
  if (!view.showsTrick && !facts.children.flat().length) return null;
  return h("div", { key: "table", class: "mam-wall-table" }, h("div", { key: "study", class: "mam-study", "data-size": "L" }, facts, drawTrick(/** @type {any} */ (frame), view)));
}

/* The hand that the question is about, where its cards are not what is voted for. */
function drawHand(ui, slide) {
  if (!slide.table || asksCard(slide)) return null;
  const cards = listHand(slide);
  if (!cards.length) return null;
  return h("div", { key: "hand", class: "mam-wall-hand", role: "img", "aria-label": `The hand: ${cards.map(nameCard).join(", ")}` }, cards.map((code, k) => h("span", { key: `${code}-${k}`, class: "mam-wall-face" }, face(code, ui.uid))));
}

/* What can be voted for, each with its letter, its votes and a bar. */
function drawOptions(ui, slide) {
  const { options } = slide;
  if (!options.length) return null;
  const { revealed } = ui.scene;
  const counts = countVotes(ui.votes, slide);
  const most = Math.max(1, ...counts);
  const isList = options.every(({ cards }) => !cards.length); // words keep their order
  const columns = options.length <= (isList ? WORDS : FEW) ? 1 : options.length <= MANY ? 2 : 3;
  return h(
    "div",
    { key: "options", class: "mam-wall-options", "data-mam": "options", "data-dense": String(columns > 2 || options.length / columns > (slide.setup || drawHand(ui, slide) ? 2 : FEW)), role: "group", "aria-label": "Votes", style: { "--columns": String(columns), "--rows": String(Math.ceil(options.length / columns)) } },
    options.map((option, k) => {
      const isRight = revealed?.right.includes(option.answer);
      const mark = revealed ? (isRight ? "right" : "other") : "";
      const label = `${LETTERS[k]}: ${option.label}, ${counts[k]} ${counts[k] === 1 ? "vote" : "votes"}${isRight ? ", correct" : ""}`;
      return h(
        "button",
        { key: `${slide.name} ${option.answer}`, type: "button", class: "mam-wall-option", "data-mam": "option", "data-mark": mark, "data-asked": String(Boolean(revealed) && ui.why === option.answer), "aria-label": label, on: { click: () => ui.vote(k) } },
        h("span", { class: "mam-wall-letter" }, isRight ? icon("ok", 20) : LETTERS[k]),
        h("span", { class: "mam-wall-what" }, drawOption(ui, option, columns === 1)),
        h("b", null, String(counts[k])),
        h("span", { class: "mam-wall-bar" }, h("i", { style: { width: `${(100 * counts[k]) / most}%` } })),
      );
    }),
  );
}

function drawOption(ui, { label, cards, color }, isLarge) {
  if (isLarge && cards.length === 1) return [h("span", { key: "face", class: "mam-wall-face" }, face(cards[0], ui.uid)), h("span", { key: "name" }, label)];
  if (cards.length) return cards.map((code, k) => chip(code, CARD_FACTS, { key: `${code}-${k}` }));
  return [color && emblemPlate(color, 40), h("span", { key: "name" }, label)];
}

/** The answer in a sentence. @param {WallAsked} slide @param {WallRevealed} revealed */
export function writeReveal({ options, size }, { right, takes_all, headline, text }) {
  const letters = options.map(({ answer }, k) => right.includes(answer) && LETTERS[k]).filter(Boolean);
  const isSeveral = letters.length > 1;
  const list = isSeveral ? `${letters.slice(0, -1).join(", ")} ${takes_all ? "and" : "or"} ${letters[letters.length - 1]}` : letters.join("");
  const what = !list ? "" : size > 1 ? `Choose ${list}` : isSeveral ? `Correct: ${list}` : `${list} is correct`;
  const isSentence = headline.endsWith(".");
  return [what && (headline && !isSentence ? `${what}: ${headline}.` : `${what}.`), isSentence && headline, text].filter(Boolean).join(" ");
}

/* Below the table: what to do, then the answer, and what is said of the wrong option with the most votes or the one that was tapped. */
function drawSaid(ui, slide) {
  const { revealed } = ui.scene;
  const { options } = slide;
  if (!revealed) {
    const last = LETTERS[options.length - 1];
    const way = !options.length ? "Talk first, then reveal." : options.length === 1 ? "Reveal it." : `Hands up. Press ${options.length === 2 ? "A or B" : `A to ${last}`} for each hand, or a letter and a number, or tap.`;
    const choose = slide.size > 1 ? `Choose ${slide.size} cards. ` : "";
    return h("p", { key: "said", class: "mam-wall-said", "data-mam": "said", "data-kind": "ask" }, ui.scene.fault || choose + way);
  }
  const counts = countVotes(ui.votes, slide);
  const wrong = options.map(({ answer }, k) => ({ answer, k })).filter(({ answer, k }) => revealed.why[answer] && counts[k] > 0).sort((one, other) => counts[other.k] - counts[one.k])[0];
  const why = revealed.why[ui.why] ? ui.why : wrong?.answer;
  const place = options.findIndex((option) => option.answer === why);
  const answer = writeReveal(slide, revealed);
  return h(
    "div",
    { key: "said", class: "mam-wall-said", "data-mam": "said", "data-kind": "right", "data-long": String(answer.length + (why ? revealed.why[why].length : 0) > MUCH) },
    h("p", { key: "right" }, answer),
    why && h("p", { key: "why", class: "mam-wall-why" }, h("b", null, `${LETTERS[place]}, ${options[place].label}: `), revealed.why[why]),
  );
}

/** Beside the buttons that help: where in the row of questions this one is, and how many votes there are. @param {any} ui */
export function drawCounts(ui) {
  const { at, slides } = ui.scene;
  const votes = sumVotes(ui, slides[at]);
  return [
    h("span", { key: "at", class: "mam-wall-at" }, slides.length > 1 ? `${at + 1} of ${slides.length}` : ""),
    h("span", { key: "votes", class: "mam-wall-votes", "data-mam": "votes" }, slides[at].options.length ? `${votes} ${votes === 1 ? "vote" : "votes"}` : ""),
  ];
}

const KEYS = [["a vote, or as many as you type after its letter", "A to Z", "0 to 9"]];

/** The shortcuts, over the dock. @param {any} ui */
export const drawShortcuts = (ui) => ui.popover === "keys" && h("section", { key: "keys", class: "mam-popover mam-wall-keys", "data-mam": "popover", "aria-label": "Shortcuts" }, drawKeys(ui, KEYS));

// The list

function drawList(ui) {
  const { groups, fault } = ui.scene;
  const tile = (name, label) => h("li", { key: name }, h("button", { type: "button", class: "mam-wall-tile", "data-mam": "set", "data-name": name, on: { click: () => ui.open(name) } }, label));
  return h(
    "div",
    { key: "list", class: "mam-wall-list", "data-mam": "list" },
    h("h3", { key: "title" }, "What goes on the wall?"),
    fault && h("p", { key: "fault", class: "mam-wall-fault", role: "alert" }, fault),
    groups.map(({ title, sets }) =>
      h(
        "section",
        { key: title },
        h("h4", null, title),
        h("ul", { "data-short": String(title === "Problems") }, sets.map(({ id, title: name, cases }) => (cases.length ? cases.map((one) => tile(one, one)) : tile(id, name)))),
      ),
    ),
  );
}
