// Review: the round again, decision by decision: the moment and what was better, a timeline of the expected gain, the list.

import { actButton } from "../shared/ui/buttons.js";
import { emblemPlate, face } from "../shared/ui/cards.js";
import { h } from "../shared/ui/elements.js";
import { actionButton } from "../shared/ui/dock.js";
import { walkRow } from "../shared/ui/focus.js";
import { formatGain, pathThrough, plotScale } from "../shared/ui/plots.js";
import { roundButtons } from "./sheet.js";

/** @import { Play } from "./fields.js" */
/** @import { Review, ReviewPoint, Scene } from "../shared/ui/scene.js" */

const isClear = (point) => point.kind === "mistake" || point.kind === "slip";

/**
 * The review while it is open.
 * @param {Scene} scene
 * @returns {Review | null}
 */
export function openReview(scene) {
  const { review } = scene.session;
  return review && scene.session.stage === "reviewing" ? review : null;
}

/* A mistake is a filled diamond, a slip a hollow triangle, too close a ring, best a dot: told apart without color. */
const SHAPES = {
  mistake: "M8 1L15 8L8 15L1 8Z",
  slip: "M8 2L14.5 14H1.5Z",
  close: "M8 3A5 5 0 1 1 7.9 3Z",
  best: "M8 4A4 4 0 1 1 7.9 4Z",
};

const symbol = (kind, size) =>
  h(
    "svg",
    { class: "mam-review-sign", "data-kind": kind, viewBox: "0 0 16 16", width: size, height: size, "aria-hidden": "true", focusable: "false" },
    h("path", { d: SHAPES[kind] }),
  );

/* The moment */

/**
 * The stage of the review: what happened at the decision, the hand of that moment, and the timeline.
 * @param {Scene} scene
 * @param {Play} ui
 */
export function reviewStage(scene, ui) {
  const review = openReview(scene);
  const point = review.points[review.index];
  return h(
    "section",
    { key: "review", class: "mam-review", "data-mam": "review", "aria-label": "Review" },
    h(
      "div",
      { key: "top", class: "mam-review-top" },
      point && momentPart(scene, ui),
      point && wordsPart(point, ui),
      actionButton(ui.action("close-review"), ui, { class: "mam-icon-button mam-review-close", "data-area": "stage" }),
    ),
    point && reviewHand(scene, point, ui),
    point ? timeline(review, ui) : h("p", { key: "none" }, review.sum),
  );
}

/* How much of the reason has room beside the trick; all of it stands in the list. */
const REASON_LENGTH = { S: 0, M: 90, LS: 90, L: 150, XL: 240 };

/**
 * @param {ReviewPoint} point
 * @param {Play} ui
 */
function wordsPart(point, ui) {
  const reason = firstSentences(point.why, REASON_LENGTH[ui.size]);
  return h(
    "div",
    { key: "words", class: "mam-review-words", "data-kind": point.kind },
    h("p", { class: "mam-review-place" }, point.place),
    h("h4", { class: "mam-review-verdict", "data-mam": "verdict" }, point.verdict),
    reason && h("p", { class: "mam-review-why", title: point.why.join(" ") }, reason),
    point.figure && h("p", { class: "mam-review-cost", "data-mam": "cost" }, h("b", null, point.figure), ` ${point.figure_margin}`),
  );
}

/* As many sentences as have room. */
function firstSentences(all, room) {
  const sentences = [...all];
  while (sentences.length && sentences.join(" ").length > room) sentences.pop();
  return sentences.join(" ");
}

/**
 * What was on the table: the trick in order of play, the last calls, the discard, or the trump.
 * @param {Scene} scene
 * @param {Play} ui
 */
