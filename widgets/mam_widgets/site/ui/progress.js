// Progress: what was done, as the text of progress.toml. It is written and read here as mam/studies/progress.py does, line by line: a line is only
// ever made better, so two of them can be merged in any order.

/**
 * The stars of each board by its name (`bull/double`), the grade of each day on which it was answered, and each day's guess before a page of
 * Chance; the file of each problem made of one's own decisions, by its id.
 * @typedef {{ stars: Record<string, number>, answers: Record<string, Record<string, string>>, guesses: Record<string, Record<string, number>>, decisions: Record<string, string> }} Done
 */

export const MOST_STARS = 3;
export const GRADES = ["again", "hard", "good"]; // from worst to best
const HEAD = '# What was done: the stars of each board, and each day\'s answer: "again" (wrong first), "hard" (with a hint) or "good".\n';
const BOARD = /^[a-z0-9-]+\/[A-Za-z0-9-]+$/;
const LINES = {
  heading: /^\[\s*(stars|answers|guesses|decisions)\s*\]$/,
  stars: /^"([^"]*)"\s*=\s*(\d+)$/,
  answers: /^"([^"]*)"\s*=\s*\{(.*)\}$/,
  guesses: /^"([^"]*)"\s*=\s*\{(.*)\}$/,
  decisions: /^"([^"]*)"\s*=\s*("(?:[^"\\]|\\.)*")$/,
};
const ANSWER = /^(\S+)\s*=\s*"([^"]*)"$/;
const GUESS = /^(\S+)\s*=\s*([-+]?[\d.]+(?:e[-+]?\d+)?)$/;
const RIGHT = { stars: 'a line like "bull/double" = 2', answers: 'a line like "bull/double" = { 2026-11-27 = "good" }', guesses: 'a line like "chance-bayes/guess" = { 2026-11-27 = 95 }', decisions: 'a line like "decision-0123456789" = "the text of a study"' };
const DECISION = /^decision-[0-9a-f]{10}$/;
const LONGEST_DECISION = 20_000; // characters

export const isBoard = (text) => BOARD.test(text);
export const isStars = (number) => Number.isInteger(number) && number >= 0 && number <= MOST_STARS;
export const isGuess = (number) => Number.isFinite(number) && Math.abs(number) <= 1e6;
export const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text;

/** @returns {Done} */
export const nothingDone = () => ({ stars: {}, answers: {}, guesses: {}, decisions: {} });

/** What is better or new in either of two. @param {Done} first @param {Done} second @returns {Done} */
export function merge(first, second) {
  const done = { stars: { ...first.stars }, answers: { ...first.answers }, guesses: { ...first.guesses }, decisions: { ...second.decisions, ...first.decisions } };
  for (const [board, stars] of Object.entries(second.stars)) done.stars[board] = Math.max(stars, done.stars[board] ?? 0);
  for (const [board, answers] of Object.entries(second.answers)) {
    const days = (done.answers[board] = { ...done.answers[board] });
    for (const [day, grade] of Object.entries(answers)) days[day] = GRADES[Math.min(GRADES.indexOf(grade), GRADES.indexOf(days[day] ?? grade))];
  }
  for (const [board, guesses] of Object.entries(second.guesses)) {
    const days = (done.guesses[board] = { ...done.guesses[board] });
    for (const [day, guess] of Object.entries(guesses)) days[day] = Math.min(guess, days[day] ?? guess); // which came first is not known
  }
  return done;
}

/** @param {Done} done @returns {string} the text of a file */
export function formatProgress({ stars, answers, guesses, decisions }) {
  const sorted = (table) => Object.entries(table).sort(([one], [other]) => (one < other ? -1 : 1));
  const lines = sorted(stars).map(([board, number]) => `"${board}" = ${number}\n`);
  const days = sorted(answers).map(([board, all]) => `"${board}" = { ${sorted(all).map(([day, grade]) => `${day} = "${grade}"`).join(", ")} }\n`);
  const guessed = sorted(guesses).map(([board, all]) => `"${board}" = { ${sorted(all).map(([day, guess]) => `${day} = ${guess}`).join(", ")} }\n`);
  const own = sorted(decisions).map(([id, text]) => `"${id}" = ${JSON.stringify(text)}\n`);
  const table = (name, rows) => (rows.length ? `\n[${name}]\n${rows.join("")}` : "");
  return `${HEAD}[stars]\n${lines.join("")}${table("answers", days)}${table("guesses", guessed)}${table("decisions", own)}`;
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
    const line = (table === "decisions" && raw.startsWith('"') ? raw : raw.replace(/#.*/, "")).trim();
    if (!line) return;
    const heading = line.match(LINES.heading);
    if (heading) table = heading[1];
    else if (!table) fail("this is no progress: it begins with a line [stars]");
    else {
      const [, board, value] = line.match(LINES[table]) || fail(`write ${RIGHT[table]}`);
      if (table === "decisions") return readDecision(done, board, value, fail);
      if (!isBoard(board)) fail(`“${board.slice(0, 60)}” is not the name of a board, like “bull/double”`);
      if (Object.hasOwn(done[table], board)) fail(`“${board}” is there twice`);
      if (table === "stars" && !isStars(Number(value))) fail(`the stars of “${board}” are a whole number from 0 to ${MOST_STARS}, not ${value.slice(0, 60)}`);
      done[table][board] = table === "stars" ? Number(value) : readDays(value, fail, table);
    }
  });
  if (!table) throw new Error(`${name}: this is no progress: it begins with a line [stars].`);
  return done;
}

function readDecision(done, id, quoted, fail) {
  if (!DECISION.test(id)) fail(`“${id.slice(0, 60)}” is not the name of a decision, like “decision-0123456789”`);
  if (Object.hasOwn(done.decisions, id)) fail(`“${id}” is there twice`);
  const text = readQuoted(quoted);
  if (text.length > LONGEST_DECISION || !text.includes(`id = "${id}"`)) fail(`“${id}” is not the text of a study with this id`);
  done.decisions[id] = text;
}

function readQuoted(quoted) {
  try {
    return JSON.parse(quoted);
  } catch {
    return "";
  }
}

function readDays(text, fail, table) {
  const days = {};
  for (const part of text.split(",")) {
    const [, day, value] = part.trim().match(table === "guesses" ? GUESS : ANSWER) || fail(`write ${RIGHT[table]}`);
    if (!isDay(day)) fail(`“${day.slice(0, 60)}” is not a day: write it like 2026-11-27`);
    if (table === "answers" && !GRADES.includes(value)) fail(`an answer was again, hard or good, not “${value.slice(0, 60)}”`);
    if (table === "guesses" && !isGuess(Number(value))) fail(`a guess is a number, not “${value.slice(0, 60)}”`);
    if (Object.hasOwn(days, day)) fail(`“${day}” is there twice`);
    days[day] = table === "guesses" ? Number(value) : value;
  }
  return days;
}
