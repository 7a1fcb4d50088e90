// Rating: how well a learner solves problems, and which comes next. Glicko-2 by glicko2-lite, as mam/studies/problems/rating.py has it by glicko2.

import rate from "glicko2-lite";

/** @import { Practice, Stage } from "../../studies/study.js" */
/** @typedef {Record<string, Record<string, string>>} Answers */
/** @typedef {{ id: string, name: string, rating: number, themes: string[] }} Problem */

const [START, DEVIATION, VOLATILITY] = [1200, 350, 0.06];
const PROBLEM_DEVIATION = 150;
const SCORES = { again: 0, hard: 0.5, good: 1 };
const STRIDE = 7919;
const DAY = 86_400_000; // milliseconds
const BEFORE = 719_163; // days of the calendar before 1970-01-01
const SCALE = 173.7178; // of Glicko-2: points in one of its units

const count = (day) => Date.parse(day) / DAY;

/** The rating that the first answers to these problems give. @param {Answers} answers @param {Problem[]} problems */
export function rateLearner(answers, problems) {
  const games = /** @type {Record<string, [number, number][]>} */ ({});
  for (const { name, rating } of problems) {
    if (!answers[name]) continue;
    const first = Object.keys(answers[name]).sort()[0];
    (games[first] ||= []).push([rating, SCORES[answers[name][first]]]);
  }
  const days = Object.keys(games).sort();
  let own = { rating: START, rd: DEVIATION, vol: VOLATILITY };
  days.forEach((day, k) => {
    const idle = k ? count(day) - count(days[k - 1]) - 1 : 0;
    const rd = Math.min(DEVIATION, Math.sqrt(own.rd ** 2 + idle * (SCALE * own.vol) ** 2));
    own = rate(own.rating, rd, own.vol, games[day].sort(([a, x], [b, y]) => a - b || x - y).map(([rating, score]) => [rating, PROBLEM_DEVIATION, score]));
  });
  return { value: own.rating, deviation: own.rd, count: Object.values(games).flat().length };
}

/** A learner's rating in each theme, the lowest first; those of which nothing was answered come last. */
function rateThemes(answers, problems) {
  const themes = [...new Set(problems.flatMap((problem) => problem.themes))];
  const rated = themes.map((name) => ({ name, ...rateLearner(answers, problems.filter((problem) => problem.themes.includes(name))) }));
  return rated.sort((one, other) => Number(!one.count) - Number(!other.count) || one.value - other.value);
}

function chooseNext(answers, problems, own, themes) {
  const unseen = problems.filter((problem) => !answers[problem.name]);
  const weak = own.count % 3 === 2 ? null : themes.find(({ name, count: all }) => all && unseen.some((problem) => problem.themes.includes(name)));
  const fitting = weak ? unseen.filter((problem) => problem.themes.includes(weak.name)) : unseen;
  const distance = (problem) => Math.abs(problem.rating - own.value);
  return fitting.reduce((best, problem) => (best && distance(best) <= distance(problem) ? best : problem), null)?.id || "";
}

/**
 * What to solve next, or nothing on a shelf without problems.
 * @param {Stage[]} stages
 * @param {Answers} answers
 * @param {string} today
 * @returns {Practice | undefined}
 */
export function makePractice(stages, answers, today) {
  const problems = stages.filter((stage) => stage.rating).map(({ id, boards, rating, themes }) => ({ id, name: `${id}/${boards[0]}`, rating, themes }));
  if (!problems.length) return undefined;
  const own = rateLearner(answers, problems);
  const themes = rateThemes(answers, problems);
  return {
    rating: Math.round(own.value),
    deviation: Math.round(own.deviation),
    count: own.count,
    themes: themes.map(({ name, value, count: all }) => ({ name, rating: Math.round(value), count: all })),
    next: chooseNext(answers, problems, own, themes),
    daily: problems[((count(today) + BEFORE) * STRIDE) % problems.length].id,
  };
}
