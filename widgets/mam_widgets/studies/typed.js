// Typed: what number a text names.

const LEAST_DOLLARS = 5000; // an amount in thousands of dollars from here on was certainly meant in dollars, as in mam.classroom
const AMOUNT = /^(-?)(\$?)(-?)(\d+(?:\.\d+)?)\s*(thousands?|k|millions?|m)?(?:\s*dollars)?$/i;
const SCALES = { "": 1, t: 1, k: 1, m: 1000 };

/** The number that a text names, as the text of an answer: a whole one, of an amount the thousands of dollars. Empty if it names none. */
export function readTyped(text, isAmount) {
  const plain = text.trim().replace("−", "-").replace(/(\d),(?=\d{3}(?:\D|$))/g, "$1");
  if (!isAmount) return /^-?\d{1,9}$/.test(plain) ? String(Number(plain)) : "";
  const [, sign, dollars, inner, figures, scale = ""] = plain.match(AMOUNT) || [];
  if (!figures || (sign && inner)) return "";
  const number = Number(figures);
  const isDollars = !scale && (dollars || number >= LEAST_DOLLARS);
  const thousands = isDollars ? number / 1000 : number * SCALES[scale.slice(0, 1).toLowerCase()];
  return Number.isInteger(thousands) && thousands < 1e9 ? String(thousands && (sign || inner) ? -thousands : thousands) : "";
}
