// Guess: its name in what was done, and its words.

/** The name of a page's guess. */
export const nameGuess = (page) => `chance-${page}/guess`;

const NUMBERS = new Intl.NumberFormat("en-US"); // made once: it is slow to make

/** A guess with its words: 95%, 66 of 100. */
export const writeGuess = ({ before, after }, number) => `${before}${NUMBERS.format(number).replace("-", "−")}${after}`;

/** A number as one guesses it: whole, with a decimal below ten. */
export const roundGuess = (number) => (Math.abs(number) < 10 ? +number.toFixed(1) : Math.round(number));
