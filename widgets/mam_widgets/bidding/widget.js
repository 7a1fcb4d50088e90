// Bidding lab: a hand, its auction, a guess if one is asked for, and what each bid would bring.

import { callButtons } from "../shared/ui/auction.js";
import { tableHand, tableMessage, tablePanels, tablePopover } from "../shared/ui/board.js";
import { HAND_KEYS, actButton } from "../shared/ui/buttons.js";
import { COLOR_SIGNS } from "../shared/ui/art.js";
import { emblemPlate } from "../shared/ui/cards.js";
import { chartBox, chartSkeleton, tableLink } from "../shared/ui/charts.js";
import { editionSwitch } from "../shared/ui/editions.js";
import { h } from "../shared/ui/elements.js";
import { segmentRow } from "../shared/ui/fields.js";
import { isNarrow } from "../shared/ui/frame.js";
import { renderWidget } from "../shared/ui/mount.js";
import { guessForm, makeLabState, sendGuess } from "./guess_form.js";
import { advicePart, guessesPart, handParts, lastCalls, methodParts } from "./panels.js";

const CHARTS = [
  ["chances", "Chance of making it", "Chance"],
  ["scores", "Expected score", "Score"],
  ["money", "Money captured", "Captured"],
];

const trumpSign = (trump) => trump.color && COLOR_SIGNS[trump.color] && emblemPlate(trump.color, 20);

/* What was typed for one hand is not meant for the next. */
function receiveScene(ui, given) {
  const before = ui.scene && ui.scene.lab.cards;
  Object.assign(ui.local, { hinted: false, missing: "" });
  ui.show(given);
  if (!before || before === ui.scene.lab.cards) return;
  for (const name of ["guess-bid", "guess-percent", "bid-amount", "hand-text"])
    if (ui.input(name)) ui.input(name).value = "";
}

// The stage: the finding, then the chart

function drawStage(ui) {
  const { scene } = ui;
  const { lab } = scene;
  if (lab.step === "guess")
    return [drawFinding(ui, "What would you bid on this hand?"), ui.size !== "XL" && chartSwitch(ui), guessForm(scene, ui)];
  const { figures, progress } = lab;
  const finding = figures && figures.finding;
  const charts = ui.size === "XL" ? CHARTS : CHARTS.filter(([key]) => key === ui.local.chart);
  return [
    progress && h("div", { key: "line", class: "mam-lab-progress", style: { transform: `scaleX(${progress.proportion.toFixed(3)})` } }),
    drawFinding(ui, finding && (ui.size === "S" ? finding.short : finding.text)),
    ui.size !== "XL" && chartSwitch(ui),
    h("div", { key: "charts", class: "mam-charts" }, charts.map(([key, name]) => drawChart(ui, key, name))),
  ];
}

/* The headline, or its room as long as no figure is worth one. */
function drawFinding(ui, text) {
  const { figures } = ui.scene.lab;
  const trumps = ui.size === "S" && figures && ui.local.chart === "money"; // there the message has the advice as well
  return h(
    "div",
    { key: "finding", class: trumps ? "mam-finding mam-finding-trumps" : "mam-finding" },
    trumps ? moneyTrumps(ui) : text ? h("h3", { "data-mam": "headline" }, text) : h("span", { class: "mam-skeleton-bar" }),
    ui.size === "XL" && dealsNote(ui),
    ui.size === "S" && figures && tableLink(figures.charts.find((chart) => chart.key === ui.local.chart), () => openTable(ui, ui.local.chart), ui),
  );
}

function dealsNote(ui) {
  const { figures } = ui.scene.lab;
  const text = figures && (ui.size === "LS" ? figures.short_deals : figures.deals);
  return text && h("span", { key: "deals", class: "mam-deals", "data-mam": "deals" }, text);
}

/* Which of the charts is shown; before the guess, its room. */
function chartSwitch(ui) {
  const { step, figures } = ui.scene.lab;
  const isGuess = step === "guess";
  const nameOf = (key, name) => (figures ? figures.charts.find((chart) => chart.key === key).name : name);
  const choose = (chart) => ((ui.reading = null), ui.set({ chart }));
  const choices = CHARTS.map(([id, name, short]) => ({ id, text: ui.size === "S" ? short : nameOf(id, name), more: { "aria-label": nameOf(id, name), "data-chart": id } }));
  return h(
    "div",
    { key: "switch", class: "mam-chart-switch" },
    isGuess && h("p", { class: "mam-quiet" }, "Guess first. Then you see how often each bid is made."),
    !isGuess && segmentRow("chart-choice", "charts", "Chart", choices, ui.local.chart, choose),
    !isGuess && ui.size !== "S" && dealsNote(ui),
  );
}

