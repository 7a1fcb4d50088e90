// What `mam.drawing` makes when the files are joined: drawings as SVG markup.

/** The face of each card by its code; "??" is the back. "@@" stands where a prefix keeps ids apart. */
export const FACES: Record<string, string>;

/** The shapes that faces share, by the names with which they say "#@@name". */
export const SHAPES: Record<string, string>;

/** How "×2" and other effects of the Bull are written in its rail, as paths. */
export const EFFECT_PATHS: Record<string, string>;

/** The emblems of the colors and suits by their letters, as paths in a box of 24 by 24 around the origin. */
export const COLOR_SIGNS: Record<string, string>;

/** The small signs of the animals by their codes, as such paths. */
export const ANIMAL_SIGNS: Record<string, string>;

/** What each card is by the usual rules, by its code. */
export const CARD_FACTS: Record<string, import("./scene.js").CardFacts>;
