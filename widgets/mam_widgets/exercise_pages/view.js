// View: an exercise in the bands of a study, or the list of exercises.

import { face, icon } from "../shared/ui/cards.js";
import { dockRegion } from "../shared/ui/dock.js";
import { h } from "../shared/ui/elements.js";
import { capitalize } from "../shared/ui/words.js";
import { drawAction, drawFault, drawHead, drawKeys, drawLink, drawMessage, drawOver, isLong, isShort } from "../studies/parts.js";
import { nameCard } from "../studies/table.js";
import { drawField, drawHand, drawOptions, drawResults, findLeast, isLow, isSaving, isStanding, placeOptions } from "./answers.js";
import { hasSide, isSolved } from "./stage.js";
import { drawBlocks, drawSpans, joinLines, writeSpans } from "./text.js";

/** @import { Exercise } from "./widget.js" */

/** The whole widget. @param {Exercise} ui */
export function drawExercise(ui) {
  const { scene } = ui;
  const hasHand = scene.exercise && (scene.exercise.hand.length > 0 || placeOptions(ui) === "hand");
  return h(
    "section",
    { key: "exercise", class: "mam-study mam-exercise", "data-size": ui.size, "data-mam": "exercise", "data-short": String(isShort(ui)), "data-low": String(Boolean(scene.exercise) && isLow(ui)), "data-hand": scene.exercise ? String(Boolean(hasHand)) : null, "aria-label": scene.title, style: { "--mam-h": `${ui.height}px`, "--least": `${scene.exercise ? findLeast(ui) : 0}px` } },
    (scene.exercise ? drawTask(ui) : drawList(ui)).flat(2),
    scene.exercise && drawSheet(ui),
    h("div", { key: "live", class: "mam-aside", "data-mam": "live", "aria-live": "polite", role: "status" }, ui.live),
  );
}

// An exercise

function drawTask(ui) {
  const { exercise, opened, place } = ui.scene;
  const { title, kind, level, question, blocks, trick } = exercise;
  const isRow = placeOptions(ui) === "stage";
  const goal = question.length > 0 && h("h4", { key: "goal", "data-mam": "goal" }, drawSpans(question));
  return [
    drawHead(ui, title, isSaving(ui) ? h("span", { class: "mam-exercise-place" }, place) : place, ui.size === "S" || ui.size === "M" ? "" : `${kind}, ${level}`),
    h("div", { key: "goal", class: "mam-study-goal", "data-long": isLong(ui, writeSpans(question)) }, !isLow(ui) && goal),
    h(
      "div",
      { key: `stage-${opened}`, class: "mam-study-stage mam-exercise-stage", "data-mam": "stage" },
      h("div", { key: "text", class: "mam-exercise-text", "data-mam": "text", tabindex: "0", role: "region", "aria-label": "Exercise" }, isLow(ui) && goal, drawBlocks(blocks), drawPlayed(ui, trick), drawOptions(ui, "text"), drawResults(ui)),
      isRow && drawOptions(ui, "stage"),
      drawField(ui),
    ),
    drawMessage(ui, writeMessage(ui)),
    h("div", { key: "hand", class: "mam-study-hand", "data-mam": "hand" }, drawHand(ui) || drawOptions(ui, "hand")),
    dockRegion(ui),
    hasSide(ui) && !(isSaving(ui) && !exercise.hints) && drawSide(ui),
  ];
}

/* The cards on the table, in the order of play. */
function drawPlayed(ui, trick) {
  if (!trick.length) return null;
  const label = ({ card, seat }, k) => `${k + 1}. ${seat}: ${nameCard(card)}`;
  return h(
    "ol",
    { key: "trick", class: "mam-exercise-trick", "aria-label": "The cards on the table" },
    trick.map((play, k) => h("li", { key: k, "aria-label": label(play, k) }, h("span", { class: "mam-study-card", "aria-hidden": "true" }, face(play.card, ui.uid), h("span", { class: "mam-study-order" }, k ? k + 1 : "1 led")), h("span", { "aria-hidden": "true" }, play.seat))),
  );
}

const TURN = { number: "Type your answer", text: "Type your answer", cards: "Tap the cards", choice: "Choose one", choices: "Choose all that fit", results: "Fill in every case" };

/** What the message says now. @param {Exercise} ui @returns {{ kind: string, what: string, why: any, link?: any }} */
export function writeMessage(ui) {
  const { scene, latest } = ui;
  const { reply, hints, exercise } = scene;
  if (scene.fault) return { kind: "wrong", what: "That did not work.", why: scene.fault };
  if (latest === "reply" && reply && (!isSaving(ui) || isStanding(ui))) {
    const saved = reply.saved && ` Saved: ${reply.saved}.`;
    const kind = { unread: "news", unfinished: "news", saved: "news", wrong: "wrong", right: "right" }[reply.verdict];
    const link = isSaving(ui) ? feedbackLink(scene.feedback) : reply.verdict === "right" && solutionLink(ui);
    return { kind, what: reply.what, why: [drawSpans(reply.why), saved], link };
  }
  if (latest === "solution") return { kind: "news", what: "Solution shown.", why: "Another variant counts again.", link: solutionLink(ui) };
  if (latest === "hint" && hints.length) return { kind: "hint", what: `Hint ${hints.length} of ${exercise.hints}.`, why: drawSpans(joinLines(hints[hints.length - 1])) };
  return { kind: "ask", what: `${TURN[exercise.form]}, then ${scene.mode}.`, why: "" };
}

