// Stage: where a person is on the shelf Chance, and what holds there, by the names of actions.toml. From both follows what can be done.

import { isWide } from "../studies/parts.js";
import { listPredictions } from "./calibration.js";
import { listGuesses } from "./guesses.js";

/** The stage and the facts. @returns {{ stage: string, facts: Record<string, unknown> }} */
export function findStage(ui) {
  const { study } = ui.scene;
  if (!study) return findSummary(ui);
  if (ui.step !== "check") return { stage: ui.step, facts: { has_side: isWide(ui), has_moved: ui.hasMoved, first: study.tables.first } };
  const stage = ui.reply?.verdict === "right" ? "right" : study.questions[ui.question].options ? "choosing" : "typed";
  return { stage, facts: { is_last: ui.queue.length > 0 || ui.question + 1 === study.questions.length } };
}

/* The shelf, the guesses or their score. */
function findSummary({ scene, summary }) {
  const due = scene.due.length;
  const guesses = summary ? 0 : listGuesses(scene).length;
  return { stage: summary || "shelf", facts: { due, has_due: due > 0, guesses, has_guesses: guesses > 0, has_score: summary === "calibration" && listPredictions(scene).length > 0 } };
}
