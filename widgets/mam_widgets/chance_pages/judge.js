// Judge: whether a number is right, by the rule of mam.classroom (readings.py, slips.py); it reads fewer wordings than that. It gets from Python
// the value, the digits needed, one unit of the last of them, and the slips.

const SAME = 1e-9;
const LEAD = /^(?:about|approximately|approx\.?|around|roughly)?\s*[=≈~]?\s*/i;
const PAIR = /^(\d+(?:\.\d+)?)\s*(?:\/|in|out of)\s*(\d+(?:\.\d+)?)$/i;
const DECIMAL = /^([-+]?(?:\d+(?:,\d{3})*\.?\d*|\.\d+))\s*(%|percent|points?|percentage points?)?$/i;

/** A number as it was written: its value, its significant digits, and one unit of the last (0 if it is not rounded). Null if it is none. */
export function readNumber(text, isProbability) {
  const plain = text.trim().replace("−", "-").replace(LEAD, "");
  const pair = plain.match(PAIR);
  if (pair) return Number(pair[2]) ? { value: Number(pair[1]) / Number(pair[2]), digits: 99, step: 0 } : null;
  const decimal = plain.match(DECIMAL);
  if (!decimal) return null;
  const figures = decimal[1].replaceAll(",", "");
  const scale = decimal[2] && isProbability ? 0.01 : 1;
  const places = figures.split(".")[1]?.length || 0;
  const digits = Math.max(1, figures.replace(/[-+.]/g, "").replace(/^0+/, "").length);
  return { value: Number(figures) * scale, digits, step: 10 ** -places * scale };
}

const isSame = (number, value) => Math.abs(number - value) <= SAME * Math.max(isWhole(value) ? 1 : 0, Math.abs(value));
const isWhole = (value) => Number.isInteger(value);

/* The value rounded or cut off at this unit, or nearer. */
function isRounded(number, value, unit) {
  const missing = value >= 0 ? value - number : number - value;
  return missing >= -unit / 2 - SAME * unit && missing < unit - SAME * unit;
}

function isRight({ value, digits, unit, slips }, reading) {
  if (isSame(reading.value, value)) return true;
  if (!unit || !reading.step || reading.digits < digits) return false;
  if (isRounded(reading.value, value, unit)) return true;
  return reading.step > unit * (1 + SAME) && isRounded(reading.value, value, reading.step) && slips.every((slip) => Math.abs(reading.value - slip.value) > 2 * reading.step);
}

function findSlip({ value, digits, slips }, reading) {
  const distance = (slip) => Math.abs(reading.value - slip.value);
  const same = slips.find((slip) => isSame(reading.value, slip.value));
  if (same) return reading.step && reading.digits < digits && Math.abs(reading.value - value) < reading.step ? null : same;
  if (!reading.step || reading.digits < digits) return null;
  const near = slips.filter((slip) => distance(slip) < Math.max(slip.unit, reading.step) * (1 - SAME)).sort((one, other) => distance(one) - distance(other))[0];
  return near && Math.abs(reading.value - value) >= distance(near) ? near : null;
}

/** What is said to an answer: `verdict` is "right", "wrong", or "unread" for what can't be judged yet. */
export function judge(question, text) {
  if (question.options) {
    const isTrue = text === question.right;
    return { verdict: isTrue ? "right" : "wrong", why: isTrue ? question.why : "Look again." };
  }
  const isProbability = question.kind === "probability";
  const reading = readNumber(text, isProbability);
  if (!reading) return { verdict: "unread", why: isProbability ? "Write 5/11, 0.4545 or 45.45%." : "Write a number." };
  if (isProbability && (reading.value < 0 || reading.value > 1)) return { verdict: "unread", why: "A probability is between 0 and 1 (0% to 100%)." };
  if (isRight(question, reading)) return { verdict: "right", why: question.shown };
  const slip = findSlip(question, reading);
  if (slip) return { verdict: "wrong", why: slip.why };
  if (question.unit && reading.digits < question.digits) return { verdict: "unread", why: `Give a fraction, or ${question.digits} significant digits.` };
  return { verdict: "wrong", why: `${text.trim()} is too ${reading.value > question.value ? "high" : "low"}.` };
}
