// Schedule: which boards are due again. FSRS by ts-fsrs, as mam/studies/schedule.py has it by fsrs: the same weights, whole days, nothing random.

import { FSRS } from "ts-fsrs";
import { GRADES } from "./progress.js";

const DAY = 86_400_000; // milliseconds
const scheduler = new FSRS({});
const count = (day) => Date.parse(day) / DAY;

/** The day on which a board is due. @param {Record<string, string>} answers the grade of each day */
export function findDue(answers) {
  const days = Object.keys(answers).sort();
  let memory = null;
  days.forEach((day, k) => {
    memory = scheduler.next_state(memory, count(day) - count(days[Math.max(0, k - 1)]), GRADES.indexOf(answers[day]) + 1);
  });
  return new Date((count(days[days.length - 1]) + scheduler.next_interval(memory.stability, 0)) * DAY).toJSON().slice(0, 10);
}

/** The boards to repeat on a day, the longest due first: those that were answered wrong or with a hint once. */
export function listDue(answers, today) {
  const missed = Object.entries(answers).filter(([, days]) => Object.values(days).some((grade) => grade !== "good"));
  return missed.map(([board, days]) => `${findDue(days)} ${board}`).filter((line) => line.slice(0, 10) <= today).sort().map((line) => line.slice(11));
}
