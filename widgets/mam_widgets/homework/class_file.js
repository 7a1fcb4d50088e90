// Class file: one file for a whole class, in which each student's questions are sealed with that student's code (mam/classroom/class_files.py).

import { cleanCode, decode, encode, isCode, makeSigner, stretch } from "./sealing.js";

/** @import { Block } from "../exercise_pages/exercise.js" */
/** @import { ExerciseShown } from "../exercise_pages/exercise.js" */

/** @typedef {{ kind: string, format: number, name: string, class: string, key: string, parts: Record<string, string> }} ClassFile */
/** @typedef {{ is_probability: boolean, is_money: boolean, digits: number }} Reading */
/** @typedef {Omit<ExerciseShown, "hints"> & { version: number, points: number, hints: Block[][], reading: Reading }} Task */
/** @typedef {{ student: string, token: string, practice: boolean, tasks: Task[] }} Part */

const KIND = "mam class file";
const FORMAT = 1;
const ROUNDS = 20_000;
const TAG = 16; // bytes
const BLOCK = 32;
const LINK = "part=";

const NO_FILE = "This is not a class file. Open the file that your teacher gave you: its name ends in .mam.";
const CHANGED = "This file was changed on its way. Ask your teacher for it again.";

/** Read the text of a class file. Fails with a sentence for the student. @returns {ClassFile} */
export function readClassFile(text) {
  const document = parse(text);
  const { name, class: className, key, parts } = document ?? {};
  const isFile = document?.kind === KIND && [name, className, key, ...Object.values(parts ?? [0])].every((value) => typeof value === "string");
  if (!isFile) throw new Error(NO_FILE);
  if (document.format !== FORMAT) throw new Error("This class file was made by another version of mam. Reload this page, or ask your teacher.");
  return document;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The class file with one part that stands in a link, after its `#`; null for any other address. @param {string} hash @returns {ClassFile | null} */
export function readLink(hash) {
  if (!hash.startsWith(LINK)) return null;
  try {
    return readClassFile(decode(fromBase64(hash.slice(LINK.length).replaceAll("-", "+").replaceAll("_", "/"))));
  } catch {
    throw new Error("This link is not complete. Copy all of it, or open the file that your teacher gave you.");
  }
}

const fromBase64 = (text) => Uint8Array.from(globalThis.atob(text), (sign) => sign.charCodeAt(0));
const toHex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
const join = (...parts) => new Uint8Array(parts.flatMap((part) => [...part]));

/**
 * Open what a class file holds for a code, however it was typed. Fails with a sentence for the student.
 * @param {ClassFile} file @param {string} typed @returns {Promise<Part>}
 */
export async function openPart(file, typed) {
  const code = cleanCode(typed);
  if (!(await isCode(code))) throw new Error("This code has a typing mistake. Compare it with your slip: ten letters and digits.");
  const secret = await stretch(code, `mam class file 1 ${file.key} ${file.name}`, ROUNDS);
  const sign = await makeSigner(secret);
  const place = toHex(await sign(encode("place"))).slice(0, 12);
  if (!Object.hasOwn(file.parts, place)) throw new Error("This code opens nothing in this file. Is it the file, and the slip, of your class?");
  const content = await unseal(sign, file.parts[place]);
  return JSON.parse(decode(content));
}

async function unseal(sign, sealed) {
  try {
    const data = fromBase64(sealed);
    const [tag, hidden] = [data.slice(0, TAG), data.slice(TAG)];
    const right = await sign(join(encode("tag"), hidden));
    if (toHex(tag) !== toHex(right.slice(0, TAG))) throw new Error(CHANGED);
    const blocks = await Promise.all(Array.from({ length: Math.ceil(hidden.length / BLOCK) }, (_, k) => sign(encode(`stream${k}`))));
    const packed = hidden.map((byte, k) => byte ^ blocks[Math.floor(k / BLOCK)][k % BLOCK]);
    const stream = new Blob([packed]).stream().pipeThrough(new globalThis.DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Error(CHANGED);
  }
}
