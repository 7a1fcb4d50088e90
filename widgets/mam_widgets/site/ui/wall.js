// The wall as a page: its slides come from the site's files. An answer stays in memory until it is asked for, and is never in the page before.

import widget from "../../wall_page/widget.js";
import { makeAddress } from "./address.js";
import { keepOffline } from "./offline.js";

/** @import { WallScene, WallSlide } from "../../wall_page/wall.js" */

const PAGE = JSON.parse(document.getElementById("page").textContent);
const find = (address) => new URL(address, window.location.href).href;
const listeners = new Set();
let slides = /** @type {WallSlide[]} */ ([]);
let scene = /** @type {WallScene} */ ({ title: "Wall", groups: PAGE.groups, slides: [], at: 0, revealed: null, opened: 0, fault: "" });
let shown = ""; // the names of what is shown
let turns = 0; // how often something was opened: the last one counts
const address = makeAddress(openHash);

function set(change) {
  scene = { ...scene, fault: "", ...change };
  listeners.forEach((act) => act());
}

const unknown = (name) => new Error(`Nothing to show is called “${name.slice(0, 40)}”. Choose here.`);

/** The slides of a name: of a whole set, or those whose names begin with it. Capitals don't matter. */
async function findSlides(name) {
  const wanted = `${name}/`.toLowerCase();
  const begins = (id) => wanted.startsWith(`${id}/`.toLowerCase());
  const known = PAGE.groups.flatMap((group) => group.sets).find(({ id, cases }) => [id, ...cases].some(begins));
  if (!known) throw unknown(name);
  const answer = await fetch(find(`${PAGE.slides}${known.id}.json`)).catch(() => null);
  if (!answer?.ok) throw new Error("These questions could not be loaded. Check the connection, and try again.");
  const all = /** @type {WallSlide[]} */ (await answer.json());
  const isWhole = `${known.id}/`.toLowerCase() === wanted;
  const chosen = all.filter(({ asked }) => isWhole || `${asked.name}/`.toLowerCase().startsWith(wanted));
  if (!chosen.length) throw unknown(name);
  return chosen;
}

const ACTS = {
  open: async ({ names }) => {
    const turn = turns;
    const all = (await Promise.all(names.map(findSlides))).flat();
    if (turn !== turns) return;
    [slides, shown] = [all, names.join(",")];
    set({ slides: slides.map(({ asked }) => asked), at: 0, revealed: null, opened: scene.opened + 1 });
  },
  list: () => {
    [slides, shown] = [[], ""];
    set({ slides: [], at: 0, revealed: null });
  },
  go: ({ at }) => set({ at: Math.max(0, Math.min(at, slides.length - 1)), revealed: null }),
  reveal: () => set({ revealed: slides[scene.at].revealed }),
  hide: () => set({ revealed: null }),
};

const model = {
  get: (name) => (name === "scene" ? scene : name === "uid" ? "wall" : undefined),
  on: (event, act) => event === "change:scene" && listeners.add(act),
  off: (event, act) => listeners.delete(act),
  send: async ({ do: act, ...message }) => {
    if (act === "open" || act === "list") turns += 1;
    const turn = turns;
    try {
      await ACTS[act](message);
    } catch (error) {
      if (turn !== turns) return;
      [slides, shown] = [[], ""];
      set({ slides: [], at: 0, revealed: null, fault: error.message });
    }
    follow();
  },
};

/** Open what the address names: `#bull`, or several after one another, `#a-trick,B26,chance-given`. */
function openHash(hash) {
  if (hash === shown && scene.opened) return undefined;
  const names = hash.split(",").map((name) => name.trim()).filter(Boolean);
  return model.send(names.length ? { do: "open", names } : { do: "list" });
}

/** Address and title follow what is open. */
function follow() {
  address.follow(shown);
  document.title = slides.length ? `${slides[0].asked.where}: ${PAGE.title}` : PAGE.title;
}

async function start() {
  await address.open();
  widget.render({ model, el: document.getElementById("widget") });
  await keepOffline({ service: PAGE.service, release: PAGE.release, offer: () => {} });
}

start();
