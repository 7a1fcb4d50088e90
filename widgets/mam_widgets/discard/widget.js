// Discard lab: cards to discard, a trump to name, and the choices with their gain over the baseline.

import { trumpButtons } from "../shared/ui/auction.js";
import { tableHand, tableMessage, tablePanels } from "../shared/ui/board.js";
import { HAND_KEYS, actButton } from "../shared/ui/buttons.js";
import { chip, emblemPlate, icon } from "../shared/ui/cards.js";
import { editionSwitch } from "../shared/ui/editions.js";
import { h } from "../shared/ui/elements.js";
import { figuresTable } from "../shared/ui/fields.js";
import { walkRow } from "../shared/ui/focus.js";
import { listChosen, withKeys } from "../shared/ui/hand.js";
import { handForm } from "../shared/ui/hand_form.js";
import { formatGain, plotScale } from "../shared/ui/plots.js";
import { discardStage } from "../shared/ui/stages.js";
import { renderWidget } from "../shared/ui/mount.js";
import { capitalize, countWord } from "../shared/ui/words.js";

/* What the lab remembers between two scenes. */
const makeLabState = () => ({
  selected: "", // the row whose facts the side panel shows, in words
});

/** @typedef {import("../shared/ui/ui.js").Ui<ReturnType<typeof makeLabState>>} DiscardLab */

/* The plot of a row lies between these percentages of its width, so that whiskers and labels stay inside. */
const PLOT = { from: 5, to: 95 };

/* About how many numbers stand under the plots. */
const AXIS_TICKS = { S: 2, M: 2, LS: 2, L: 3, XL: 5 };

/* The cards of a choice as chips, and its trump. */
function choiceChips(row, cards) {
  return h(
    "span",
    { class: "mam-chips mam-choice-chips", "data-many": row.cards.length > 4 ? "true" : null },
    row.cards.map((code, index) => chip(code, cards, { key: `${code}${index}` })),
    row.trump && h("span", { class: "mam-choice-trump", title: row.trump_text }, emblemPlate(row.trump, 24)),
  );
}

const yoursPill = () => h("span", { class: "mam-choice-pill mam-choice-baseline" }, "yours");
const advicePill = () => h("span", { class: "mam-choice-pill", title: "recommended" }, icon("bulb", 14), h("span", { class: "mam-choice-word" }, "recommended"));

/* What a row says to those who listen. */
function describeRow(row) {
  const { figures } = row;
  const parts = [row.name, row.is_baseline && "yours", row.is_advised && "recommended"];
  if (figures) parts.push(figures.difference && `gain over yours ${figures.difference} ${figures.difference_margin}`, `bid made in ${figures.bid_made} of deals`);
  return parts.filter(Boolean).join(", ");
}

/** The scale that all rows share: from a gain in thousands to a percentage of the plot's width, and round numbers on it. */
function gainScale(rows, size) {
  const figures = rows.map((row) => row.figures).filter((figure) => figure && figure.difference);
  const place = plotScale([0, ...figures.flatMap((figure) => [figure.low, figure.high])], PLOT.from, PLOT.to);
  return { place, ticks: figures.length ? place.ticks(AXIS_TICKS[size]) : [0] };
}

const percent = (value) => `${value.toFixed(2)}%`;
const plotRule = (x, y1, y2, name) => h("line", { class: name, x1: percent(x), x2: percent(x), y1, y2 });

/* The gain of a row with its margin of error, over the line that marks the baseline. */
function gainPlot(row, scale) {
  const { figures } = row;
  const zero = plotRule(scale.place(0), 0, "100%", "mam-gain-zero");
  const svg = (parts) => h("svg", { key: "plot", class: "mam-gain", "aria-hidden": "true", focusable: "false" }, zero, parts);
  if (row.is_baseline) return svg(h("circle", { class: "mam-gain-base", cx: percent(scale.place(0)), cy: "50%", r: 7 }));
  if (!figures) return svg(null);
  const [low, high, middle] = [figures.low, figures.high, figures.value].map(scale.place);
  const end = (x) => h("svg", { x: percent(x), y: "50%", overflow: "visible" }, h("line", { class: "mam-gain-line", x1: 0, x2: 0, y1: -7, y2: 7 }));
  return svg([
    h("line", { class: "mam-gain-line", x1: percent(low), x2: percent(high), y1: "50%", y2: "50%" }),
    end(low),
    end(high),
    h("circle", { class: "mam-gain-mark", cx: percent(middle), cy: "50%", r: 6.5 }),
  ]);
}

