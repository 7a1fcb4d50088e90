// Which of the stored decisions the page shows, and under which titles, to be compared with Python.
import { readFileSync } from "node:fs";

const items = new Map();
globalThis.localStorage = {
  get length() {
    return items.size;
  },
  key: (k) => [...items.keys()][k],
  getItem: (key) => items.get(key) ?? null,
  setItem: (key, value) => {
    if (items.size >= 300) throw new Error("no room");
    items.set(key, value);
  },
  removeItem: (key) => items.delete(key),
};
const { listDecisions, openDecisions, saveDecisions, storeDecisions } = await import("../../widgets/mam_widgets/site/ui/decisions.js");

let now = 0;
Date.now = () => (now += 1);
const { batches, others } = JSON.parse(readFileSync(0, "utf8"));
for (const [key, value] of Object.entries(others)) items.set(key, value);
const stored = batches.map((batch) => storeDecisions(batch, "release"));
const shown = listDecisions().map(({ stage, tree, release }) => [stage.id, stage.title, tree.title, release]);
const shownCount = items.size;
const saved = saveDecisions(); // and what another browser makes of them
items.clear();
const isOpened = openDecisions(saved);
const opened = listDecisions().map(({ stage, isMistake, release, text }) => [stage.id, stage.title, isMistake, release, text === saved[stage.id]]);
process.stdout.write(JSON.stringify({ stored, shown, count: shownCount, isOpened, opened }));
