// Shelf: the stages of Learn as tiles, or the documented cases as a list that can be searched.

import { icon } from "../shared/ui/cards.js";
import { h } from "../shared/ui/elements.js";
import { capitalize } from "../shared/ui/words.js";
import { findCases } from "./case.js";
import { drawAction, drawFault, drawHead, drawLink, drawStars } from "./parts.js";
import { isFromFile, listStars, numberStage } from "./player.js";

/** @import { StudyScene } from "./study.js" */
/** @import { Study } from "./widget.js" */

/** The boards of a shelf to repeat today, in their order. @param {StudyScene} scene */
export function listDue({ shelf, due }) {
  const places = shelf.stages.flatMap((stage) => stage.boards.map((id, board) => [`${stage.id}/${id}`, { study: stage.id, board }]));
  const known = new Map(/** @type {[string, { study: string, board: number }][]} */ (places));
  return due.filter((name) => known.has(name)).map((name) => known.get(name));
}

/** @param {Study} ui */
export function drawShelf(ui) {
  const { shelf, progress } = ui.scene;
  const counts = shelf.stages.map((stage) => listStars(progress, stage.id, stage.boards));
  const done = counts.map((stars, k) => stars.length === shelf.stages[k].boards.length);
  const fitting = shelf.stages.findIndex((stage) => stage.id === ui.scene.practice?.next);
  const now = fitting >= 0 ? fitting : done.indexOf(false);
  const tile = (stage, k) => {
    const stars = counts[k];
    const mean = Math.round(stars.reduce((sum, one) => sum + one, 0) / (stars.length || 1));
    const state = done[k] ? "done" : k === now ? "now" : "open";
    const { number } = stage;
    if (isProblem(stage)) return h("li", { key: stage.id, "data-wide": String(!number) }, h("button", { type: "button", class: "mam-study-tile", "data-number": String(Boolean(number)), "data-mam": stage.id, "data-state": state, "aria-label": stage.title, on: { click: () => ui.open(stage.id) } }, h("span", null, number || stage.title), done[k] && drawStars(mean, 10)));
    const count = stars.length ? `${stars.length} of ${stage.boards.length}` : k === now || isFromFile(stage) ? "Start" : String(numberStage(shelf.stages, stage.id));
    return h("li", { key: stage.id }, h("button", { type: "button", class: "mam-study-tile", "data-mam": stage.id, "data-state": state, on: { click: () => ui.open(stage.id) } }, h("span", null, stage.title), done[k] ? drawStars(mean, 14) : h("small", null, count)));
  };
  const isList = shelf.stages.some((stage) => stage.cases.length);
  const count = isList ? `${counts.flat().length} of ${shelf.stages.flatMap((stage) => stage.boards).length} done` : `${done.filter(Boolean).length} of ${shelf.stages.length} done`;
  return [
    drawHead(ui, shelf.title, h("span", null, count), ""),
    h(
      "div",
      { key: "shelf", class: "mam-study-shelf" },
      drawAction(ui, "repeat"),
      drawPractice(ui),
      isList ? [drawTiles(ui, shelf.stages.filter(isFromFile), tile), drawList(ui)] : [!counts.flat().length && h("p", { key: "first" }, shelf.stages[0]?.group ? "Reach the goal, however the hidden cards lie. Or choose a bid, a discard or a trump." : "Start with a trick."), drawTiles(ui, shelf.stages, tile)],
      shelf.also && h("p", { key: "also", class: "mam-study-also" }, shelf.also.map(({ label, address }) => h("a", { key: address, href: address }, label))),
      drawFault(ui.scene.fault),
    ),
  ];
}

/** Whether a group of a shelf is the first of whole hands. @param {string} group */
export const isOfHands = (group) => group === "Whole hands";

/* A tile with a number, or of a decision of yours. */
const isProblem = (stage) => stage.boards.length === 1 && Boolean(stage.group) && !isFromFile(stage);