/* The numbers under the plots. */
function gainAxis(scale) {
  return h(
    "div",
    { key: "axis", class: "mam-choice-row mam-choice-axis", "aria-hidden": "true" },
    h("span", null),
    h(
      "svg",
      { class: "mam-gain", focusable: "false" },
      plotRule(scale.place(0), 0, 4, "mam-gain-zero"),
      scale.ticks.map((tick) => h("text", { key: tick, x: percent(scale.place(tick)), y: 15, "text-anchor": "middle" }, formatGain(tick))),
    ),
  );
}

/* The gain in thousands, or what stands in its place. */
function gainFigure(row, lab) {
  const { figures } = row;
  if (row.is_baseline) return h("span", { class: "mam-muted" }, "baseline");
  if (figures) return [h("b", null, figures.short), ` ${figures.short_margin}`];
  return lab.busy ? h("span", { class: "mam-skeleton" }) : h("span", { class: "mam-muted" }, "not yet");
}

/** @param {DiscardLab} ui */
function choiceRow(row, scale, lab, ui) {
  const selected = selectedRow(ui) === row;
  const { figures } = row;
  return h(
    "div",
    {
      key: row.name,
      class: "mam-choice-row",
      role: "option",
      tabindex: selected ? "0" : "-1",
      "aria-selected": String(selected),
      "aria-label": describeRow(row),
      "data-mam": "listed",
      "data-area": "listed",
      "data-index": row.index,
      on: { click: () => selectRow(ui, row) },
    },
    h("span", { class: "mam-choice-name" }, choiceChips(row, ui.scene.cards), row.is_advised ? advicePill() : row.is_baseline && yoursPill()),
    gainPlot(row, scale),
    h("span", { class: "mam-choice-gain" }, gainFigure(row, lab)),
    h("span", { class: "mam-choice-made" }, figures ? figures.bid_made : lab.busy ? h("span", { class: "mam-skeleton" }) : "–"),
  );
}

/* The answer in one sentence; until the figures are worth one, a bar in its place. */
function findingHead(lab, size) {
  const { finding, busy, choices } = lab;
  const text = finding ? (size === "S" ? finding.short : finding.text) : choices.some((row) => row.figures) ? "No clear answer yet" : "Which discard gains more?";
  const waits = busy && !finding;
  return h(
    "h4",
    { key: "finding", class: "mam-finding", "data-mam": "finding", title: finding ? finding.text : null },
    waits ? h("span", { class: "mam-skeleton", role: "img", "aria-label": "Computing…" }) : text,
  );
}

/** @param {DiscardLab} ui */
function choiceTable(lab, ui) {
  const scale = gainScale(lab.choices, ui.size);
  return h(
    "section",
    { key: "choices", class: "mam-choices", "data-mam": "list", "aria-label": "Choices" },
    findingHead(lab, ui.size),
    h(
      "div",
      { key: "table", class: "mam-choice-table" },
      h(
        "div",
        { key: "heads", class: "mam-choice-row mam-choice-heads", "aria-hidden": "true" },
        h("span", null, "Discard and trump"),
        h("span", null, "Gain over yours, $1,000s"),
        h("span", { class: "mam-choice-gain" }, lab.busy ? "so far" : ""),
        h("span", { class: "mam-choice-made" }, "Made"),
      ),
      h(
        "div",
        { key: "rows", class: "mam-choice-rows", role: "listbox", "aria-label": "Choices", on: { keydown: (event) => rowKey(ui, event) } },
        lab.choices.map((row) => choiceRow(row, scale, lab, ui)),
      ),
      gainAxis(scale),
    ),
  );
}

