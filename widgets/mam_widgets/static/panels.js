// Panels: the ruling and what stands beside it: note, other moves, order of a colour, captured tricks, the count.

const RULING_ICONS = { stop: "stop", ok: "ok", info: "info" };

function citation(cite) {
  return h(
    "details",
    { key: cite.id, class: "mam-cite" },
    h("summary", null, h("span", { class: "mam-cite-id" }, cite.id), cite.source && ` · ${cite.source}`),
    h("p", null, cite.words),
  );
}

/** The one place where a rule is explained; its chips act. */
function rulingPanel(ruling, ui) {
  const shown = ruling || { kind: "info", head: "", text: "", may: [], cites: [] };
  const empty = !shown.head && !shown.text;
  return h(
    "section",
    {
      key: "ruling",
      class: "mam-panel mam-ruling",
      "data-mam": "ruling",
      "data-kind": shown.kind,
      "aria-label": "Ruling",
    },
    h("h4", null, "Ruling"),
    empty && h("p", { class: "mam-quiet" }, "Move to a card to see why it can or cannot be played."),
    shown.head &&
      h(
        "p",
        { key: "head", class: "mam-ruling-head" },
        icon(RULING_ICONS[shown.kind] || "info", 18),
        h("span", null, shown.head),
      ),
    shown.text && h("p", { key: "text", class: "mam-ruling-text" }, shown.text),
    (shown.may || []).length > 0 &&
      h(
        "div",
        { key: "may", class: "mam-may", role: "group", "aria-label": "Moves that are possible instead" },
        h("span", { class: "mam-may-label" }, shown.may.some((one) => one.card) ? "You may play" : "You may"),
        shown.may.map((one) =>
          chipButton(one.card, one.text, {
            key: one.move,
            "data-mam": "may",
            "data-area": "ruling",
            "data-move": one.move,
            on: { click: () => ui.move(one.move) },
          }),
        ),
      ),
    (shown.cites || []).length > 0 &&
      h("div", { key: "cites", class: "mam-cites" }, shown.cites.map(citation)),
  );
}

function notePanel(note) {
  if (!note) return null;
  return h(
    "section",
    { key: "note", class: "mam-panel mam-note", "data-mam": "note", "aria-label": note.head || "Note" },
    h("h4", null, note.head),
    String(note.text)
      .split("\n")
      .filter(Boolean)
      .map((line) => h("p", null, line)),
    note.source && h("p", { class: "mam-source" }, note.source),
  );
}

/* Cards refused for the same reason share one line. */
function refusedGroups(refused) {
  const groups = new Map();
  for (const one of refused) {
    const key = `${one.id} ${one.why}`;
    if (!groups.has(key)) groups.set(key, { why: one.why, id: one.id, items: [] });
    groups.get(key).items.push(one);
  }
  return [...groups.values()];
}

const itemChip = (one, index) =>
  one.card
    ? chip(one.card, { key: `${one.card}${index}` })
    : h("span", { key: index, class: "mam-plain-chip" }, one.text);

function othersPanel(others) {
  if (!others) return null;
  return h(
    "details",
    { key: "others", class: "mam-panel mam-others", "data-mam": "others" },
    h("summary", null, others.head),
    others.legal.length > 0 && [
      h("h5", null, "Legal"),
      h("div", { class: "mam-chips" }, others.legal.map(itemChip)),
    ],
    others.refused.length > 0 && [
      h("h5", null, "Not legal, and why"),
      h(
        "ul",
        { class: "mam-refused" },
        refusedGroups(others.refused).map((group) =>
          h(
            "li",
            { key: `${group.id} ${group.why}` },
            h("div", { class: "mam-chips" }, group.items.map(itemChip)),
            h("p", null, group.why, group.id && h("span", { class: "mam-source" }, ` ${group.id}`)),
          ),
        ),
      ),
    ],
  );
}

function stripPanel(strip) {
  if (!strip) return null;
  const list = (state) =>
    strip.cells
      .filter((cell) => cell.state === state)
      .map((cell) => cell.rank)
      .join(", ") || "none";
  return h(
    "section",
    { key: "strip", class: "mam-panel mam-strip", "aria-label": "Order of the colour" },
    h("h4", null, strip.heading),
    h(
      "div",
      {
        class: "mam-cells",
        "data-colour": strip.colour,
        role: "img",
        "aria-label": `${strip.heading}. Played: ${list("played")}. In this hand: ${list("yours")}. Elsewhere: ${list("out")}.`,
      },
      strip.cells.map((cell) =>
        h(
          "div",
          { key: cell.rank, class: "mam-cell", "data-state": cell.state },
          h("span", { class: "mam-cell-rank" }, cell.rank),
          h("span", { class: "mam-cell-money" }, cell.money ? "$" : ""),
        ),
      ),
    ),
    h("p", { class: "mam-quiet" }, "Struck out: played. Underlined: in this hand. $: money card."),
  );
}

function trickWords(trick, names) {
  const cards = trick.cards.map((one) => `${names(one.seat)} ${cardName(one.card)}`).join(", ");
  return `Trick ${trick.number}: ${cards}. ${trick.tag ? `${trick.tag}. ` : ""}${trick.by} captured ${dollars(trick.worth)}. Go to this trick.`;
}

/** Captured tricks, newest first; each is a button that goes to the moment it was taken. */
function historyPanel(scene, ui) {
  const { history } = scene;
  if (!history.length) return null;
  const names = (seat) => (scene.seats.find((one) => one.seat === seat) || { name: seat }).name;
  return h(
    "details",
    {
      key: "history",
      class: "mam-panel mam-history",
      "data-mam": "history",
      first: { open: ui.width >= 840 },
    },
    h("summary", null, "Tricks, first card led"),
    h(
      "ol",
      { reversed: true },
      history.map((trick) =>
        h(
          "li",
          { key: trick.number },
          h(
            "button",
            {
              type: "button",
              class: "mam-past",
              "data-mam": "past",
              "data-area": "history",
              "data-step": trick.step,
              "aria-label": trickWords(trick, names),
              on: { click: () => ui.to(trick.step) },
            },
            h("span", { class: "mam-number" }, trick.number),
            h(
              "span",
              { class: "mam-past-body" },
              h(
                "span",
                { class: "mam-chips" },
                trick.cards.map((one) =>
                  chip(one.card, {
                    key: one.seat + one.card,
                    class: one.seat === trick.winner ? "mam-chip mam-won" : "mam-chip",
                  }),
                ),
              ),
              h(
                "span",
                { class: "mam-past-words" },
                trick.tag && h("span", { class: "mam-tag" }, trick.tag),
                h("strong", null, trick.by),
                ` captured `,
                h("strong", null, dollars(trick.worth)),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

function countPanel(count) {
  if (!count) return null;
  return h(
    "section",
    { key: "count", class: "mam-panel mam-count", "data-mam": "count", "aria-label": count.head },
    h("h4", null, count.head),
    h(
      "table",
      null,
      h(
        "tbody",
        null,
        count.lines.map((line, index) =>
          h(
            "tr",
            { key: index },
            h("th", { scope: "row" }, line.side),
            h("td", null, line.text),
            h("td", { class: "mam-sum" }, dollars(line.sum)),
          ),
        ),
      ),
    ),
    count.result.map((line) => h("p", { class: "mam-result" }, line)),
  );
}
