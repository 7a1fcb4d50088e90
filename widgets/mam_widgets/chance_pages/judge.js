// Judge: whether a number is right, by the rule of mam.classroom (readings.py, slips.py, quantities.py); it reads fewer wordings than that. It gets
// from Python the value, the digits needed, one unit of the last of them, and the slips with the same. A test compares both.

import { compute } from "./arithmetic.js";

const SAME = 1e-9;
const EXACT = 99; // digits of a number that is not rounded
const COMPUTED = 15; // digits of a calculation with decimals
const LEAD = /^(?:about|approximately|approx\.?|around|roughly|almost|nearly)?\s*[=≈~]?\s*/i;
const PAIR = /^(\d+)\s*(?:(\/)|in|out of)\s*(\d+(?:\.\d+)?)$/i;
const FRACTION = /^([-+]?)(\d+)\s*\/\s*(\d+)$/;
const DECIMAL = /^[-+]?(?:\d+\.?\d*|\.\d+)$/;
const POINTS = /\s*(?:%|percent|(?:percentage )?points?|pp)$/i;
const PERCENT = /\s*(?:%|percent)$/i;

/** A number as it was written: its value, its significant digits, and one unit of the last (0 if it is not rounded). Null if it is none. */
export function readNumber(text, isProbability, hasPoints = false) {
  const plain = text.trim().replace(/[−–]/g, "-").replace(LEAD, "").replace(/(\d),(?=\d{3}(?:\D|$))/g, "$1");
  return (isProbability ? readProbability(plain) : readAmount(hasPoints ? plain.replace(POINTS, "") : plain)) || readCalculation(plain);
}

/* (16/42)^2, C(5,3) × 12: what can't be read as a number. */
function readCalculation(text) {
  const found = compute(text);
  if (!found) return null;
  if (found.isExact) return { ...exact(found.value), isFraction: true };
  const place = found.value ? Math.floor(Math.log10(Math.abs(found.value))) : 0;
  return { value: found.value, digits: COMPUTED, step: 10 ** (place - COMPUTED + 1), isFraction: false };
}

const countDigits = (figures) => Math.max(1, figures.replace(/[-+.]/g, "").replace(/^0+/, "").length);
const exact = (value) => ({ value, digits: EXACT, step: 0, isFraction: false });

function readDecimal(text) {
  if (!DECIMAL.test(text)) return null;
  return { value: Number(text), digits: countDigits(text), step: 10 ** -(text.split(".")[1]?.length || 0), isFraction: false };
}

function readProbability(text) {
  const pair = text.match(PAIR);
  if (pair) return Number(pair[3]) ? readPair(Number(pair[1]), pair) : null;
  const body = text.replace(PERCENT, "");
  const scale = body === text ? 1 : 0.01;
  const reading = readDecimal(body);
  if (!reading) return null;
  if (body === "0" || body === (scale === 1 ? "1" : "100")) return exact(reading.value * scale); // nobody rounds to these
  return { ...reading, value: reading.value * scale, step: reading.step * scale };
}

/* 2/11, 2 in 11 and 1 in 5.5; 861/1000 is as rounded as its decimal. */
function readPair(above, [, figures, slash, below]) {
  const { value: divisor, digits, step } = readDecimal(below);
  const value = above / divisor;
  if (below.includes(".") || (!slash && above === 1)) return { value, digits, step: (step / divisor) * value, isFraction: false };
  if (slash && /^100+$/.test(below)) return { value, digits: countDigits(figures), step: 1 / divisor, isFraction: true };
  return { ...exact(value), isFraction: true };
}

function readAmount(text) {
  const fraction = text.match(FRACTION);
  if (!fraction) return readDecimal(text);
  const value = Number(fraction[2]) / Number(fraction[3]);
  return Number.isFinite(value) ? { ...exact(fraction[1] === "-" ? -value : value), isFraction: true } : null;
}

const isSame = (number, value) => Math.abs(number - value) <= SAME * Math.max(Number.isInteger(value) ? 1 : 0, Math.abs(value));

/* The value rounded or cut off at this step, or nearer. */
function isRounded(number, value, step) {
  const missing = value >= 0 ? value - number : number - value;
  return missing >= -step / 2 - SAME * step && missing < step - SAME * step;
}

function isRight(reading, { value, digits, unit }, slips = []) {
  if (isSame(reading.value, value)) return true;
  if (!unit || !reading.step || reading.digits < digits) return false;
  if (isRounded(reading.value, value, unit)) return true;
  return reading.step > unit * (1 + SAME) && isRounded(reading.value, value, reading.step) && slips.every((slip) => Math.abs(reading.value - slip.value) > 2 * reading.step);
}

const isShort = ({ unit, digits }, reading) => Boolean(unit) && !reading.isFraction && reading.digits < digits;

/* Rounded too far: a quarter for the slip 1/4 may be the value 0.246. */
const mayBeTheValue = (question, reading) => isShort(question, reading) && Boolean(reading.step) && Math.abs(reading.value - question.value) < reading.step;

const sortNear = (slips, number) => [...slips].sort((one, other) => Math.abs(one.value - number) - Math.abs(other.value - number));

/* A slip's number, or one within a unit of its last digit needed. */
function findSlipOfChance(question, reading) {
  const { value, digits, slips } = question;
  const same = slips.find((slip) => isSame(reading.value, slip.value));
  if (same) return mayBeTheValue(question, reading) ? undefined : same;
  if (!reading.step || reading.digits < digits) return undefined;
  const [near] = sortNear(slips, reading.value);
  if (!near || Math.abs(reading.value - near.value) >= Math.max(near.unit, reading.step) * (1 - SAME)) return undefined;
  return Math.abs(reading.value - value) < Math.abs(reading.value - near.value) ? undefined : near;
}

function findSlipOfNumber(question, reading) {
  const { unit, slips } = question;
  const near = slips.filter((slip) => isRight(reading, slip));
  if (mayBeTheValue(question, reading)) return undefined;
  return unit ? sortNear(near, reading.value)[0] : near[0];
}

/** What is said to an answer: `verdict` is "right", "wrong", or "unread" for what can't be judged yet. */
export function judge(question, text) {
  if (question.options) {
    const isTrue = text === question.right;
    return { verdict: isTrue ? "right" : "wrong", why: isTrue ? question.why : question.wrong[text] };
  }
  const isProbability = question.kind === "probability";
  const reading = readNumber(text, isProbability, question.has_points);
  if (!reading) return { verdict: "unread", why: isProbability ? "Write 5/11, 0.4545 or 45.45%." : "Write a number." };
  if (isProbability && (reading.value < 0 || reading.value > 1)) return { verdict: "unread", why: "A probability is between 0 and 1 (0% to 100%)." };
  if (isRight(reading, question, isProbability ? question.slips : [])) return { verdict: "right", why: question.shown };
  const slip = (isProbability ? findSlipOfChance : findSlipOfNumber)(question, reading);
  if (!slip && isShort(question, reading)) return { verdict: "unread", why: `Give a fraction, or ${question.digits} significant digits.` };
  return { verdict: "wrong", why: slip ? slip.why : `${text.trim()} is too ${reading.value > question.value ? "high" : "low"}.` };
}