const solutionLink = (ui) => drawLink(ui, "open-solution-here", { "data-mam": "open-solution" });

const feedbackLink = (address) => address && h("a", { key: "feedback", class: "mam-study-link", "data-mam": "feedback", href: address, target: "_blank", rel: "noopener" }, "Check it");

/* Beside the exercise: its hints so far, and its solution once it was asked for or found. */
function drawSide(ui) {
  const { exercise, hints, solution } = ui.scene;
  return h(
    "aside",
    { key: "side", class: "mam-study-side", "data-mam": "side", tabindex: "0", "aria-label": "Hints and solution" },
    h("h5", { key: "hints" }, "Hints"),
    hints.length > 0 && h("ol", { key: "list", class: "mam-study-hints" }, hints.map((blocks, k) => h("li", { key: k }, drawBlocks(blocks)))),
    drawAction(ui, "side-hint"),
    drawAction(ui, "side-solution"),
    isSolved(ui) && [h("h5", { key: "solution" }, "Solution"), h("div", { key: "blocks", class: "mam-exercise-blocks", "data-mam": "solution-text" }, drawBlocks(solution))],
    h("p", { key: "foot", class: "mam-study-foot" }, h("code", null, exercise.id)),
  );
}

const KEYS = [["the card or answer in this place", "1 to 9"]];

/** @param {Exercise} ui */
function drawSheet(ui) {
  if (ui.sheet === "keys") return drawOver(ui, "Shortcuts", drawKeys(ui, KEYS));
  if (ui.sheet !== "solution" || !isSolved(ui) || hasSide(ui)) return null;
  return drawOver(ui, "Solution", h("div", { key: "blocks", class: "mam-exercise-blocks", "data-mam": "solution-text" }, drawBlocks(ui.scene.solution)));
}

// The list

function drawList(ui) {
  const { groups, stars, title, list_title: listTitle, fault } = ui.scene;
  const all = groups.flatMap((group) => group.exercises);
  const done = all.filter(({ id }) => id in stars).length;
  const now = all.find(({ id }) => !(id in stars))?.id;
  const { words, kind } = ui.search;
  const fits = (exercise) => words.toLowerCase().split(/\s+/).every((word) => `${exercise.title} ${exercise.id}`.toLowerCase().includes(word));
  const shown = groups.filter((group) => !kind || group.kind === kind).map((group) => ({ ...group, exercises: group.exercises.filter(fits) })).filter((group) => group.exercises.length);
  return [
    drawHead(ui, listTitle === title ? title : listTitle, `${done} of ${all.length} done`, ""),
    h(
      "div",
      { key: "list", class: "mam-study-shelf" },
      drawFault(fault),
      h(
        "div",
        { key: "find", class: "mam-study-find" },
        h("input", { key: "words", type: "search", "data-mam": "find", "aria-label": "Find an exercise", placeholder: "Find an exercise", live: { value: words }, on: { input: (event) => ui.find({ words: event.target.value }) } }),
        groups.length > 1 && h("select", { key: "kind", "data-mam": "kind", "aria-label": "Topic", on: { change: (event) => ui.find({ kind: event.target.value }) } }, h("option", { value: "", selected: !kind }, "All topics"), groups.map((group) => h("option", { key: group.kind, value: group.kind, selected: group.kind === kind }, capitalize(group.kind)))),
      ),
      shown.map((group) => [
        h("h4", { key: `title-${group.kind}`, class: "mam-study-group" }, `${capitalize(group.kind)}, ${group.exercises.length}`),
        h("ul", { key: group.kind, class: "mam-study-rows" }, group.exercises.map((exercise) => drawRow(ui, exercise, exercise.id in stars ? "done" : exercise.id === now ? "now" : "open"))),
      ]),
      !shown.length && h("p", { key: "none" }, "No exercise fits. Try fewer words."),
    ),
  ];
}

function drawRow(ui, { id, title, level }, state) {
  return h(
    "li",
    { key: id },
    h("button", { type: "button", "data-mam": id, "data-state": state, on: { click: () => ui.open(id) } }, h("b", null, `Level ${level}`), h("span", null, title), h("span", { class: "mam-study-sign" }, state === "done" ? [icon("ok", 18), h("span", { class: "mam-aside" }, "done")] : icon("next", 16))),
  );
}
