// Shapes that the faces of cards share. A widget holds those that its cards have needed so far: a first picture waits for some dozens of
// elements, not for the more than 400 of all games.

import { EFFECT_PATHS, SHAPES } from "./art.js";
import { h } from "./elements.js";

const needed = /** @type {Map<string, Set<string>>} */ (new Map()); // names of shapes, by the uid of a widget

/** Remember the shapes that markup uses, directly or through others. @param {string} markup @param {string} uid */
export function needShapes(markup, uid) {
  if (!needed.has(uid)) needed.set(uid, new Set());
  const names = needed.get(uid);
  for (const [, name] of markup.matchAll(/#@@([\w-]+)/g)) {
    if (names.has(name)) continue;
    names.add(name);
    needShapes(SHAPES[name], uid);
  }
}

/**
 * The shapes of the faces that were drawn so far: call it when all are. It is of no size, but not hidden, or the faces would not be drawn.
 * `effect` is what the Bull says on its rail.
 * @param {string} uid
 */
export function drawShapes(uid, effect = "×2") {
  const write = (name) => (name === "BULL" ? SHAPES.BULL.replace(EFFECT_PATHS["×2"], EFFECT_PATHS[effect]) : SHAPES[name]);
  const markup = [...(needed.get(uid) || [])].map(write).join("").replaceAll("@@", `${uid}-`);
  const props = { class: "mam-shapes", width: 0, height: 0, "aria-hidden": "true", focusable: "false", style: { position: "absolute" } };
  return h("svg", { key: "shapes", ...props, markup: `<defs>${markup}</defs>` });
}