/* Why the best choice is better than the baseline. */
function reasonSection(reason) {
  return (
    reason &&
    h(
      "section",
      { key: "why", class: "mam-choice-why", "data-mam": "advice", "aria-label": "Why" },
      icon("bulb", 20),
      h("div", null, h("h4", { class: "mam-ruling-head" }, reason.head), h("p", null, reason.text)),
    )
  );
}

const choiceFact = (name, value, more) => h("div", { key: name }, h("dt", null, name), h("dd", null, h("b", null, value), more && ` ${more}`));

/**
 * The selected choice: its figures, what is certain about it, and what can be done with it.
 * @param {DiscardLab} ui
 */
function choiceSection(row, lab, ui) {
  const { figures } = row;
  return h(
    "section",
    { key: "choice", class: "mam-choice-facts", "data-mam": "choice", "aria-label": row.head },
    h("h4", null, row.head),
    choiceChips(row, ui.scene.cards),
    figures &&
      h(
        "dl",
        { key: "figures" },
        choiceFact("Bid made", figures.bid_made),
        choiceFact("Money captured", figures.money),
        choiceFact("Gain", figures.gain, figures.gain_margin),
        figures.difference && choiceFact("Over yours", figures.difference, figures.difference_margin),
        row.trumps_left !== "0" && choiceFact("Trumps left", row.trumps_left, row.trump_money && `with ${row.trump_money}`),
      ),
    figures && figures.verdict && h("p", { key: "verdict" }, `${capitalize(figures.verdict)}.`),
    h("div", { key: "buttons", class: "mam-actions" }, choiceButtons(row, lab, ui)),
    row.why && h("p", { key: "why" }, `Recommended: this discard ${row.why}.`),
    certainList(row.certain),
    h("p", { key: "note", class: "mam-quiet" }, "Gain: your side’s score minus theirs. ± is the 95% margin of error."),
  );
}

const certainList = (sentences) =>
  h("ul", { key: "certain", class: "mam-plain-list", "data-mam": "certain", "aria-label": "What is certain" }, sentences.map((sentence) => h("li", { key: sentence }, sentence)));

/** @param {DiscardLab} ui */
function choiceButtons(row, lab, ui) {
  if (row.index === null)
    return actButton("add-advice", "Add to list", { do: "add_advice" }, ui, { whyNot: lab.is_full && "The list is full: remove a choice first.", "data-area": "choice" });
  const { index, words } = row;
  const button = (name, text) => actButton(name, text, { do: name, index }, ui, { "aria-label": `${text}: ${words}`, "data-index": index, "data-area": "choice" });
  return [!row.is_baseline && button("baseline", "Use as baseline"), button("load", "Back to hand"), button("remove", "Remove")];
}

/* Cards that Python laid ready are chosen; what was chosen of another hand is forgotten. What a person was told while a
   comparison goes on stays until they do something else. */
function receiveScene(ui, given) {
  const { scene: before, notice, shown } = ui;
  ui.show(given);
  const { lab, hand } = ui.scene || {};
  if (!lab) return;
  if (before && before.lab.busy && (notice || shown)) {
    Object.assign(ui, { notice, shown });
    ui.draw();
  }
  if (before && before.lab.loads === lab.loads) return;
  ui.chosen.clear();
  ui.notice = null;
  const ready = [...lab.selection];
  for (const card of hand ? withKeys(hand.cards) : []) {
    const index = ready.indexOf(card.card);
    if (index < 0) continue;
    ui.chosen.add(card.key);
    ready.splice(index, 1);
  }
  if (before && lab.choices.length > before.lab.choices.length) ui.local.selected = "";
  ui.draw();
}

function drawStage(ui) {
  const { lab } = ui.scene;
  return [progressLine(ui), ...(lab.choices.length ? [choiceTable(lab, ui)] : [discardStage(ui.scene, ui), stepList(ui)])];
}

