// Python behind a plain page, in a worker: it opens a widget, answers its messages, and writes what it saves into this browser.

import { Claims } from "./claims.js";
import { Saves } from "./saves.js";

const HOME = "/home/pyodide";
const FOR_PLAY = ["numpy"]; // what hints, reviews and problems compute with; the table itself does without
const FOR_LABS = ["numpy", "pandas"];
const EXPORTED = ["open", "taken", "changed"]; // how a match stands here that can be saved in a file
const FAULTS = ["LinkError", "SaveError", "FileError"]; // whose messages are written for the person

const REFUSED = "This browser does not let the page save anything (a private window, perhaps). Save your match to a file before you close this tab.";
const FULL = "This browser has no room left for saves. Save your match to a file before you close this tab.";
const NOTHING = "Nothing is open here.";
const UNKNOWN = "Something went wrong on this page. Reload it: what is saved stays saved.";

const tell = (kind, rest = {}) => self.postMessage({ kind, rest });
const place = (name) => new URL(`../../../${name}`, import.meta.url).href;
const { python: PYODIDE, site: SITE } = JSON.parse(self.name); // addresses, which the page gave this worker as its name: of Pyodide's folder, and of the site

/** What is thrown when a file did not come. */
class ConnectionLost extends Error {}

/** Wait for files, and throw ConnectionLost if they do not come. */
const arrive = (files) =>
  files.catch((error) => {
    console.warn(error);
    throw new ConnectionLost(navigator.onLine ? "The connection was lost while Python was loading." : "You are offline, and Python is not saved in this browser yet.");
  });

/** Rejects if WebAssembly's file does not come whole: Pyodide would wait for it forever. */
const wasmLost = new Promise((_done, reject) => {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = (source, imports) => {
    const module = instantiateStreaming(source, imports);
    module.catch(reject);
    return module;
  };
});
wasmLost.catch(() => {}); // later modules have their own messages

async function fetchArchive() {
  const answer = await fetch(place("mam.zip"));
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.arrayBuffer();
}

const saves = new Saves(SITE);
const claims = new Claims(SITE, {
  give: (name) => queue((live) => leave(live, name)),
  lose: (name) => queue((live) => leave(live, name)),
});
// What is open: for which request of the page, and how; `faulty` is its save, if that cannot be read.
const shown = { turn: 0, state: "", name: "", address: "", faulty: null };
const pending = new Map(); // what Python has saved and the browser has not yet, by name
let trouble = ""; // why nothing is saved

async function start() {
  tell("progress", { part: 0.05, text: "Starting Python…" });
  const [python, source] = await arrive(Promise.race([Promise.all([loadPython(), fetchArchive()]), wasmLost]));
  tell("progress", { part: 0.6, text: "Loading the rules…" });
  python.unpackArchive(source, "zip", { extractDir: "/lib/python3.12/site-packages" });
  try {
    await saves.start();
  } catch {
    trouble = REFUSED;
  }
  tell("progress", { part: 0.7, text: "Opening the table…" });
  const { LivePage } = python.pyimport("mam_widgets.site.live");
  const send = (name, value) => tell("field", { name, value });
  return { python, page: LivePage(send, save, (name, text) => tell("file", { name, text }), (text) => tell("problems", { text })) };
}

async function loadPython() {
  const { loadPyodide } = await import(`${PYODIDE}pyodide.mjs`);
  return loadPyodide({ indexURL: PYODIDE, lockFileURL: place("pyodide-lock.json"), env: { HOME } });
}

// Saves

/** Python saves something: it is written before anything else is done. */
function save(name, text, title) {
  if (pending.size === 0) queue(() => {});
  pending.set(name, { text, title });
}

async function writePending(live) {
  for (const [name, { text, title }] of pending) {
    pending.delete(name);
    if (trouble === REFUSED) continue;
    try {
      if (!text) await saves.delete(name);
      else if (!(await claims.take(name)) || !(await saves.write(name, text, title))) stop(live, "changed");
      else report(live, "");
    } catch {
      report(live, FULL);
    }
  }
}

/** Say that saves fail, or no longer do. */
function report(live, sentence) {
  if (trouble === sentence) return;
  trouble = sentence;
  live.page.report_trouble(sentence && `Not saved. ${sentence}`);
  tell("trouble", { text: sentence });
}

/** Another tab goes on with this match, with all that was saved here. */
async function leave(live, name) {
  await writePending(live);
  if (shown.name === name) stop(live, "taken");
}

/** Play no more here, and say why. */
function stop(live, state, text = "") {
  live.page.close();
  pending.clear();
  Object.assign(shown, { state, name: "" });
  tell("stopped", { state, text, turn: shown.turn });
}

// What the page asks for