function momentPart(scene, ui) {
  const { trick, calls, discards, trump } = openReview(scene).moment;
  const names = Object.fromEntries(scene.seats.map((seat) => [seat.seat, seat.seat === scene.viewer ? "You" : seat.name]));
  if (trick.length)
    return h(
      "ol",
      { key: "trick", class: "mam-review-trick", "data-many": trick.length > 4 ? "true" : null, "aria-label": "The trick, in order of play" },
      trick.map((card) =>
        h(
          "li",
          { key: card.order, "data-winning": card.is_winning ? "true" : null },
          h("span", { class: "mam-aside" }, `${scene.cards[card.card].name}${card.is_winning ? ", takes the trick" : ""}`),
          h("span", { class: "mam-review-face" }, face(card.card, ui.uid), h("span", { class: "mam-review-order", "aria-hidden": "true" }, card.order === 1 ? "1 led" : card.order)),
          h("span", { class: "mam-review-name" }, names[card.seat]),
        ),
      ),
    );
  if (calls.length)
    return h(
      "ol",
      { key: "calls", class: "mam-review-calls", "aria-label": "The last calls" },
      calls.map((call, index) => h("li", { key: index, "data-yours": call.is_learner ? "true" : null }, h("span", null, call.name), h("b", null, call.text))),
    );
  if (discards.length)
    return h(
      "ol",
      { key: "discards", class: "mam-review-trick", "data-many": discards.length > 4 ? "true" : null, "aria-label": "Your discard" },
      discards.map((card, index) =>
        h("li", { key: index }, h("span", { class: "mam-aside" }, scene.cards[card].name), h("span", { class: "mam-review-face" }, face(card, ui.uid))),
      ),
    );
  return trump && h("p", { key: "trump", class: "mam-review-trump" }, emblemPlate(trump, 56));
}

/**
 * The hand of that moment, to look at: what you played, and what was better.
 * @param {Scene} scene
 * @param {ReviewPoint} point
 * @param {Play} ui
 */
function reviewHand(scene, point, ui) {
  const { chosen_cards, better_cards } = openReview(scene).moment;
  const [chosen, better] = [[...chosen_cards], [...better_cards]];
  const take = (cards, code) => {
    const place = cards.indexOf(code);
    if (place >= 0) cards.splice(place, 1);
    return place >= 0;
  };
  const cards = (scene.hand ? scene.hand.cards : []).map((card) => ({ ...card, isChosen: take(chosen, card.card), isBetter: take(better, card.card) }));
  const half = ui.size === "S" && cards.length > 7 ? Math.ceil(cards.length / 2) : cards.length;
  const rows = [cards.slice(0, half), cards.slice(half)].filter((row) => row.length);
  const instead = point.kind === "close" ? "or" : "better";
  const pill = (card) => (card.isChosen ? (card.isBetter ? "both" : "you") : card.isBetter ? instead : "");
  return h(
    "div",
    { key: "hand", class: "mam-review-hand", "data-mam": "review-hand", "data-kind": point.kind, "data-rows": rows.length, role: "group", "aria-label": scene.hand ? scene.hand.label : "Hand" },
    rows.map((row, index) =>
      h(
        "ul",
        { key: index, style: { "--cards": row.length - 1 } },
        row.map((card, place) =>
          h(
            "li",
            { key: place, "data-yours": card.isChosen ? "true" : null, "data-better": card.isBetter ? "true" : null, "data-card": card.card },
            h("span", { class: "mam-aside" }, [scene.cards[card.card].name, card.isChosen && "you chose it", card.isBetter && "better"].filter(Boolean).join(", ")),
            h("span", { class: "mam-review-face" }, face(card.card, ui.uid)),
            pill(card) && h("span", { class: "mam-review-pill", "aria-hidden": "true" }, pill(card)),
          ),
        ),
      ),
    ),
  );
}

/* The timeline */

const SMALL_LETTER = 7; // px of a letter under the timeline
const COST_ROOM = 30; // px that a cost takes over its point

/* The width of the timeline: the widget without the panels, the padding of the stage and the figures of the scale. */
const timelineWidth = (ui) => ui.width - { S: 58, M: 74, LS: 366, L: 402, XL: 730 }[ui.size];

/* The decisions that have room for a label: the one looked at, then the others from the left where they do not collide. */
function chooseLabels(points, chosen, wide) {
  const half = (index) => (SMALL_LETTER * points[index].label.length) / 2 + 2;
  const isFree = (index, taken) => taken.every((other) => Math.abs(index - other) * wide >= half(index) + half(other));
  const taken = points[chosen] ? [chosen] : [];
  for (const index of points.keys()) if (index !== chosen && isFree(index, taken)) taken.push(index);
  return new Set(taken);
}