/* What the lab is for, as long as nothing is on its list: the step to take now, and those after it. */
function stepList(ui) {
  const { lab, hand } = ui.scene;
  const need = hand ? hand.need : 0;
  const step = lab.step === "trump" && sameCards(listChosen(ui), lab.selection) ? 1 : 0;
  const cards = need > 1 ? `${countWord(need)} cards` : "cards";
  const steps = [
    ["Choose", `${cards} to discard`],
    ["Name trump", "and the choice is on your list"],
    ["Compare", "thousands of simulated deals show which choice gains more"],
  ];
  return h(
    "ol",
    { key: "steps", class: "mam-lab-steps", "data-mam": "steps", "aria-label": "How to compare discards" },
    steps.map(([head, text], index) => h("li", { key: head, "aria-current": index === step ? "step" : null }, h("b", { class: "mam-lab-step" }, index + 1), h("span", null, h("b", null, head), ` ${text}`))),
  );
}

function progressLine(ui) {
  const { progress } = ui.scene.lab;
  return (
    progress &&
    h("div", {
      key: "progress",
      class: "mam-progress-line",
      role: "progressbar",
      "aria-label": "Comparing",
      "aria-valuemin": 0,
      "aria-valuemax": 100,
      "aria-valuenow": Math.round(100 * progress.proportion),
      "aria-valuetext": progress.text,
      style: { transform: `scaleX(${progress.proportion.toFixed(3)})` },
    })
  );
}

function writeMessage(ui) {
  const { lab } = ui.scene;
  const message = tableMessage(ui);
  if (["stop", "danger"].includes(message.kind)) return message;
  const stop = { name: "stop", text: "Stop", act: () => ui.send({ do: "stop" }) };
  const method = { name: "method", text: "Method", act: () => ui.openTab("method") };
  const link = lab.busy ? stop : lab.method ? method : undefined;
  if (ui.notice && ui.notice === ui.countNotice) return { ...countChosen(ui), link };
  if (ui.notice) return { ...message, link };
  if (lab.busy) return { kind: "work", what: `Computing… ${Math.round(100 * lab.progress.proportion)}%`, why: lab.progress.text, link };
  const { message: current } = ui.scene;
  return { ...current, what: (ui.size === "S" && lab.brief) || current.what, link };
}

/* How many cards are chosen, and what comes next. */
function countChosen(ui) {
  const { need } = ui.scene.hand;
  const left = need - ui.chosen.size;
  if (left > 0) return { kind: "turn", what: `Choose ${left} more ${left > 1 ? "cards" : "card"}.`, why: "Only raised cards can be discarded." };
  return { kind: "turn", what: `${need} cards chosen.`, why: "Add them to the list, or click one to take it back.", short: "Add them to the list." };
}

/* Which cards are chosen, and so what can be done with them, only the browser knows. */
function listActions(ui) {
  const codes = listChosen(ui);
  const add = whyNotAdd(ui, codes);
  const waits = !add && !isListed(ui, codes);
  const local = {
    clear: { why_not: ui.chosen.size ? "" : "No card is chosen yet." },
    "confirm-discard": { why_not: add, is_primary: waits },
    compare: { is_primary: !waits },
  };
  return ui.scene.actions.map((action) => ({ ...action, ...local[action.id] }));
}

/* Trump is named while the cards lie ready that it is named for. */
function drawMoves(ui) {
  const { scene } = ui;
  const isNamed = scene.lab.step === "trump" && sameCards(listChosen(ui), scene.lab.selection);
  return isNamed ? [trumpButtons(scene, ui)] : [];
}

/** The choices on the list that discard these cards. */
function listedWith(ui, codes) {
  return ui.scene.lab.choices.filter((row) => row.index !== null && sameCards(row.cards, codes));
}

function isListed(ui, codes) {
  return listedWith(ui, codes).length > 0;
}