/** Load packages that are not here yet, and what of mam computes with them. */
async function loadPackages(live, names) {
  const isThere = () => names.every((name) => name in live.python.loadedPackages);
  if (isThere()) return;
  tell("working", { text: `Loading ${names.join(" and ")}, once…` });
  await live.python.loadPackage(names, { messageCallback: () => {}, errorCallback: () => {} }).catch(() => {}); // it does not always throw
  await arrive(isThere() ? Promise.resolve() : Promise.reject());
  live.page.load_packages();
  tell("idle");
}

/** The sentence of an error that was written for the person; "" for any other. */
const sentence = (error) => {
  const lines = String(error.message || error).trim().split("\n");
  const last = lines.findLast((line) => /^[\w.]+(Error|Exception): /.test(line)) ?? "";
  const [, name, text] = last.match(/^(?:[\w.]+\.)?(\w+): (.*)$/) ?? [];
  return FAULTS.includes(name) ? { name, text } : { name: "", text: "" };
};

const acts = {
  open: async (live, { kind, link, heavy, turn: asked, isForced = false, isNew = false, stars = "{}" }) => {
    Object.assign(shown, { turn: asked, state: "", name: "", address: null, faulty: null });
    if (heavy) await loadPackages(live, FOR_LABS);
    const stored = trouble === REFUSED ? [] : await saves.list();
    const name = live.page.name_save(kind, link, live.python.toPy(stored.map((item) => item.name)));
    claims.dropOthers(name);
    if (name && !(await claims.take(name, isForced))) {
      stop(live, "elsewhere");
      return;
    }
    if (isNew) await saves.putAside(name);
    const saved = name && trouble !== REFUSED ? await saves.read(name) : null;
    shown.faulty = saved && { ...saved, name };
    tell("opening");
    live.page.open(kind, link, name, saved?.text, isNew, stars);
    opened(live, kind);
  },
  message: async (live, { text }) => {
    if (live.page.needs_packages(text)) await loadPackages(live, FOR_PLAY);
    live.page.handle(text);
  },
  link: (live) => (shown.state === "open" ? tell("link", { text: live.page.link() }) : tell("fault", { text: NOTHING })),
  export: (live) => {
    if (shown.faulty) tell("file", { name: shown.faulty.name, text: shown.faulty.bytes ?? shown.faulty.text });
    else if (!EXPORTED.includes(shown.state)) tell("fault", { text: NOTHING });
    else {
      const [name, text] = live.page.export().toJs();
      tell("file", { name, text });
    }
  },
  load: async (live, { name, text, kinds }) => {
    if (live.page.file_needs_packages(text)) await loadPackages(live, FOR_PLAY);
    tell("opening");
    opened(live, live.page.load(name, text, live.python.toPy(kinds)), true);
  },
  list: async () => tell("saves", { saves: (await saves.list()).map(({ name, title, time }) => ({ name, title, time })) }),
  settle: () => tell("settled"), // all is written before the next message is heard
  rest: () => claims.dropOthers(), // the page may sleep: another tab can go on
};

function opened(live, kind, isFile = false) {
  Object.assign(shown, { state: "open", faulty: null });
  tell("opened", { kind, turn: shown.turn, isFile });
  follow(live, isFile);
  if (trouble) {
    live.page.report_trouble(`Not saved. ${trouble}`);
    tell("trouble", { text: trouble });
  }
}

/** The address follows what is shown. */
function follow(live, isFile = false) {
  shown.name = live.page.save_name();
  const address = live.page.address();
  if (address === shown.address) return;
  shown.address = address;
  tell("address", { text: address, turn: shown.turn, isFile });
}

/** Say what went wrong. Over a save or an address that cannot be read nothing is shown; what a lost connection kept from being done can be tried again. */
async function tellFault(live, error, message) {
  const { name, text } = sentence(error);
  tell("idle");
  if (error instanceof ConnectionLost) tell("lost", { text: error.message, message });
  else if (name === "LinkError") stop(live, "link", text);
  else if (name === "SaveError") {
    stop(live, "unreadable", text);
  } else {
    if (!name) console.error(error);
    tell("fault", { text: text || UNKNOWN });
  }
}

const started = start();
started.catch((error) => {
  if (error instanceof ConnectionLost) tell("lost", { text: error.message });
  else {
    console.error(error);
    tell("lost", { text: "Python could not be started." });
  }
});
let turn = Promise.resolve(); // one message after another

function queue(act, message = null) {
  turn = turn.then(async () => {
    const live = await started.catch(() => null);
    if (!live) return; // that was said
    try {
      await act(live);
      await writePending(live);
      if (shown.state === "open") follow(live);
    } catch (error) {
      await tellFault(live, error, message);
    }
  });
  return turn;
}

self.addEventListener("message", ({ data }) => queue((live) => acts[data.do](live, data), data));