/* The clear costs that have room over their points: of the decision looked at, then from the largest on. */
function chooseCosts(points, chosen, wide) {
  const clear = [...points.keys()].filter((index) => isClear(points[index]));
  clear.sort((a, b) => Number(b === chosen) - Number(a === chosen) || points[b].size - points[a].size);
  const taken = [];
  for (const index of clear) if (index === chosen || [...taken, points.length].every((other) => Math.abs(index - other) * wide >= COST_ROOM)) taken.push(index);
  return new Set(taken);
}

/**
 * The expected gain at each decision, as a slider: one place for each, and one for the result.
 * @param {Review} review
 * @param {Play} ui
 */
function timeline(review, ui) {
  const { points, index: chosen, final } = review;
  const slots = points.length + 1;
  const values = [0, ...points.map((point) => point.gain).filter((gain) => gain !== null), ...(final === null ? [] : [final])];
  const x = (index) => (100 * (index + 0.5)) / slots; // percent, as y
  const y = plotScale(values, 100, 0);
  const computed = points.map((point, index) => ({ point, index })).filter(({ point }) => point.gain !== null);
  const spots = computed.map(({ point, index }) => [x(index), y(point.gain)]);
  if (final !== null && computed.length === points.length) spots.push([x(points.length), y(final)]);
  const path = (places) => pathThrough(places.map((spot) => spot.map((part) => 10 * part))); // finer than in percent
  const line = spots.length > 1 ? path(spots) : "";
  const area = line && `${path([[spots[0][0], y(0)], ...spots, [spots.at(-1)[0], y(0)]])}Z`;
  const place = (index) => ({ left: `${x(index)}%` });
  const starts = points.map((point, index) => ({ index, name: point.group })).filter(({ index, name }) => !index || points[index - 1].group !== name);
  const groups = starts.map(({ index, name }, order) => ({ index, name, count: (starts[order + 1]?.index ?? slots) - index }));
  const wide = timelineWidth(ui) / slots;
  const labels = chooseLabels(points, chosen, wide);
  const costs = chooseCosts(points, chosen, wide);
  return h(
    "div",
    { key: "timeline", class: "mam-review-timeline" },
    h(
      "div",
      { key: "caption", class: "mam-review-caption" },
      h("h4", { "data-mam": "turning-point" }, captionText(review, ui)),
      linkButton("try-again", ui),
      linkButton("practice-this", ui),
      canGoOn(review, ui) && linkButton("go-on", ui),
      h("p", { class: "mam-quiet" }, `Expected gain at each decision: your side’s score minus theirs, in ${review.unit}`),
    ),
    h(
      "div",
      {
        key: "slider",
        class: "mam-review-slider",
        role: "slider",
        tabindex: "0",
        "data-mam": "timeline",
        "data-area": "stage",
        "aria-label": "Your decisions, with the expected gain at each",
        "aria-valuemin": 1,
        "aria-valuemax": points.length,
        "aria-valuenow": chosen + 1,
        "aria-valuetext": points[chosen].description,
        on: {
          keydown: (event) => sliderKey(event, review, ui),
          pointerdown: (event) => scrub(event, review, ui),
          pointermove: (event) => (event.buttons ? scrub(event, review, ui) : readPoint(pointAt(event, review), ui)),
        },
      },
      h(
        "div",
        { key: "plot", class: "mam-review-plot", "data-mam": "plot" },
        y.ticks(3).map((tick) =>
          h("div", { key: `tick${tick}`, class: tick ? "mam-review-rule" : "mam-review-rule mam-zero", style: { top: `${y(tick)}%` } }, h("span", null, formatGain(tick))),
        ),
        groups.map(({ index, name, count }) =>
          h("div", { key: `group${index}`, class: index ? "mam-review-group" : "mam-review-group mam-first", style: { left: `${(100 * index) / slots}%` } }, count * wide >= SMALL_LETTER * name.length && h("span", null, name)),
        ),
        h(
          "svg",
          { key: "line", class: "mam-review-curve", viewBox: "0 0 1000 1000", preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" },
          h("path", { key: "area", class: "mam-review-area", d: area }),
          h("path", { key: "line", class: "mam-review-stroke", d: line }),
        ),
        h("div", { key: "here", class: "mam-review-marker", style: { left: `${(100 * chosen) / slots}%`, width: `${100 / slots}%` } }),
        points.map((point, index) =>
          labels.has(index) && h(
            "span",
            { key: `label${index}`, class: "mam-review-label", "data-here": index === chosen ? "true" : null, "data-long": point.label.length > 2 ? "true" : null, style: place(index) },
            point.label,
          ),
        ),
        computed.map(({ point, index }) =>
          h(
            "span",
            { key: `point${index}`, class: "mam-review-point", "data-mam": "point", "data-kind": point.kind, style: { ...place(index), top: `${y(point.gain)}%` } },
            symbol(point.kind, isClear(point) ? 18 : 14),
            costs.has(index) && (ui.size !== "S" || index === chosen) && h("b", null, `−${point.cost}`),
          ),
        ),
        spots.length > points.length &&
          h("span", { key: "final", class: "mam-review-final", style: { ...place(points.length), top: `${y(final)}%` } }, h("b", null, review.final_text), " final"),
      ),
    ),
  );
}

/* An action as a link, with its short text on a phone. */
function linkButton(id, ui) {
  const action = ui.action(id);
  return actButton(id, ui.size === "S" ? action.short : action.text, () => ui.perform(action), ui, { class: "mam-link", "data-area": "stage" });
}

/* What the timeline shows; while it grows, how far it has come. */
function captionText(review, ui) {
  if (review.reviewed_count === review.points.length) return ui.size === "S" ? review.short_title : review.title;
  return `${ui.scene.session.busy ? "Reviewing…" : "Reviewed"} ${review.reviewed_count} of ${review.points.length}`;
}

/* Whether the computing was stopped before its end. */
const canGoOn = (review, ui) => review.reviewed_count < review.points.length && !ui.scene.session.busy;

const SLIDER_STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -3, PageUp: 3 };
const sliderKey = (event, { index, points }, ui) => walkRow(event, index, points.length, (to) => goToDecision(to, ui), { keys: SLIDER_STEPS });

