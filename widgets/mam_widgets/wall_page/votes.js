// Votes: how many hands went up for each option of each slide, and what was pressed last. Every function is from one state to the next.

export const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MOST = 999;

/** No votes yet. `typed` are the digits after the last letter. */
export const noVotes = () => ({ counts: /** @type {Record<string, number[]>} */ ({}), past: /** @type {Record<string, number[]>[]} */ ([]), last: -1, typed: "" });

/** @typedef {ReturnType<typeof noVotes>} Votes */

/** The votes of a slide. @param {Votes} votes @param {{ name: string, options: unknown[] }} slide */
export const countVotes = (votes, { name, options }) => options.map((_, k) => votes.counts[name]?.[k] || 0);

const change = (votes, slide, counts, more) => ({ ...votes, counts: { ...votes.counts, [slide.name]: counts }, past: [...votes.past, votes.counts], ...more });

/** One more hand for an option. @param {Votes} votes @returns {Votes} */
export function addVote(votes, slide, option) {
  if (!slide.options[option]) return votes;
  return change(votes, slide, countVotes(votes, slide).map((count, k) => Math.min(MOST, count + (k === option ? 1 : 0))), { last: option, typed: "" });
}

/** A digit after a letter: all hands for that option at once. @param {Votes} votes @returns {Votes} */
export function typeDigit(votes, slide, digit) {
  const typed = `${votes.typed}${digit}`;
  if (!slide.options[votes.last] || Number(typed) > MOST) return votes;
  return change(votes, slide, countVotes(votes, slide).map((count, k) => (k === votes.last ? Number(typed) : count)), { typed });
}

/** What was pressed last is taken back. @param {Votes} votes @returns {Votes} */
export const undoVote = (votes) => (votes.past.length ? { counts: votes.past[votes.past.length - 1], past: votes.past.slice(0, -1), last: -1, typed: "" } : votes);

/** Whether what was pressed last is a vote for this slide. @param {Votes} votes @param {{ name: string }} slide */
export const canUndo = ({ counts, past }, { name }) => past.length > 0 && past[past.length - 1][name] !== counts[name];

/** No hand is up for any option of this slide. @param {Votes} votes @returns {Votes} */
export const clearVotes = (votes, slide) => change(votes, slide, slide.options.map(() => 0), { last: -1, typed: "" });

/** Another slide is shown: digits belong to no letter there. @param {Votes} votes @returns {Votes} */
export const leaveSlide = (votes) => ({ ...votes, last: -1, typed: "" });
