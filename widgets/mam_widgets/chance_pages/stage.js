// Stage: where a person is on the shelf Chance, and what holds there, by the names of actions.toml. From both follows what can be done.

import { isWide } from "../studies/parts.js";
import { listPredictions } from "./calibration.js";
import { listGuesses } from "./guesses.js";

/** The stage and the facts. @returns {{ stage: string, facts: Record<string, unknown> }} */
export function findStage(ui) {
  const { study, shelf } = ui.scene;
  const { stage, facts } = study ? findPage(ui, study) : findSummary(ui);
  return { stage, facts: { ...facts, ...nameCopies(ui), back: shelf.title } };
}

function findPage(ui, study) {
  const hasSide = isWide(ui);
  if (ui.step !== "check") return { stage: ui.step, facts: { has_side: hasSide, has_moved: ui.hasMoved, first: study.tables.first, shows_how: ui.sheet === "words" || (hasSide && ui.hasMoved) } };
  const stage = ui.reply?.verdict === "right" ? "right" : study.questions[ui.question].options ? "choosing" : "typed";
  return { stage, facts: { is_last: ui.queue.length > 0 || ui.question + 1 === study.questions.length } };
}

/* What the buttons say that copy from the sheet that is open, or from beside the picture: once one was pressed, what came of it. */
function nameCopies({ sheet, copied }) {
  const nameCopy = (name) => (copied.sheet === sheet && copied.name === name ? copied.text : "Copy");
  return { shows_table: sheet === "table", copy_table: nameCopy("table"), copy_how: nameCopy("how") };
}

/* The shelf, the guesses or their score. */
function findSummary({ scene, summary }) {
  const due = scene.due.length;
  const guesses = summary ? 0 : listGuesses(scene).length;
  return { stage: summary || "shelf", facts: { due, has_due: due > 0, guesses, has_guesses: guesses > 0, has_score: summary === "calibration" && listPredictions(scene).length > 0 } };
}