function drawChart(ui, key, name) {
  const { figures } = ui.scene.lab;
  const spec = figures && figures.charts.find((chart) => chart.key === key);
  if (!spec) return chartSkeleton(name);
  const phone = ui.size === "S";
  return chartBox(spec, ui, {
    title: phone ? "" : ui.size === "L" ? spec.title : spec.short,
    tools: key === "money" && !phone && moneyTrumps(ui),
    onTable: phone ? null : () => openTable(ui, key),
  });
}

function moneyTrumps(ui) {
  return h(
    "div",
    { key: "trumps", class: "mam-money-trumps", role: "group", "aria-label": "Trump of the chart" },
    ui.scene.lab.figures.trumps.map((trump) =>
      actButton("money-trump", trumpSign(trump) || trump.text, { do: "trump", trump: trump.code }, ui, {
        key: trump.code,
        picked: trump.is_chosen,
        "aria-label": trump.text,
        title: trump.text,
        "data-area": "money",
        "data-trump": trump.code,
      }),
    ),
  );
}

/* The figures of a chart, in the tab that has them all. */
function openTable(ui, key) {
  if (!isNarrow(ui.size) || ui.sheet !== "method") ui.openTab("method");
  const table = ui.find(`[data-mam="figures"][data-chart="${key}"]`);
  table?.scrollIntoView({ block: "nearest" });
  table?.focus({ preventScroll: true });
}

// The message

function writeMessage(ui) {
  const { scene } = ui;
  const { lab } = scene;
  const base = tableMessage(ui);
  if (ui.lost || ui.reading || ui.notice || base.kind === "stop") return base;
  const link = workLink(ui) || base.link;
  const { advice } = lab;
  if (lab.step === "guess") return { ...base, link: null };
  if (base.kind === "turn" && advice && (ui.local.hinted || isNarrow(ui.size))) {
    const why = { name: "why", text: "Why?", act: () => ui.openTab("advice") };
    const { head, short } = ui.size === "S" ? advice.brief : advice;
    return { kind: "hint", what: head, why: short, short, link: why };
  }
  if (lab.progress && !(lab.figures && lab.figures.finding))
    return { kind: "work", what: `Computing… ${Math.round(100 * lab.progress.proportion)}%`, why: lab.progress.text, link };
  return { ...base, link };
}

/* Simulating more deals, or fewer. */
function workLink(ui) {
  const { busy, can_continue: canContinue } = ui.scene.lab;
  if (busy) return { name: "stop", text: "Stop", act: () => ui.send({ do: "stop" }) };
  return canContinue ? { name: "continue", text: "Simulate more", act: () => ui.send({ do: "continue" }) } : null;
}

// The dock

function showHint(ui) {
  ui.local.hinted = true;
  ui.notice = ui.shown = null;
  ui.openTab("advice");
}

// The side panel

function listPanels(ui) {
  const { scene } = ui;
  return {
    ...tablePanels(ui),
    advice: () => advicePart(scene),
    "last-calls": () => ui.size !== "LS" && lastCalls(scene),
    guesses: () => guessesPart(scene, ui),
    method: () => methodParts(scene),
    hand: () => handParts(scene, ui),
    editions: () => editionSwitch(scene, ui),
  };
}

function drawSettings(ui) {
  const { guess_first: guessFirst, book } = ui.scene.lab;
  const tick = h("input", {
    type: "checkbox",
    live: { checked: guessFirst },
    "data-mam": "guess-first-setting",
    "data-area": "settings",
    on: { change: (event) => ui.send({ do: "guess_first", is_on: event.target.checked }) },
  });
  return [
    h("label", { key: "guess-first", class: "mam-tick-row" }, tick, "Ask for my guess first"),
    book && h("p", { key: "file", class: "mam-quiet mam-book-file" }, book.file),
  ];
}

export default {
  render: renderWidget({
    local: makeLabState,
    name: "mam-bidding-lab",
    home: '[data-mam="deal"]',
    rulingPlace: "auction",
    keyWords: [["read a chart, on its drawing", "←", "→", "↑", "↓"], ...HAND_KEYS],
    cardsRest: true,
    receive: receiveScene,
    stage: drawStage,
    stagePlace: () => ({ title: "Chart", sign: "bars" }),
    message: writeMessage,
    hand: tableHand,
    moves: (ui) => [callButtons(ui.scene, ui, { oneRow: true })],
    overDock: tablePopover,
    panels: listPanels,
    settings: drawSettings,
    acts: { hint: showHint, guess: sendGuess },
  }),
};
