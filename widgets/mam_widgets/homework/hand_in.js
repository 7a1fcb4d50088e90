// Hand-in: the text that a student sends, readable and sealed; how it is written and why is in mam/classroom/hand_ins.py.

import { encode, formatBits, makeSigner } from "./sealing.js";

/**
 * One answer of a hand-in; `sure` is how sure the student was, in percent, and `isGiven` is false where only hints were taken.
 * @typedef {{ id: string, version: number, answer: string | string[], tries: number, hints: number, unread: number, sure: number, isGiven: boolean }} Row
 */

const HEAD = "mam hand-in 1";
const SEAL = 16; // characters
const UNSAFE = /[^A-Za-z0-9 .,/+\-()$%:^?|]|-(?=-)|\.(?=\.)|\b[Ss](?=[Ee][Aa][Ll]\b)|\b[Mm](?=[Aa][Mm]\b)/gu;
const SPACES = /[\s\x1c-\x1f\x85]+/gu; // eslint-disable-line no-control-regex -- what Python takes for space
const NO_ANSWER = "?";
const EMPTY = "-";

const writeSign = (sign) => `!${sign.codePointAt(0).toString(16)};`;

function writePart(part) {
  const text = part.replace(SPACES, " ").trim().replace(UNSAFE, writeSign).replaceAll("|", writeSign);
  return text === NO_ANSWER || text === EMPTY ? writeSign(text) : text || EMPTY;
}

const writeAnswer = (answer) => (Array.isArray(answer) ? answer.map(writePart).join(" | ") || EMPTY : writePart(answer));

/** @param {Row} row */
function writeRow({ id, version, answer, tries, hints, unread, sure, isGiven }) {
  const counts = [`${tries} ${tries === 1 ? "try" : "tries"}`, `${hints} ${hints === 1 ? "hint" : "hints"}`, unread && `${unread} unread`, sure && `${sure}% sure`];
  return `${id} v${version}: ${isGiven ? writeAnswer(answer) : NO_ANSWER} [${counts.filter(Boolean).join(", ")}]`;
}

/**
 * The text to hand in, sealed with the student's token.
 * @param {{ assignment: string, student: string, saved: string, practice: boolean, rows: Row[] }} work `saved` is a time like 2026-09-01T12:00:00Z
 * @param {string} token
 */
export async function writeHandIn({ assignment, student, saved, practice, rows }, token) {
  const lines = [`${assignment}, ${student}, ${saved}${practice ? ", practice" : ""}`, ...rows.map(writeRow)];
  const sign = await makeSigner(encode(token));
  const seal = formatBits(await sign(encode(`${HEAD}\n${lines.join(" ")}`)), SEAL);
  return [HEAD, ...lines, `seal ${seal.match(/.{4}/g).join("-")}`].join("\n");
}