function whyNotAdd(ui, codes) {
  const { lab, hand } = ui.scene;
  const left = hand.need - codes.length;
  if (left > 0) return `Choose ${left} more ${left > 1 ? "cards" : "card"} first.`;
  if (listedWith(ui, codes).length >= lab.trump_count) return "These cards are on the list already.";
  return lab.is_full ? "The list is full: remove a choice first." : "";
}

/** The row whose facts are shown: the one selected, else the baseline. */
function selectedRow(ui) {
  const { choices } = ui.scene.lab;
  return choices.find((row) => row.name === ui.local.selected) || choices.find((row) => row.is_baseline) || choices[0];
}

function selectRow(ui, row) {
  ui.local.selected = row.name;
  if (ui.tab === "settings") ui.tab = "";
  ui.draw();
  ui.find('[data-mam="listed"][aria-selected="true"]')?.focus({ preventScroll: true });
}

function rowKey(ui, event) {
  const { choices } = ui.scene.lab;
  const go = (index) => {
    selectRow(ui, choices[index]);
    ui.find('[data-mam="listed"][aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  };
  walkRow(event, choices.indexOf(selectedRow(ui)), choices.length, go, { keys: { ArrowUp: -1, ArrowDown: 1 } });
}

function listPanels(ui) {
  const { scene } = ui;
  return {
    ...tablePanels(ui),
    choice: () => choiceParts(ui),
    method: () => methodSection(scene.lab.method),
    hand: () => handForm(ui, "Cards, a deal code, or a condition"),
    "bid-on": () => bidOnPanel(ui),
    editions: () => editionSwitch(scene, ui),
  };
}

function choiceParts(ui) {
  const { lab } = ui.scene;
  if (lab.certain.length > 0 && sameCards(listChosen(ui), lab.selection))
    return [h("section", { key: "draft", class: "mam-choice-facts", "aria-label": "What is certain" }, h("h4", null, "What is certain"), certainList(lab.certain))];
  const row = selectedRow(ui);
  return row ? [reasonSection(lab.reason), choiceSection(row, lab, ui)] : [];
}

/* Where the bid names trump it is not chosen after the discard: the same cards can be tried with a bid on another trump. */
function bidOnPanel(ui) {
  const { bid_trumps } = ui.scene.lab;
  if (!bid_trumps.length) return null;
  return h(
    "section",
    { key: "bid-on", class: "mam-panel", "data-mam": "bid-on", "aria-label": "Trump of the bid" },
    h("h4", null, "Trump of the bid"),
    h(
      "div",
      { class: "mam-actions", role: "group", "aria-label": "Trump of the bid" },
      bid_trumps.map(({ code: trump, color, text, is_chosen }) =>
        actButton("bid-trump", [emblemPlate(color), text], () => is_chosen || ui.send({ do: "bid_on", trump }), ui, {
          key: trump,
          picked: is_chosen,
          "data-area": "bid-on",
          "data-trump": trump,
        }),
      ),
    ),
  );
}

const sameCards = (a, b) => a.length === b.length && [...a].sort().join() === [...b].sort().join();

/* On how many deals, with which assumptions; all figures as a table. */
function methodSection(method) {
  if (!method) return null;
  return h(
    "section",
    { key: "method", class: "mam-method", "data-mam": "found", "aria-label": "Method" },
    method.text.map((line) => h("p", { key: line }, line)),
    h(
      "div",
      { key: "table", class: "mam-scroll", tabindex: "0", role: "region", "aria-label": "All figures" },
      figuresTable(method),
    ),
    h("p", { key: "note", class: "mam-quiet" }, method.note),
  );
}

export default {
  render: renderWidget({
    local: makeLabState,
    name: "mam-discard-lab",
    home: '[data-mam="compare"]',
    keyWords: [["another choice of the list", "↑", "↓"], ...HAND_KEYS],
    receive: receiveScene,
    stage: drawStage,
    stagePlace: () => ({ title: "List", sign: "bars" }),
    message: writeMessage,
    hand: tableHand,
    actions: listActions,
    moves: drawMoves,
    panels: listPanels,
    settings: (ui) => [editionSwitch(ui.scene, ui)],
  }),
};
