// Arithmetic: calculations as people write them, (16/42)^2 or C(5,3) × 12, computed exactly within the limits of mam.classroom.arithmetic.
// Nothing of them is executed. A test compares both.

const TOKEN = /\s*(\d+\.?\d*|\.\d+|[-+*/^(),C])/y;
const CALCULATES = /[+*^(]|\/.*[-/]|-.*\//; // a fraction alone, or a minus sign, is no calculation
const LONGEST = 200; // characters
const DEEPEST = 20; // parentheses within each other
const MOST_POWER = 200;
const MOST_CARDS = 200;
const GREATEST = 10n ** 60n;
const MOST_BITS = 4000; // of a number on the way
const FLOAT_BITS = 1000; // of a number that a float may hold

/** The value of a calculation, and whether it is exact: one with decimals may come from numbers that were rounded. Null if it is none, or leads too far. */
export function compute(text) {
  const plain = text.trim().replace(/[×·]/g, "*").replace(/([\d)])\s*x\s*(?=[\d(C])/g, "$1*");
  if (plain.length > LONGEST || !CALCULATES.test(plain)) return null;
  const value = readAll(plain);
  if (!value || abs(value[0]) >= GREATEST * value[1]) return null;
  return { value: toNumber(value), isExact: !plain.includes(".") };
}

const abs = (whole) => (whole < 0n ? -whole : whole);
const countBits = (whole) => (whole ? abs(whole).toString(2).length : 0);
const countAll = ([above, below]) => countBits(above) + countBits(below);

/* A fraction in lowest terms, with the sign above; null if it is too large. */
function reduce(above, below) {
  if (!below) return null;
  let [one, other] = [abs(above), abs(below)];
  while (other) [one, other] = [other, one % other];
  const sign = below < 0n ? -1n : 1n;
  const reduced = /** @type {[bigint, bigint]} */ ([(sign * above) / one, (sign * below) / one]);
  return countAll(reduced) <= MOST_BITS ? reduced : null;
}

function toNumber([above, below]) {
  const extra = BigInt(Math.max(0, countBits(above) - FLOAT_BITS, countBits(below) - FLOAT_BITS));
  return Number(above >> extra) / Number(below >> extra);
}

function choose(cards, chosen) {
  let ways = 1n;
  for (let k = 0n; k < chosen; k += 1n) ways = (ways * (cards - k)) / (k + 1n);
  return ways;
}

/* A decimal as a fraction. */
function parse(text) {
  const [whole, places = ""] = text.split(".");
  return reduce(BigInt(`${whole}${places}` || "0"), 10n ** BigInt(places.length));
}

/* The value of a text, read from left to right; null as soon as something does not fit. Each reader leaves the tokens after its part. */
function readAll(text) {
  const tokens = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length; ) {
    const match = TOKEN.exec(text);
    if (!match) return null;
    tokens.push(match[1]);
  }
  let at = 0;
  let depth = 0;
  const isNext = (signs) => at < tokens.length && signs.includes(tokens[at]);
  const take = (sign) => isNext(sign) && Boolean((at += 1));

  function readSum() {
    let value = readProduct();
    while (value && isNext("+-")) {
      const isSum = tokens[at++] === "+";
      const term = readProduct();
      if (!term) return null;
      const [first, second] = [value[0] * term[1], term[0] * value[1]];
      value = reduce(isSum ? first + second : first - second, value[1] * term[1]);
    }
    return value;
  }

  function readProduct() {
    let value = readPower();
    while (value && isNext("*/")) {
      const divides = tokens[at++] === "/";
      const factor = readPower();
      value = factor && (divides ? reduce(value[0] * factor[1], value[1] * factor[0]) : reduce(value[0] * factor[0], value[1] * factor[1]));
    }
    return value;
  }

  function readPower() {
    if (take("-")) {
      const value = readPower();
      return value && [-value[0], value[1]];
    }
    const base = readNumber();
    if (!base || !take("^")) return base;
    const power = readWhole();
    if (power === null || power > MOST_POWER || power * countAll(base) > MOST_BITS) return null;
    return [base[0] ** BigInt(power), base[1] ** BigInt(power)];
  }

  function readNumber() {
    if (take("(")) {
      depth += 1;
      const value = depth <= DEEPEST ? readSum() : null;
      depth -= 1;
      return take(")") ? value : null;
    }
    if (take("C")) {
      const cards = take("(") ? readWhole() : null;
      const chosen = take(",") ? readWhole() : null;
      if (cards === null || chosen === null || !take(")") || cards > MOST_CARDS) return null;
      return chosen > cards ? [0n, 1n] : [choose(BigInt(cards), BigInt(chosen)), 1n];
    }
    return /\d/.test(tokens[at] || "") ? parse(tokens[at++]) : null;
  }

  function readWhole() {
    if (!/^\d+$/.test(tokens[at] || "")) return null;
    return Math.min(Number(tokens[at++]), MOST_CARDS + 1);
  }

  const value = readSum();
  return at === tokens.length ? value : null;
}
