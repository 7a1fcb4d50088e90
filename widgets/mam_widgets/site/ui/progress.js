// Progress: what was done, as the text of progress.toml. It is written and read here as mam/studies/progress.py does, line by line: a line is only
// ever made better, so two of them can be merged in any order.

/**
 * The stars of each board by its name (`bull/double`), and the grade of each day on which it was answered.
 * @typedef {{ stars: Record<string, number>, answers: Record<string, Record<string, string>> }} Done
 */

export const MOST_STARS = 3;
export const GRADES = ["again", "hard", "good"]; // from worst to best
const HEAD = '# What was done: the stars of each board, and each day\'s answer: "again" (wrong first), "hard" (with a hint) or "good".\n';
const BOARD = /^[a-z0-9-]+\/[A-Za-z0-9-]+$/;
const LINES = {
  heading: /^\[\s*(stars|answers)\s*\]$/,
  stars: /^"([^"]*)"\s*=\s*(\d+)$/,
  answers: /^"([^"]*)"\s*=\s*\{(.*)\}$/,
};
const ANSWER = /^(\S+)\s*=\s*"([^"]*)"$/;
const RIGHT = { stars: 'a line like "bull/double" = 2', answers: 'a line like "bull/double" = { 2026-11-27 = "good" }' };

export const isBoard = (text) => BOARD.test(text);
export const isStars = (number) => Number.isInteger(number) && number >= 0 && number <= MOST_STARS;
export const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text;

/** @returns {Done} */
export const nothingDone = () => ({ stars: {}, answers: {} });

/** What is better or new in either of two. @param {Done} first @param {Done} second @returns {Done} */
export function merge(first, second) {
  const done = { stars: { ...first.stars }, answers: { ...first.answers } };
  for (const [board, stars] of Object.entries(second.stars)) done.stars[board] = Math.max(stars, done.stars[board] ?? 0);
  for (const [board, answers] of Object.entries(second.answers)) {
    const days = (done.answers[board] = { ...done.answers[board] });
    for (const [day, grade] of Object.entries(answers)) days[day] = GRADES[Math.min(GRADES.indexOf(grade), GRADES.indexOf(days[day] ?? grade))];
  }
  return done;
}

/** @param {Done} done @returns {string} the text of a file */
export function formatProgress({ stars, answers }) {
  const sorted = (table) => Object.entries(table).sort(([one], [other]) => (one < other ? -1 : 1));
  const lines = sorted(stars).map(([board, number]) => `"${board}" = ${number}\n`);
  const days = sorted(answers).map(([board, all]) => `"${board}" = { ${sorted(all).map(([day, grade]) => `${day} = "${grade}"`).join(", ")} }\n`);
  return `${HEAD}[stars]\n${lines.join("")}${days.length ? "\n[answers]\n" : ""}${days.join("")}`;
}

/**
 * Read the text of a file. Fails with its name, the line, what is wrong there and what would be right.
 * @param {string} text
 * @returns {Done}
 */
export function parseProgress(text, name = "progress.toml") {
  const done = nothingDone();
  let table = "";
  text.split("\n").forEach((raw, k) => {
    const fail = (fault) => {
      throw new Error(`${name}, line ${k + 1}: ${fault}.`);
    };
    const line = raw.replace(/#.*/, "").trim();
    if (!line) return;
    const heading = line.match(LINES.heading);
    if (heading) table = heading[1];
    else if (!table) fail("this is no progress: it begins with a line [stars]");
    else {
      const [, board, value] = line.match(LINES[table]) || fail(`write ${RIGHT[table]}`);
      if (!isBoard(board)) fail(`“${board.slice(0, 60)}” is not the name of a board, like “bull/double”`);
      if (Object.hasOwn(done[table], board)) fail(`“${board}” is there twice`);
      if (table === "stars" && !isStars(Number(value))) fail(`the stars of “${board}” are a whole number from 0 to ${MOST_STARS}, not ${value.slice(0, 60)}`);
      done[table][board] = table === "stars" ? Number(value) : readDays(value, fail);
    }
  });
  if (!table) throw new Error(`${name}: this is no progress: it begins with a line [stars].`);
  return done;
}

function readDays(text, fail) {
  const days = {};
  for (const part of text.split(",")) {
    const [, day, grade] = part.trim().match(ANSWER) || fail(`write ${RIGHT.answers}`);
    if (!isDay(day)) fail(`“${day.slice(0, 60)}” is not a day: write it like 2026-11-27`);
    if (!GRADES.includes(grade)) fail(`an answer was again, hard or good, not “${grade.slice(0, 60)}”`);
    if (Object.hasOwn(days, day)) fail(`“${day}” is there twice`);
    days[day] = grade;
  }
  return days;
}
