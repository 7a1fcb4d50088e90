// Parts: what the pages of the player have in common: the head, a button, stars, rule ids.

import { icon } from "../shared/ui/cards.js";
import { h } from "../shared/ui/elements.js";

const STAR = "M10 2.5L12.3 7.3L17.5 8L13.7 11.6L14.7 16.8L10 14.2L5.3 16.8L6.3 11.6L2.5 8L7.7 7.3Z";

const ROOM = 27; // letters of a head on a phone

export function drawHead(ui, title, right, small) {
  const canLeave = ui.scene.study && ui.scene.shelf.stages.length > 1;
  return h(
    "header",
    { key: "head", class: "mam-study-head" },
    canLeave && h("button", { key: "back", type: "button", class: "mam-study-back", "data-mam": "back", "aria-label": `Back to ${ui.scene.shelf.title}`, on: { click: () => ui.leave() } }, icon("back", 22)),
    h("h3", { key: "title" }, title, small && h("small", null, small)),
    h("div", { key: "right", class: "mam-study-right" }, ui.size === "S" && typeof right === "string" && `${title}${small}${right}`.length > ROOM ? null : typeof right === "string" ? h("span", null, right) : right),
  );
}

export function button({ name, label, sign = "", kind = "plain", act, why = "" }) {
  const isIcon = kind === "icon";
  return h(
    "button",
    { key: name, type: "button", class: `mam-study-button mam-study-${kind}`, "data-mam": name, "aria-disabled": kind === "off" ? "true" : null, "aria-label": isIcon ? label : null, title: why || null, on: { click: act } },
    sign && icon(sign, 20),
    !isIcon && h("span", null, label),
  );
}

export function drawStars(full, size = 18) {
  const star = (on) => h("svg", { class: "mam-study-star", "data-on": String(on), viewBox: "0 0 20 20", width: size, height: size, "aria-hidden": "true" }, h("path", { d: STAR }));
  return h("span", { class: "mam-study-stars", role: "img", "aria-label": `${full} of 3 stars` }, [0, 1, 2].map((k) => star(k < full)));
}

export const listRules = ({ teaches }) => ["Rules: ", teaches.map((id, k) => [h("span", { key: id, class: "mam-study-id" }, `${id}${k + 1 < teaches.length ? "," : ""}`), " "])];


/** Whether a question has smaller letters, so that the table keeps its room. */
export const isLong = (ui, text) => String(text.length > (ui.size === "S" ? 80 : 110));
