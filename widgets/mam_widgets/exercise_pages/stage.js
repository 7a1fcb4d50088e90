// Stage: where a person is in an exercise, and what holds there, by the names of actions.toml. From both follows what can be done.

import { isWide } from "../studies/parts.js";
import { isEmpty, isLow, isSaving, isSet, isStanding } from "./answers.js";

/** @import { Exercise } from "./widget.js" */

/** Whether there is room beside the exercise for its hints and its solution. @param {{ size: string, height: number }} ui */
export const hasSide = (ui) => isWide(ui) && !isLow(/** @type {any} */ (ui));

/** Whether the solution was shown, or found. @param {Exercise} ui */
export const isSolved = ({ scene }) => scene.solution.length > 0;

/** The stage, "" where the list is shown, and the facts. @param {Exercise} ui */
export function findStage(ui) {
  const { exercise, hints, another, sure, reply, list_title: back } = ui.scene;
  if (!exercise) return { stage: "", facts: {} };
  const stage = nameStage(ui);
  const canHint = hints.length < exercise.hints;
  return {
    stage,
    facts: { another, back, can_hint: canHint, is_saving: isSaving(ui), has_side: hasSide(ui), is_whole: reply?.verdict === "saved", is_30_sure: sure === 30, is_60_sure: sure === 60, is_90_sure: sure === 90 },
  };
}

function nameStage(ui) {
  if (isSaving(ui) ? isStanding(ui) : isSolved(ui)) return isSaving(ui) ? "saved" : "solved";
  return !isEmpty(ui) ? "ready" : isSet(ui) ? "none" : "empty";
}
