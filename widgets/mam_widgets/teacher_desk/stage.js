// Stage: where a teacher is on the desk, and what holds there, by the names of actions.toml. From both follows what can be done.

/** @import { Desk } from "./desk.js" */

/** Whether a class key is among the files: then they are graded. @param {{ files: Map<string, File> }} desk */
export const isGrading = ({ files }) => [...files.keys()].some((name) => name.endsWith(".key"));

/** @param {Desk} desk @returns {{ stage: string, facts: Record<string, unknown> }} */
export function findStage(desk) {
  const { isReady, isBusy, files } = desk;
  const stage = !isReady ? "starting" : isBusy ? "busy" : !files.size ? "empty" : isGrading(desk) ? "grading" : "listing";
  return { stage, facts: { has_files: files.size > 0 } };
}
