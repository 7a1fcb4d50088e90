// Calibration: the guesses that are chances, in tenths beside what is true, with their Brier score, its parts and its weeks.

import { dockRegion } from "../shared/ui/dock.js";
import { h } from "../shared/ui/elements.js";
import { plotDot, plotLine } from "../shared/ui/plots.js";
import { drawHead, drawMessage } from "../studies/parts.js";
import { scoreByTenth, scoreByWeek, scorePredictions } from "./brier.js";
import { drawSquare, listGuesses } from "./guesses.js";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const formatScore = (score) => (Number(score.toFixed(3)) || 0).toFixed(3).replace("-", "−"); // no −0
const formatPercent = (chance) => `${Math.round(100 * chance)}%`;
const countGuesses = (n) => (n === 1 ? "1 guess" : `${n} guesses`);
const nameTenth = ({ tenth }) => `${10 * tenth}–${10 * tenth + 10}%`;

function nameWeek({ monday }) {
  const [, month, day] = monday.split("-").map(Number);
  return `Week of ${MONTHS[month - 1]} ${day}`;
}

/** The guesses that are chances. A number that no slider gives, in a file that somebody wrote, is none. */
export const listPredictions = (scene) => listGuesses(scene).filter(({ scale, said }) => scale.whole && said >= 0 && said <= scale.whole).map(({ name, scale, said, truth }) => ({ chance: said / scale.whole, happened: truth / scale.whole, date: scene.guess_days[name] }));

/** The table: the guesses of each tenth, of each week, and all. */
export function tabulateScores(scene) {
  const predictions = listPredictions(scene);
  const columns = ["Guesses", "n", "Mean", "True", "Brier"];
  if (!predictions.length) return { columns, rows: [] };
  const makeRow = (name, { n, predicted, overall, brier }) => [name, String(n), formatPercent(predicted), formatPercent(overall), formatScore(brier)];
  const rows = [...scoreByTenth(predictions).map((score) => makeRow(nameTenth(score), score)), ...scoreByWeek(predictions).map((score) => makeRow(nameWeek(score), score)), makeRow("All", scorePredictions(predictions))];
  return { columns, rows };
}

/** The bands of the frame: the picture, the score, and the ways to its parts and to the table. */
export function drawCalibration(ui) {
  const predictions = listPredictions(ui.scene);
  const tenths = scoreByTenth(predictions);
  const text = tenths.map((score) => `${nameTenth(score)}, ${countGuesses(score.n)}: mean guess ${formatPercent(score.predicted)}, true ${formatPercent(score.overall)}`).join(". ");
  return [
    drawHead(ui, "How sure, how right", countGuesses(predictions.length), ""),
    h("div", { key: "goal", class: "mam-study-goal" }, h("h4", { "data-mam": "goal" }, "Guess against truth"), h("p", null, "One dot for each tenth, like 60% to 70%.")),
    h("div", { key: "stage", class: "mam-study-stage", "data-mam": "stage" }, h("div", { key: "picture", class: "mam-chance-picture mam-chance-still", "data-mam": "picture", role: "img", "aria-label": text || "No dots yet" }, drawTenths(ui, tenths))),
    drawMessage(ui, { kind: "news", ...describe(ui.scene, predictions) }),
    dockRegion(ui),
  ];
}

function describe(scene, predictions) {
  if (!predictions.length) {
    const next = scene.shelf.stages.find(({ guess }) => guess.whole);
    return { what: "No guess of a chance yet.", why: next ? `Open the page “${next.title}” and guess.` : "" };
  }
  const { brier } = scorePredictions(predictions);
  return { what: `Brier score ${formatScore(brier)}.`, why: `The exact chances get ${formatScore(findBest(predictions))}, saying 50% each time gets 0.250. Less is better.` };
}

/* What somebody gets who knows every true chance. */
const findBest = (predictions) => scorePredictions(predictions.map((prediction) => ({ ...prediction, chance: prediction.happened }))).brier;

const drawTenths = (ui, tenths) =>
  drawSquare(ui, (x, y) =>
    tenths.map(({ tenth, n, predicted, overall }) => [plotLine(x(predicted), y(predicted), x(predicted), y(overall), "mam-plot-axis"), plotDot(x(predicted), y(overall), 5 + 2 * Math.sqrt(n), "mam-plot-spot", { key: tenth, "data-tenth": tenth })]),
  );

/* A bar for the score of each week. */
function drawWeeks(weeks) {
  const most = Math.max(...weeks.map(({ brier }) => brier), 0.25);
  return h("ul", { key: "weeks", class: "mam-chance-weeks", "data-mam": "weeks", "aria-label": "Brier score by week" }, weeks.map((week) => h("li", { key: week.monday }, h("span", null, nameWeek(week)), h("i", { "aria-hidden": "true" }, h("i", { style: { width: `${(100 * week.brier) / most}%` } })), h("b", null, formatScore(week.brier)))));
}

/** What the score is, and what it is made of. */
export function explainScore(scene) {
  const predictions = listPredictions(scene);
  const { brier, uncertainty, resolution, reliability, within } = scorePredictions(predictions);
  const weeks = scoreByWeek(predictions);
  const part = (id, name, number, what) => h("p", { key: id, "data-mam": id }, h("b", null, `${name} ${number}. `), what);
  return [
    part("brier-score", "Brier score", formatScore(brier), "The mean squared difference between your guess and what happens, 1 or 0. Here the true chances are known, so each case counts as if it had come up many times."),
    h("p", { key: "sum" }, "It is the sum of four parts:"),
    part("uncertainty", "Uncertainty", formatScore(uncertainty), "What you would get if you always said the mean of the true chances."),
    part("resolution", "Resolution", formatScore(-resolution), "How well you tell likely from unlikely. The further below 0, the better."),
    part("reliability", "Reliability", formatScore(reliability), "How far the dots are from the line. 0 is perfectly calibrated."),
    part("within-tenths", "Within tenths", formatScore(within), "The rest: guesses of one tenth are not all alike."),
    weeks.length > 1 && drawWeeks(weeks),
  ];
}
