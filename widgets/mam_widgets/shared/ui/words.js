// Words: a sentence's first letter, and small numbers.

export const capitalize = (text) => text[0].toUpperCase() + text.slice(1);

/** A number of cards in words, as far as a person counts them. */
export const countWord = (count) => ["no", "one", "two", "three", "four", "five", "six"][count] || String(count);
