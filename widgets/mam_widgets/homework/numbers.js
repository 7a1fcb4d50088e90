// Numbers: whether a number that was typed can be read, and as what. It reads less than mam/classroom/readings.py, and nothing otherwise: what is
// not understood here is handed in as it was written, and read again there.

/** @import { Reading } from "./class_file.js" */

const LONGEST = 200; // letters
const EXACT = 99; // digits of what is not rounded
const LEAST_DOLLARS = 5000; // thousands: so much was certainly meant in dollars
const DIGITS = { 3: "three", 4: "four", 5: "five", 6: "six" };
const DECIMAL = /^\+?(?:\d+\.?\d*|\.\d+)$/;
const PAIR = /^(\d+) ?(?:\/|in|out of) ?(\d+)$/;
const LEAD = /^(?:(?:about|roughly|approximately) |[=≈~] ?)/i;
const GROUPED = /^([-+]?\$?)(\d{1,3}(?:,\d{3})+)((?:\.\d+)?(?:[ %].*)?)$/;
const AMOUNT = /^([-+]?)(\$?)([-+]?)(?:(\d+) (?=\d+ ?\/))?(\d+\.?\d*|\.\d+|\d+ ?\/ ?\d+)( ?thousand|k| ?million)?( (?:of )?dollars?)?$/i;
const CALCULATES = /[+*^C]|\/.*[-/]|-.*\//; // a number in parentheses is no calculation
const TOKEN = /\s*(\d+\.?\d*|\.\d+|[-+*/^(),C])/y;
const GREATEST_WHOLE = 200; // of a power, and of cards to choose
const MOST_PARENTHESES = 20;

/**
 * Read a number; fails with a sentence for the student.
 * @param {string} text @param {Reading} reading @param {string} unit
 * @returns {string} how it was understood
 */
export function readNumber(text, { is_probability: isProbability, is_money: isMoney, digits }, unit) {
  const plain = simplify(text);
  if (text.length > LONGEST) throw new Error("That is too long for an answer.");
  const number = isProbability ? readProbability(plain) : readAmount(plain, unit, isMoney);
  if (!number) throw new Error(`“${plain.slice(0, 40)}” can't be read here as ${isProbability ? "a probability. Write 5/11, 0.4545 or 45.45%." : "a number. Write digits, like -405 or 97.5."}`);
  if (isProbability && !(number.value >= 0 && number.value <= 1)) throw new Error("A probability is between 0 and 1 (0% to 100%).");
  if (number.digits < digits) throw new Error(`Give a fraction, or ${DIGITS[digits] ?? digits} significant digits.`);
  return isProbability ? formatPercent(number.value) : `${formatNumber(number.value)} ${unit}`.trim();
}

function simplify(text) {
  const spaced = text.replace(/(?<=\d)(?=[¼½¾⅐-⅞])/g, " ").normalize("NFKC").replace(/[−–‒]/g, "-").replaceAll("⁄", "/").replace(/\s+/g, " ").trim();
  const bare = spaced.replace(/[ .…]+$/, "").replace(LEAD, "");
  return bare.replace(GROUPED, (_, sign, number, rest) => sign + number.replaceAll(",", "") + rest);
}

function readProbability(text) {
  const pair = text.match(PAIR);
  if (pair) return Number(pair[2]) ? { value: Number(pair[1]) / Number(pair[2]), digits: / in |out/.test(text) && pair[1] === "1" ? countDigits(pair[2]) : EXACT } : null;
  const [, body, sign] = text.match(/^(.*?)( ?(?:%|percent))?$/);
  if (!DECIMAL.test(body)) return compute(text);
  const value = Number(body) / (sign ? 100 : 1);
  return { value, digits: body === "0" || body === (sign ? "100" : "1") ? EXACT : countDigits(body) };
}

