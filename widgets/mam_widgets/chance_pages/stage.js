// Stage: where a person is on the shelf Chance, and what holds there, by the names of actions.toml. From both follows what can be done.

import { isWide } from "../studies/parts.js";
import { listPredictions } from "./calibration.js";

/** The stage, "" where the shelf is shown, and the facts. @returns {{ stage: string, facts: Record<string, unknown> }} */
export function findStage(ui) {
  const { study } = ui.scene;
  if (!study) return { stage: ui.summary, facts: { has_score: ui.summary === "calibration" && listPredictions(ui.scene).length > 0 } };
  if (ui.step !== "check") return { stage: ui.step, facts: { has_side: isWide(ui), has_moved: ui.hasMoved, first: study.tables.first } };
  const stage = ui.reply?.verdict === "right" ? "right" : study.questions[ui.question].options ? "choosing" : "typed";
  return { stage, facts: { is_last: ui.queue.length > 0 || ui.question + 1 === study.questions.length } };
}
