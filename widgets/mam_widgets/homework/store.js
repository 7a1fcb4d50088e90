// Store: what a phone keeps of homework: class files, the code of whoever opened one, and each answer under a key of its own, so that two tabs
// cannot overwrite each other's. Where a browser stores nothing, all of it lasts as long as the page.

import { readClassFile } from "./class_file.js";

/** @import { ClassFile } from "./class_file.js" */

/**
 * One answer as it is kept: what was saved last (`answer`), and what stands in the field and was not saved (`draft`).
 * @typedef {{ version: number, answer: string | string[] | null, draft: string | string[] | null, tries: number, hints: number, unread: number, sure: number, saved: string }} Kept
 */

const FILE = "mam-homework-file ";
const CODE = "mam-homework-code ";
const ANSWER = "mam-homework-answer ";
const LATEST = "mam-homework-latest";

/** What a class file is called here: its name and its class key's fingerprint. @param {ClassFile} file */
export const nameFile = ({ key, name }) => `${key} ${name}`;

export class Store {
  constructor() {
    this.memory = new Map(); // what the browser refused
  }

  get isRefused() {
    return this.memory.size > 0;
  }

  read(key) {
    if (this.memory.has(key)) return this.memory.get(key);
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // no storage
    }
  }

  write(key, text) {
    try {
      localStorage.setItem(key, text);
      this.memory.delete(key);
    } catch {
      this.memory.set(key, text);
    }
  }

  remove(key) {
    this.memory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // no storage
    }
  }

  list(start) {
    const keys = [...this.memory.keys()];
    try {
      for (let k = 0; k < localStorage.length; k += 1) keys.push(localStorage.key(k));
    } catch {
      // no storage
    }
    return [...new Set(keys)].filter((key) => key.startsWith(start)).sort();
  }

  /** All class files that were opened here. @returns {ClassFile[]} */
  listFiles() {
    return this.list(FILE).map((key) => readOr(() => readClassFile(this.read(key)), null)).filter(Boolean);
  }

  /** Keep a class file; one that holds a single student's part is added to what is here. @param {ClassFile} file @returns {ClassFile} */
  addFile(file) {
    const before = this.listFiles().find((other) => nameFile(other) === nameFile(file));
    const whole = { ...file, parts: { ...before?.parts, ...file.parts } };
    this.write(FILE + nameFile(file), JSON.stringify(whole));
    return whole;
  }

  /** @param {ClassFile} file */
  removeFile(file) {
    this.remove(FILE + nameFile(file));
    this.remove(CODE + nameFile(file));
  }

  /** The code with which a file was opened here, "" if it is asked for. @param {ClassFile} file */
  readCode(file) {
    return this.read(CODE + nameFile(file)) ?? "";
  }

  /** @param {ClassFile} file */
  writeCode(file, code) {
    this.write(CODE + nameFile(file), code);
    this.write(LATEST, nameFile(file));
  }

  /** @param {ClassFile} file */
  forgetCode(file) {
    this.remove(CODE + nameFile(file));
    this.remove(LATEST);
  }

  /** The file that was worked on last, if it is still open. @returns {ClassFile | null} */
  findLatest() {
    return this.listFiles().find((file) => nameFile(file) === this.read(LATEST) && this.readCode(file)) ?? null;
  }

  /** Whether a key of the browser's store holds an answer to this exercise. @param {ClassFile} file */
  isAnswer(key, file, student, id) {
    return key === ANSWER + [nameFile(file), student, id].join(" ");
  }

  /** An answer, if one to this version is kept. @param {ClassFile} file @returns {Kept | null} */
  readAnswer(file, student, id, version) {
    const kept = readOr(() => JSON.parse(this.read(ANSWER + [nameFile(file), student, id].join(" "))), null);
    return kept?.version === version ? kept : null;
  }

  /** @param {ClassFile} file @param {Kept} kept */
  writeAnswer(file, student, id, kept) {
    this.write(ANSWER + [nameFile(file), student, id].join(" "), JSON.stringify(kept));
  }
}

function readOr(read, fallback) {
  try {
    return read();
  } catch {
    return fallback; // somebody else stored it
  }
}