function readAmount(text, unit, isMoney) {
  const single = unit.replace(/s$/, "");
  const ending = isMoney ? "" : [unit, single].find((name) => name && text.toLowerCase().endsWith(` ${name}`));
  const match = (ending ? text.slice(0, -ending.length - 1) : text).match(AMOUNT);
  if (!match) return computeAmount(text, isMoney);
  const [, before, dollar, behind, whole, body, word, dollars] = match;
  if ((before && behind) || (!isMoney && (dollar || word || dollars))) return null;
  const [above, below] = body.split("/").map(Number);
  if (below === 0) return null;
  const isFraction = below !== undefined;
  const size = Number(whole ?? 0) + (isFraction ? above / below : above);
  const scale = isMoney ? findScale(size, (word ?? "").trim().toLowerCase(), Boolean(dollar || dollars)) : 1;
  const sign = `${before}${behind}`.includes("-") ? -1 : 1;
  return scale && { value: sign * size * scale, digits: isFraction ? EXACT : countDigits(body) };
}

/* Which of dollars and thousands is meant is never guessed. */
function findScale(size, word, isDollars) {
  if (word) return word === "million" ? 1000 : 1;
  if (isDollars) return size && size < 1000 ? 0 : 1 / 1000;
  return size < LEAST_DOLLARS ? 1 : 0;
}

function computeAmount(text, isMoney) {
  const number = compute(text);
  return number && isMoney && Math.abs(number.value) >= LEAST_DOLLARS ? null : number;
}

const countDigits = (decimal) => Math.max(decimal.replace(".", "").replace(/^[+0-]+/, "").length, 1);

// Calculations: (16/42)^2, C(5,3) × 12

function compute(text) {
  const plain = text.replace(/[×·]|(?<=[\d)])\s*x\s*(?=[\d(C])/g, "*");
  if (plain.length > LONGEST || plain.split("(").length > MOST_PARENTHESES || !CALCULATES.test(plain.replace(/[()]/g, ""))) return null;
  const tokens = listTokens(plain);
  const value = tokens && readSum(tokens);
  return tokens?.length === 0 && Number.isFinite(value) && Math.abs(value) < 1e60 ? { value, digits: plain.includes(".") ? 15 : EXACT } : null;
}

/* The signs of a calculation, or null for anything else. */
function listTokens(text) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (!match) return null;
    tokens.push(match[1]);
  }
  return tokens;
}

/* What is no calculation becomes NaN. */
function readSum(tokens) {
  let value = readProduct(tokens);
  while ("+-".includes(tokens[0] ?? "?")) value += (tokens.shift() === "+" ? 1 : -1) * readProduct(tokens);
  return value;
}

function readProduct(tokens) {
  let value = readPower(tokens);
  while ("*/".includes(tokens[0] ?? "?")) value = tokens.shift() === "*" ? value * readPower(tokens) : value / readPower(tokens);
  return value;
}

function readPower(tokens) {
  if (tokens[0] === "-") return tokens.shift() && -readPower(tokens);
  const base = readAtom(tokens);
  if (tokens[0] !== "^") return base;
  tokens.shift();
  return base ** readWhole(tokens);
}

function readAtom(tokens) {
  const token = tokens.shift() ?? "";
  if (/^[\d.]/.test(token)) return token.endsWith(".") ? NaN : Number(token);
  if (token === "(") return close(tokens, readSum(tokens));
  if (token !== "C" || tokens.shift() !== "(") return NaN;
  const cards = readWhole(tokens);
  return tokens.shift() === "," ? close(tokens, choose(cards, readWhole(tokens))) : NaN;
}

function readWhole(tokens) {
  const token = tokens.shift() ?? "";
  return /^\d+$/.test(token) && Number(token) <= GREATEST_WHOLE ? Number(token) : NaN;
}

const close = (tokens, value) => (tokens.shift() === ")" ? value : NaN);

const choose = (n, k) => (k > n ? 0 : Array.from({ length: k }, (_, i) => i).reduce((product, i) => (product * (n - i)) / (i + 1), 1 + 0 * n * k));

// Words

const formatPercent = (value) => (value === 0 || value === 1 ? `${100 * value}%` : `${Number((100 * value).toPrecision(4))}%`);
const formatNumber = (value) => (Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6))));
