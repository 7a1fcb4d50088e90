// Stage: what the wall shows, and what holds there, by the names of actions.toml. From both follows what can be done.

import { canUndo, countVotes } from "./votes.js";

/** How many hands went up for this slide. @param {any} ui @param {{ name: string, options: unknown[] }} slide */
export const sumVotes = (ui, slide) => countVotes(ui.votes, slide).reduce((sum, count) => sum + count, 0);

/** The stage, "" where the list is shown, and the facts. @param {any} ui @returns {{ stage: string, facts: Record<string, unknown> }} */
export function findStage(ui) {
  const { at, slides, revealed } = ui.scene;
  if (!slides[at]) return { stage: "", facts: {} };
  const isLast = at + 1 === slides.length;
  const stage = revealed ? "revealed" : sumVotes(ui, slides[at]) > 0 ? "voted" : "asked";
  return { stage, facts: { is_full: ui.isFull, can_undo: canUndo(ui.votes, slides[at]), can_go_back: at > 0, is_last: isLast, is_over: isLast && Boolean(revealed) } };
}
