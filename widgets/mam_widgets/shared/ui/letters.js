// Spelling: what lies on the table of a letter game, the form that makes a word, and the turns so far.

import { actButton } from "./buttons.js";
import { face } from "./cards.js";
import { h } from "./elements.js";

/** @import { Ui } from "./ui.js" */
/** @import { Scene } from "./scene.js" */

export const isLetterGame = (scene) => Boolean(scene.word || scene.lines);

/**
 * The word that is spelled, or the words that grow line by line.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function letterBoard(scene, ui) {
  if (scene.word) return wordBoard(scene, ui);
  return scene.lines ? linesBoard(scene.lines) : null;
}

/**
 * @param {Scene} scene
 * @param {Ui} ui
 */
function wordBoard(scene, ui) {
  const names = Object.fromEntries(scene.seats.map((seat) => [seat.seat, seat.name]));
  return h(
    "section",
    { key: "word", class: "mam-spelled mam-small", "data-mam": "word", "aria-label": scene.word.label },
    h("h4", null, scene.word.label),
    h(
      "ol",
      null,
      scene.word.tiles.map((tile, index) =>
        h(
          "li",
          { key: index, class: "mam-tile", "data-state": tile.state, "data-last": tile.is_last ? "true" : "false" },
          h("span", { class: "mam-aside" }, describeTile(tile, names)),
          h(
            "span",
            { class: "mam-tile-card", "aria-hidden": "true" },
            tile.state === "done" ? face(tile.letter, ui.uid) : tile.letter,
          ),
          h(
            "span",
            { class: "mam-slot-label", "aria-hidden": "true" },
            tile.state === "done" ? names[tile.seat] : tile.state === "next" ? "next" : "",
          ),
        ),
      ),
    ),
  );
}

const describeTile = (tile, names) =>
  tile.state === "done" ? `${tile.letter}, played by ${names[tile.seat]}` : `${tile.letter}, ${tile.state}`;

/* The words, the one made last first, then the newest line: they scroll where there are more than find room. */
function linesBoard(lines) {
  const newest = [...lines].sort((a, b) => Number(b.is_last) - Number(a.is_last) || b.number - a.number);
  return h(
    "section",
    { key: "lines", class: "mam-lines mam-stage-scroll", "data-mam": "lines", "aria-label": "Words on the table", tabindex: "0" },
    !lines.length && h("p", { class: "mam-quiet" }, "No words on the table yet."),
    h(
      "ol",
      null,
      newest.map((line) =>
        h(
          "li",
          { key: line.number, "data-last": line.is_last ? "true" : "false" },
          h("span", { class: "mam-number" }, line.number),
          h("span", { class: "mam-aside" }, line.is_last ? `${line.word}, new` : line.word),
          h(
            "span",
            { class: "mam-letters", "aria-hidden": "true" },
            [...line.word].map((letter) => h("span", null, letter)),
          ),
        ),
      ),
    ),
  );
}

/**
 * In the dock: a word with one letter more, on one of the lines; on a phone, a button that opens this over the dock.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function wordForm(scene, ui) {
  const { spell } = scene;
  if (!spell) return null;
  if (ui.size !== "S") return h("div", { key: "spell", class: "mam-word-form", role: "group", "aria-label": spell.label }, wordFields(scene, ui));
  return actButton("spell-open", "Make word…", () => ui.togglePopover("word"), ui, {
    "aria-expanded": String(ui.popover === "word"),
    "data-opens": "word",
    "data-area": "choices",
  });
}

/**
 * On a phone, over the dock: the line and the word.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function wordPopover(scene, ui) {
  const { spell } = scene;
  if (!spell) return null;
  return h(
    "section",
    { key: "word", class: "mam-popover", "data-mam": "popover", "aria-label": spell.label },
    h("p", null, spell.label),
    h("div", { class: "mam-actions" }, wordFields(scene, ui)),
  );
}

/**
 * @param {Scene} scene
 * @param {Ui} ui
 */
const wordFields = ({ spell }, ui) => [
  h(
    "select",
    { key: "line", class: "mam-field", "aria-label": "Line", "data-mam": "spell-line", "data-area": "choices" },
    spell.lines.map((number) => h("option", { key: number, value: number }, `Line ${number}`)),
  ),
  h("input", {
    key: "word",
    type: "text",
    autocomplete: "off",
    placeholder: "new word",
    class: "mam-field mam-word-field",
    "aria-label": spell.label,
    "data-mam": "spell-word",
    "data-area": "choices",
    on: { keydown: (event) => event.key === "Enter" && (event.preventDefault(), spellWord(ui)) },
  }),
  actButton("spell", "Make word", () => spellWord(ui), ui, { "data-area": "choices" }),
];

/* Make the word that was typed, on the line that was picked. */
function spellWord(ui) {
  const field = ui.input("spell-word");
  const word = field.value.trim();
  if (word) return ui.move(`word ${ui.input("spell-line").value} ${word}`);
  ui.say("Type the new word first.");
  return field.focus();
}

/**
 * The turns of a letter game, newest first; each is a button that goes to its end.
 * @param {Scene} scene
 * @param {Ui} ui
 */
export function logPanel(scene, ui) {
  const { log } = scene;
  if (!log) return null;
  const row = (turn) =>
    h(
      "li",
      { key: turn.number },
      h(
        ui.canStep() ? "button" : "div",
        {
          class: "mam-past",
          "data-mam": "turn",
          "data-step": turn.step,
          ...(ui.canStep() && { type: "button", "data-area": "history", on: { click: () => ui.goToStep(turn.step) } }),
        },
        h("span", { class: "mam-number" }, turn.number),
        h("span", null, turn.text),
      ),
    );
  const [newest, older] = [log.rows.slice(0, 8), log.rows.slice(8)];
  return h(
    "details",
    { key: "log", class: "mam-panel mam-log", "data-mam": "log", first: { open: true } },
    h("summary", null, log.head),
    h("ol", null, newest.map(row)),
    older.length > 0 &&
      h(
        "details",
        { key: "older" },
        h("summary", null, `${older.length} before`),
        h("ol", null, older.map(row)),
      ),
  );
}