/* The course, and under headings what is different in other games, or problems by their level, and before them a study from a file. */
function drawTiles(ui, stages, tile) {
  const { theme } = ui.search;
  const isShown = (stage) => !theme || stage.themes?.includes(theme);
  const tiles = stages.map(tile);
  const groups = [...new Set(stages.filter(isShown).map((stage) => stage.group))];
  const heading = (group) => group || (isFromFile(stages[0]) ? "The course" : "");
  const remove = drawLink(ui, "forget", { class: "mam-study-clear" });
  const isOpened = (group) => isFromFile(stages.find((stage) => stage.group === group));
  return groups.flatMap((group) => [
    (groups.length > 1 || isOpened(group)) && heading(group) && h("h4", { key: `name-${group}`, class: "mam-study-group", tabindex: "-1", "data-hands": String(isOfHands(group)) }, heading(group), isOpened(group) && remove),
    h("ol", { key: `tiles-${group}`, class: "mam-study-tiles", "data-numbers": String(stages.filter((stage) => stage.group === group).every(isProblem)) }, tiles.filter((_, k) => stages[k].group === group && isShown(stages[k]))),
  ]);
}

/* Of problems: what fits the learner's rating, the problem of the day, and one theme alone. */
function drawPractice(ui) {
  const { practice } = ui.scene;
  if (!practice) return null;
  const { rating, deviation, count, themes } = practice;
  const label = (theme) => (theme.count ? `${theme.name} (${theme.rating})` : theme.name);
  return h(
    "div",
    { key: "practice", class: "mam-study-practice", "data-mam": "practice" },
    h("p", { key: "rating", class: "mam-study-foot" }, count ? `Your rating: ${rating} ± ${Math.round(1.96 * deviation)} (95%), after ${count} ${count === 1 ? "problem" : "problems"}.` : "Answer a few problems to get a rating. Then the next problem fits your level."),
    drawAction(ui, "next-problem"),
    drawAction(ui, "daily"),
    drawAction(ui, "hands"),
    h("select", { key: "theme", "data-mam": "theme", "aria-label": "Theme", live: { value: ui.search.theme }, on: { change: (event) => ui.find({ theme: event.target.value }) } }, h("option", { key: "", value: "" }, "All themes"), themes.map((theme) => h("option", { key: theme.name, value: theme.name }, label(theme)))),
  );
}

/* Documented cases: a field to search by, two menus, and a line for each. */
function drawList(ui) {
  const { shelf, progress } = ui.scene;
  const { search } = ui;
  const all = findCases(shelf.stages, {});
  const rows = findCases(shelf.stages, search);
  const next = rows.find((row) => progress[`${row.study}/${row.id}`] === undefined);
  const menu = (name, label, values) =>
    h("select", { key: name, "data-mam": name, "aria-label": label, live: { value: search[name] }, on: { change: (event) => ui.find({ [name]: event.target.value }) } }, h("option", { key: "", value: "" }, label), values.map((value) => h("option", { key: value, value }, capitalize(value))));
  return [
    h(
      "div",
      { key: "find", class: "mam-study-find" },
      h("input", { key: "search", type: "search", "data-mam": "search", placeholder: "A word, a case or a rule", "aria-label": "Find cases: a word, a case or a rule", live: { value: search.words }, on: { input: (event) => ui.find({ words: event.target.value }) } }),
      menu("kind", "All kinds", [...new Set(all.map((row) => row.kind))]),
      menu("edition", "All editions", [...new Set(all.map((row) => row.edition))]),
    ),
    h("p", { key: "count", class: "mam-study-foot", role: "status", "data-mam": "found" }, rows.length ? `${rows.length} ${rows.length === 1 ? "case" : "cases"}` : "No case matches.", " ", drawLink(ui, "clear", { class: "mam-study-clear" })),
    h(
      "ol",
      { key: "cases", class: "mam-study-rows", "data-mam": "cases" },
      rows.map((row) => {
        const stars = progress[`${row.study}/${row.id}`];
        const state = stars === undefined ? "open" : stars ? "done" : "missed";
        return h("li", { key: row.id }, h("button", { type: "button", "data-mam": row.id, "data-state": row === next ? "now" : state, on: { click: () => ui.open(row.study, row.board) } }, h("b", null, row.id), h("span", null, row.question, h("small", null, row.edition)), state === "open" ? icon("next", 18) : h("span", { class: "mam-study-sign", role: "img", "aria-label": state === "done" ? "answered" : "missed" }, icon(state === "done" ? "ok" : "again", 18))));
      }),
    ),
  ];
}