/* The index of the decision under the pointer. */
function pointAt(event, review) {
  const box = event.currentTarget.querySelector(".mam-review-plot").getBoundingClientRect();
  const index = Math.floor(((event.clientX - box.left) / box.width) * (review.points.length + 1));
  return Math.max(0, Math.min(review.points.length - 1, index));
}

const scrub = (event, review, ui) => goToDecision(pointAt(event, review), ui);

/* Write the decision that the pointer is over into the message line; null: the pointer has left. */
function readPoint(index, ui) {
  const review = openReview(ui.scene);
  const point = index === null || !review ? null : review.points[index];
  const named = { mistake: "mistake", slip: "slip", close: "too close to call", best: "best" };
  const cost = point && point.cost ? `cost ${point.cost} ${point.margin}, ` : "";
  const why = point && (point.gain === null ? `${point.move}.` : `${point.move}: ${cost}${named[point.kind]}. Expected gain ${formatGain(Math.round(point.gain))}.`);
  const link = point && index !== review.index && !ui.scene.session.busy && { link: { name: "go-there", text: "Go there", act: () => goToDecision(index, ui) } };
  const reading = point ? { what: `${point.place}.`, why, ...link } : null;
  if ((reading && reading.what + reading.why) === (ui.reading && ui.reading.what + ui.reading.why)) return;
  ui.reading = reading;
  ui.draw();
}

/**
 * The pointer goes elsewhere: nothing is read any more. On its way to the link in the message, what was read stays.
 * @param {PointerEvent} event
 * @param {Play} ui
 */
export function leaveTimeline(event, ui) {
  const target = /** @type {Element} */ (event.target);
  const isOnWay = target.closest(".mam-review-slider, .mam-message") || target.matches(".mam-stage, .mam-review, .mam-review-timeline"); // a gap between the two
  if (event.type === "pointerleave" || !isOnWay) readPoint(null, ui);
}

