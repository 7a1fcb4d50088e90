// Guesses: all that was guessed before a page was seen, beside what is true: on the diagonal a guess is right.

import { dockRegion } from "../shared/ui/dock.js";
import { h } from "../shared/ui/elements.js";
import { plotAxes, plotDot, plotLine, plotScale, plotText } from "../shared/ui/plots.js";
import { drawHead, drawMessage } from "../studies/parts.js";
import { nameGuess, roundGuess, writeGuess } from "./guess.js";

const EDGE = { left: 50, right: 14, top: 12, bottom: 42 };

/** The pages that have a guess: its name and number, what is true, and whether both are of 100. */
export const listGuesses = ({ shelf, guesses }) => shelf.stages.filter(({ id }) => nameGuess(id) in guesses).map(({ id, title, guess }) => ({ id, title, name: nameGuess(id), scale: guess, said: guesses[nameGuess(id)], truth: guess.answer, isPercent: guess.whole === 100 }));

/** The rows of the table: page, guess, truth. */
export const listRows = (scene) => listGuesses(scene).map(({ title, scale, said, truth }) => [title, writeGuess(scale, said), writeGuess(scale, roundGuess(truth))]);

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The bands of the frame: the picture, what it says, and the way to the table. */
export function drawGuesses(ui) {
  const rows = listGuesses(ui.scene);
  const plotted = rows.filter(({ isPercent }) => isPercent);
  return [
    drawHead(ui, "Your guesses", `${rows.length} of ${ui.scene.shelf.stages.length}`, ""),
    h("div", { key: "goal", class: "mam-study-goal" }, h("h4", { "data-mam": "goal" }, "What you guessed, and what is true"), h("p", null, "On the line a guess is right; below it, too high.")),
    h("div", { key: "stage", class: "mam-study-stage", "data-mam": "stage" }, h("div", { key: "picture", class: "mam-chance-picture mam-chance-still", "data-mam": "picture", role: "img", "aria-label": plotted.map(({ title, scale, said, truth }) => `${title}: guess ${writeGuess(scale, said)}, true ${writeGuess(scale, roundGuess(truth))}`).join(". ") }, drawPlot(ui, plotted))),
    drawMessage(ui, { kind: "news", ...describe(plotted) }),
    dockRegion(ui),
  ];
}

function describe(rows) {
  if (!rows.length) return { what: "No guess in percent yet.", why: "The others are in the table." };
  const distance = mean(rows.map(({ said, truth }) => Math.abs(said - truth)));
  const count = rows.length === 1 ? "One guess in percent" : `${rows.length} guesses in percent`;
  return { what: `On average ${Math.round(distance)} points off.`, why: `${count}. The others are in the table.` };
}

const drawPlot = (ui, rows) => drawSquare(ui, (x, y) => rows.map(({ id, said, truth }) => plotDot(x(said / 100), y(truth / 100), 6, "mam-plot-spot", { key: id })));

/** The plot of guess against truth, with the line on which a guess is right. */
export function drawSquare(ui, drawMarks) {
  const { width, height } = ui.room;
  if (width <= 0) return null;
  const side = Math.min(width - EDGE.left - EDGE.right, height - EDGE.top - EDGE.bottom);
  const left = Math.max(EDGE.left, (width - side) / 2);
  const box = { left, right: left + side, top: EDGE.top, bottom: EDGE.top + side };
  const [x, y] = [plotScale([0, 1], box.left, box.right), plotScale([0, 1], box.bottom, box.top)];
  return h(
    "svg",
    { class: "mam-plot-drawing", width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    plotAxes({ x: { label: "your guess", percent: true }, y: { percent: true } }, x, y, box),
    plotLine(box.left, box.bottom, box.right, box.top, "mam-plot-rule"),
    plotText(box.left + 8, box.top + 14, "true", { class: "mam-plot-label" }),
    drawMarks(x, y),
  );
}
