// Brier: how good guessed chances were, as mam.support.brier and mam.classroom.predictions count it. A test compares both.

/** @typedef {{ chance: number, happened: number, date: string }} Prediction */
/** @typedef {{ low: number, high: number, predicted: number, observed: number, n: number }} Tenth */

const TENTHS = 10;
const DAY = 86_400_000; // ms

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The items of each key, in the keys' order. */
function groupBy(items, findKey) {
  const groups = new Map();
  for (const item of items) groups.set(findKey(item), [...(groups.get(findKey(item)) || []), item]);
  return [...groups].sort(([first], [second]) => (first < second ? -1 : 1));
}

const findTenth = ({ chance }) => Math.min(Math.floor(chance * TENTHS + 1e-9), TENTHS - 1);
const findLoss = ({ chance, happened }) => happened * (1 - chance) ** 2 + (1 - happened) * chance ** 2; // what happens is 1 or 0

/**
 * The Brier score of one prediction or more, its parts (reliability − resolution + uncertainty + within), and the tenths.
 * @param {Prediction[]} predictions
 */
export function scorePredictions(predictions) {
  const rows = groupBy(predictions, findTenth).map(([tenth, group]) => ({ low: tenth / TENTHS, high: (tenth + 1) / TENTHS, predicted: mean(group.map(({ chance }) => chance)), observed: mean(group.map(({ happened }) => happened)), n: group.length }));
  const n = predictions.length;
  const [brier, predicted, overall] = [findLoss, ({ chance }) => chance, ({ happened }) => happened].map((find) => mean(predictions.map(find)));
  const addUp = (find) => rows.reduce((sum, row) => sum + row.n * find(row) ** 2, 0) / n;
  const reliability = addUp((row) => row.predicted - row.observed);
  const resolution = addUp((row) => row.observed - overall);
  const uncertainty = overall * (1 - overall);
  return { n, brier, predicted, overall, reliability, resolution, uncertainty, within: brier - reliability + resolution - uncertainty, rows };
}

/* The Monday of a date's week, both like 2026-11-27. */
function findMonday(date) {
  const day = new Date(`${date}T00:00Z`);
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY).toISOString().slice(0, 10);
}

/**
 * The score of each week by the date of its Monday, from the first to the last.
 * @param {Prediction[]} predictions
 */
export const scoreByWeek = (predictions) => groupBy(predictions, ({ date }) => findMonday(date)).map(([monday, group]) => ({ monday, ...scorePredictions(group) }));

/**
 * The score of each tenth that holds a prediction, from the lowest.
 * @param {Prediction[]} predictions
 */
export const scoreByTenth = (predictions) => groupBy(predictions, findTenth).map(([tenth, group]) => ({ tenth, ...scorePredictions(group) }));
