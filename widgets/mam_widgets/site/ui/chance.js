// The shelf Chance as a page: its words and tables come from the site's files, and what was answered stays in this browser. It needs no Python.

import widget from "../../chance_pages/widget.js";
import { makeAddress } from "./address.js";
import { keepOffline } from "./offline.js";
import { record } from "./stars.js";

const PAGE = JSON.parse(document.getElementById("page").textContent);
const find = (address) => new URL(address, window.location.href).href;
const listeners = new Set();
const address = makeAddress(openHash);
const readProgress = () => ({ progress: record.read(), guesses: record.readGuesses(), guess_days: record.readGuessDays() });
let scene = { title: PAGE.shelf.title, shelf: PAGE.shelf, study: null, count: 0, ...readProgress(), due: [], fault: "" };
let turns = 0; // how often something was opened: the last one counts

async function set(change) {
  const due = (await record.listDue()).filter((name) => name.startsWith("chance-"));
  scene = { ...scene, fault: "", ...change, ...readProgress(), due };
  follow();
  listeners.forEach((act) => act());
}

const ACTS = {
  open: async ({ study }) => {
    const turn = turns;
    if (!PAGE.shelf.stages.some(({ id }) => id === study)) throw new Error(`There is no page “${study.slice(0, 40)}”.`);
    const answer = await fetch(find(`${PAGE.pages}${study}.json`)).catch(() => null);
    if (!answer?.ok) throw new Error("This page could not be loaded. Check the connection, and try again.");
    const page = await answer.json();
    if (turn !== turns) return undefined; // another page is asked for
    return set({ study: page, title: page.title, count: scene.count + 1 });
  },
  shelf: () => set({ study: null, title: PAGE.shelf.title }),
  done: ({ name, stars, grade }) => (record.write(name, stars, grade), set({})),
  guess: ({ name, guess }) => (record.writeGuess(name, guess), set({})),
};

const model = {
  get: (name) => (name === "scene" ? scene : name === "uid" ? "chance" : undefined),
  on: (event, act) => event === "change:scene" && listeners.add(act),
  off: (event, act) => listeners.delete(act),
  send: async ({ do: act, ...message }) => {
    if (act === "open" || act === "shelf") turns += 1;
    const turn = turns;
    try {
      await ACTS[act](message);
    } catch (error) {
      if (turn === turns) await set({ study: null, title: PAGE.shelf.title, fault: error.message });
    }
  },
};

/** Open what the address names: `#bayes`. What stood here once has a page of its own. */
function openHash(hash) {
  const [kind] = hash.split(/[=&]/);
  if (Object.hasOwn(PAGE.moved, kind)) return window.location.replace(`${find(PAGE.moved[kind])}#${hash}`);
  return model.send(hash ? { do: "open", study: hash } : { do: "shelf" });
}

/** Address and title follow what is open. */
function follow() {
  address.follow(scene.study ? scene.study.id : "");
  document.title = scene.study ? `${scene.title}: ${PAGE.title}` : PAGE.title;
}

async function start() {
  await address.open();
  widget.render({ model, el: document.getElementById("widget") });
  await keepOffline({ service: PAGE.service, release: PAGE.release, offer: () => {} });
}

start();
