// Work: what a student has answered of one homework, and the text that is handed in. Every change is kept at once.

import { writeSpans } from "../exercise_pages/text.js";
import { writeHandIn } from "./hand_in.js";
import { readNumber } from "./numbers.js";

/** @import { ClassFile, Part, Task } from "./class_file.js" */
/** @import { Kept, Store } from "./store.js" */

const LONGEST = 2000; // letters of an answer

/** @param {Task} task @returns {Kept} */
const nothingKept = ({ version }) => ({ version, answer: null, draft: null, tries: 0, hints: 0, unread: 0, sure: 0, saved: "" });

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class Work {
  /** @param {ClassFile} file @param {Part} part @param {Store} store */
  constructor(file, part, store) {
    this.file = file;
    this.part = part;
    this.store = store;
  }

  /** @param {Task} task */
  read(task) {
    return this.store.readAnswer(this.file, this.part.student, task.id, task.version) ?? nothingKept(task);
  }

  /** @param {Task} task @param {Partial<Kept>} change */
  change(task, change) {
    this.store.writeAnswer(this.file, this.part.student, task.id, { ...this.read(task), ...change });
  }

  /** Keep what stands in the field. @param {Task} task */
  draft(task, answer) {
    this.change(task, { draft: isSame(answer, this.read(task).answer) ? null : answer });
  }

  /** Save an answer: one that differs from the one before is a try. @param {Task} task */
  save(task, answer) {
    const before = this.read(task);
    if (isSame(answer, before.answer)) return this.change(task, { draft: null });
    const unread = before.unread + (findFault(task, answer) ? 1 : 0);
    return this.change(task, { answer, draft: null, tries: before.tries + 1, unread, sure: 0, saved: now() });
  }

  /** @param {Task} task */
  countHint(task, shown) {
    if (shown > this.read(task).hints) this.change(task, { hints: shown, saved: now() });
  }

  /** @param {Task} task */
  rate(task, sure) {
    this.change(task, { sure, saved: now() });
  }

  /** The exercises with an answer. */
  get answered() {
    return this.part.tasks.filter((task) => this.read(task).answer !== null);
  }

  /** Where the first exercise without an answer is; -1 if there is none. */
  get firstOpen() {
    return this.part.tasks.findIndex((task) => this.read(task).answer === null);
  }

  /** The text to hand in. It is the same until something changes. */
  async write() {
    const kept = this.part.tasks.map((task) => ({ ...this.read(task), id: task.id, isGiven: this.read(task).answer !== null }));
    const rows = kept.filter(({ isGiven, hints }) => isGiven || hints).map((row) => ({ ...row, answer: isNone(row.answer) ? "none" : row.answer }));
    const saved = rows.map((row) => row.saved).sort().at(-1) ?? now();
    const { student, practice, token } = this.part;
    return writeHandIn({ assignment: this.file.name, student, saved, practice, rows }, token);
  }
}

const now = () => new Date().toISOString().replace(/\.\d+Z$/, "Z");
const isNone = (answer) => answer !== null && answer.length === 0; // of cards or options: none of them

/** Why an answer can't be read, "" if it can. @param {Task} task */
export function findFault(task, answer) {
  if (answer.length > LONGEST) return "That is too long for an answer.";
  if (task.form !== "number") return "";
  try {
    readNumber(answer, task.reading, task.unit);
    return "";
  } catch (error) {
    return error.message;
  }
}

/** An answer in a few words. @param {Task} task */
export function describeAnswer({ form, options, cases }, answer) {
  if (isNone(answer)) return "none";
  if (form === "results") return `${answer.filter(Boolean).length} of ${cases.length} results`;
  if (form === "choice" || form === "choices") return [answer].flat().map((part) => writeSpans(options.find((option) => option.answer === part)?.spans ?? [])).join(", ");
  return answer;
}
