// Stage: where a student is in homework, and what holds there, by the names of actions.toml. From both follows what can be done.

import { CODE_LENGTH, cleanCode } from "./sealing.js";

/** @import { Homework } from "./widget.js" */

/** @param {Homework} ui @returns {{ stage: string, facts: Record<string, unknown> }} */
export function findStage(ui) {
  const { work, canShare, file, screen } = ui;
  const next = work ? work.firstOpen : -1;
  return { stage: nameStage(ui, next), facts: { next: next + 1, can_share: canShare, back: screen === "text" ? file.name : "Homework" } };
}

function nameStage({ screen, files, code, isBusy, work }, next) {
  if (screen === "text") return "text";
  if (screen === "open") return files.length ? "choosing" : "open";
  if (screen === "code") return isBusy ? "opening" : cleanCode(code).length < CODE_LENGTH ? "typing" : "code";
  return next < 0 ? "done" : work.answered.length ? "list" : "begun";
}