const goToDecision = (index, ui) => ui.send({ do: "go_to_decision", index });

/* The message */

/**
 * How far the review has come, or what the decisions cost together; with a link that stops it, or leads into the round.
 * @param {Scene} scene
 * @param {Play} ui
 */
export function reviewMessage(scene, ui) {
  const { message, session } = scene;
  const action = ui.action(session.busy ? "stop-review" : "what-if");
  const hasLink = session.busy || openReview(scene).points.length > 0;
  const isShort = ui.size === "S" || (ui.size === "LS" && !session.busy);
  return {
    ...message,
    why: isShort ? "" : message.why,
    link: hasLink ? { name: action.id, text: ui.size === "S" ? action.short : action.text, act: () => ui.perform(action) } : undefined,
  };
}

/* The list */

/**
 * The tab: how many of each kind, and every decision with its cost; what is too close to call stands apart.
 * @param {Scene} scene
 * @param {Play} ui
 */
export function reviewPanel(scene, ui) {
  const { review, rounds } = scene.session;
  if (!review) return null;
  const rows = review.points.map((point, index) => ({ point, index }));
  const of = (...kinds) => rows.filter(({ point }) => kinds.includes(point.kind));
  const bySize = (list) => [...list].sort((a, b) => b.point.size - a.point.size);
  const section = (key, title, list, head) =>
    list.length > 0 && [
      h("div", { key: `${key}-head`, class: "mam-review-head" }, h("h4", null, title), head),
      h("ol", { key, class: "mam-review-list", "aria-label": title }, list.map((row) => listRow(row, review, ui))),
    ];
  const sort = actButton("review-sort", ui.local.byTime ? "Sort by cost" : "Sort by time", () => ui.set({ byTime: !ui.local.byTime }), ui, { key: "sort", class: "mam-link", "data-area": "panel" });
  const unit = h("span", { key: "unit", class: "mam-quiet" }, `cost, ${review.unit}`);
  return h(
    "section",
    { key: "review", class: "mam-review-panel", "data-mam": "review-panel", "aria-label": "Review" },
    rounds.length > 1 && roundButtons(scene, ui),
    h(
      "ul",
      { key: "counts", class: "mam-review-counts", "data-mam": "review-counts" },
      review.counts.map(({ kind, count, text }) => h("li", { key: kind, "data-kind": kind }, symbol(kind, 18), h("b", null, count), h("span", null, text))),
    ),
    ui.local.byTime
      ? section("all", "In order of play", rows, unit)
      : [
          section("clear", "Largest first", bySize(of("mistake", "slip")), unit),
          section("close", "Too close to call", bySize(of("close")), !of("mistake", "slip").length && unit),
          section("best", "Best", of("best")),
        ],
    h("div", { key: "foot", class: "mam-review-head" }, h("p", { class: "mam-quiet", "data-mam": "review-note" }, review.note), sort),
    review.is_open && actButton("record", `Save record of round ${review.number}`, { do: "record", number: review.number }, ui, { "data-area": "panel" }),
  );
}

function listRow({ point, index }, review, ui) {
  const isChosen = review.is_open && index === review.index;
  const instead = point.kind === "close" ? "or" : "better:";
  return h(
    "li",
    { key: index },
    actButton("review-row", [
      h("span", { class: "mam-review-mark" }, point.kind && symbol(point.kind, 18)),
      h("span", { class: "mam-review-move" }, h("span", { class: "mam-quiet" }, point.place), h("span", null, h("b", null, point.move), point.better_move && ` ${instead} ${point.better_move}`)),
      h("span", { class: "mam-review-size" }, point.cost && h("b", null, point.cost), point.margin && h("span", { class: "mam-quiet" }, point.margin)),
    ], () => goToDecision(index, ui), ui, {
      class: "mam-review-row",
      "data-at": index,
      "data-kind": point.kind || "none",
      "data-area": "panel",
      "aria-current": isChosen ? "true" : null,
    }),
    isChosen && point.why.length > 0 && h("p", { class: "mam-review-reason" }, point.why.join(" ")),
  );
}
