// A plain page with one widget: its first picture was made when the site was built (or is the last one seen here), and Python, which
// runs in a worker, takes over when it is ready. Saves stay in this browser.

import { readAddress, writeAddress } from "./address.js";
import { storeDecisions } from "./decisions.js";
import { download, makeFilePicker, makeMenu } from "./menu.js";
import { PageModel } from "./model.js";
import { Notice } from "./notice.js";
import { keepFiles, keepOffline } from "./offline.js";
import { listSaves } from "./saved_list.js";
import { record } from "./stars.js";

/** @typedef {{ title: string, module: string, fields: Record<string, unknown>, heavy: boolean }} Choice */

/** What the build wrote into the page. */
const PAGE = JSON.parse(document.getElementById("page").textContent);
const SEEN = `mam-seen-${PAGE.release}-`; // the last scene of each widget, for the next visit
const SITE = new URL(".", new URL(PAGE.service, window.location.href)).href;
const LARGEST_FILE = 2_000_000; // bytes of a match or a record
const ADDRESS_AFTER = 200; // milliseconds: browsers refuse an address that changes many times a second
const SAID_FOR = 8000; // milliseconds
const by = (id) => document.getElementById(id);
const status = by("status");
const AFTERWARDS = 2000; // milliseconds: first the person's own clicks
const PATIENCE = 60_000; // milliseconds without a word from Python while it loads
const root = by("widget");
const trouble = new Notice(by("trouble"));

/* `turn` counts what was asked for, `hash` is the address that was opened or written last; `picture` is what is drawn before Python is there,
   `isOpening` while what Python sends is for a widget that is not drawn yet. */
const view = { turn: 0, hash: "", kind: "", head: "", end: () => {}, model: null, live: false, waiting: null, picture: null, isOpening: false, isReady: false };
let worker = null;
let silence = 0;
let stall = 0;

/** Say in the page's header what is being done, or for a while what was done. */
function say(text, kind = "") {
  clearTimeout(silence);
  status.textContent = text;
  status.dataset.kind = kind;
}

function sayBriefly(text, kind = "") {
  say(text, kind);
  silence = setTimeout(() => say(""), SAID_FOR);
}

function progress(part) {
  by("progress").style.transform = `scaleX(${part})`;
  by("progress").hidden = part >= 1;
}

/** Say what has happened, above the widget, with the one thing to do about it. */
function offer(text, label, act, about = "release") {
  const notice = by("notice");
  notice.dataset.about = about;
  const [words, button] = notice.children;
  words.textContent = text;
  button.textContent = label;
  /** @type {HTMLButtonElement} */ (button).onclick = act;
  notice.hidden = false;
}

/** Take back what was said about Python: it goes on. */
function withdraw() {
  if (by("notice").dataset.about === "Python") by("notice").hidden = true;
}

const asked = () => readAddress(window.location.hash.slice(1), PAGE);

/** The scene that was shown here last; null if there is none, or what is stored is none: it lacks a part of the build's scene. */
function lastScene(kind) {
  const typeOf = (value) => (Array.isArray(value) ? "list" : typeof value);
  try {
    const scene = JSON.parse(window.localStorage.getItem(SEEN + kind));
    const parts = Object.entries(PAGE.choices[kind].fields.scene).filter(([, part]) => part !== null);
    return parts.every(([name, part]) => scene[name] === null || typeOf(scene[name]) === typeOf(part)) ? scene : null;
  } catch {
    return null; // no storage, or no scene: the page still works
  }
}

function forgetScene(kind) {
  try {
    window.localStorage.removeItem(SEEN + kind);
  } catch {
    // no storage
  }
}

function remember(value) {
  if (!asked().isBare) return;
  try {
    window.localStorage.setItem(SEEN + view.kind, value);
  } catch {
    // full or refused: the next visit begins with the picture of the build
  }
}

function post(message) {
  if (view.live) worker.postMessage({ do: "message", text: JSON.stringify(message) });
  else if (message.do !== "step" || view.waiting === null) {
    view.waiting = message; // the last click counts
    if (message.do !== "step") say("Your click will be answered when Python is ready.", "wait");
  }
}

async function draw(kind, fields) {
  const { default: widget } = await import(PAGE.choices[kind].module);
  view.end();
  view.end = () => {};
  root.replaceChildren();
  view.model = new PageModel({ uid: kind, near: {}, ...fields }, post);
  view.kind = kind;
  view.end = widget.render({ model: view.model, el: root }) || (() => {});
}

function clear() {
  view.end();
  Object.assign(view, { kind: "", end: () => {}, model: null });
  root.replaceChildren();
}

/** Draw what was seen here last, or the picture of the build; nothing for a deal that only Python can show. */
async function drawFirst(kind, isBare) {
  view.picture = null;
  if (!isBare) return clear();
  const built = PAGE.choices[kind].fields;
  const scene = lastScene(kind);
  if (scene) {
    try {
      await draw(kind, { ...built, scene });
      view.picture = scene;
      return;
    } catch {
      forgetScene(kind); // what is stored is no scene
    }
  }
  await draw(kind, built);
  view.picture = built.scene;
}

/** Show what the address asks for, or offer to try again when a script of it did not come. */
function open(how = {}) {
  return show(how).catch(() => offer("This page could not be loaded: the connection was lost.", "Try again", () => window.location.reload()));
}

async function show(how) {
  const { kind, head, isBare } = asked();
  clearTimeout(following);
  view.hash = window.location.hash;
  Object.assign(view, { turn: view.turn + 1, head, live: false, waiting: null });
  trouble.hide();
  root.inert = false;
  for (const place of document.querySelectorAll("[data-choice]")) {
    if (place instanceof HTMLElement && place.dataset.choice === kind) place.setAttribute("aria-current", "page");
    else place.removeAttribute("aria-current");
  }
  await drawFirst(kind, isBare);
  root.dataset.ready = "picture";
  askPython(how);
}

/* What was done here of what the widget shows: the names of its boards begin with its own. */
const listStars = (kind) => Object.fromEntries(Object.entries(record.read()).filter(([name]) => name.startsWith(`${kind}/`)));

function askPython(how = {}) {
  const { kind, link } = asked();
  worker?.postMessage({ do: "open", kind, link, heavy: PAGE.choices[kind].heavy, turn: view.turn, stars: JSON.stringify(listStars(kind)), ...how });
}

/** Whether two scenes show the same moment: a click on the one is meant for the other. */
function isSameMoment(first, second) {
  const sorted = (_key, value) => (value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value);
  const parts = ({ hand, trick, auction, calls, history }) => JSON.stringify([hand, trick, auction, calls, history], sorted);
  return !first || parts(first) === parts(second);
}

let fields = {}; // those that have come for a widget that is not drawn yet
const answers = {
  progress: ({ part, text }) => {
    progress(part);
    if (!view.waiting || view.waiting.do === "step") say(text);
  },
  opening: () => {
    fields = {};
    view.isOpening = true;
  },
  field: ({ name, value }) => {
    fields[name] = JSON.parse(value);
    if (name === "progress") return Object.entries(fields.progress).forEach(([board, stars]) => record.write(board, stars, ""));
    if (!view.live || view.isOpening) return undefined;
    view.model.set(name, fields[name]);
    return name === "scene" && remember(value);
  },
  opened: async ({ kind, turn, isFile }) => {
    if (turn !== view.turn) return; // something else is asked for meanwhile
    const { waiting } = view;
    if (isFile) {
      view.head = "";
      trouble.hide();
    }
    const isMeant = isSameMoment(view.picture, fields.scene);
    view.waiting = view.picture = null;
    if (view.kind === kind && view.model && isMeant) for (const [name, value] of Object.entries(fields)) view.model.set(name, value);
    else await draw(kind, fields); // nothing chosen or typed in the picture of another moment stays
    Object.assign(view, { live: true, isOpening: false, isReady: true });
    root.inert = false;
    root.dataset.ready = "live";
    clearTimeout(stall);
    withdraw();
    progress(1);
    say("");
    finishOffline();
    if (waiting && isMeant) post(waiting);
    else if (waiting && waiting.do !== "step") sayBriefly("The table has changed since your click. Click again.", "wait");
  },
  stopped: ({ state, text, turn }) => {
    if (turn !== view.turn) return;
    clearTimeout(stall);
    withdraw();
    Object.assign(view, { live: false, waiting: null, isOpening: false, isReady: true });
    root.dataset.ready = state;
    root.inert = true; // nothing looks as if it could be clicked
    progress(1);
    say("");
    if (state === "link" || state === "unreadable") clear();
    trouble.show(state, text, view.head || asked().kind, { open, save: () => worker.postMessage({ do: "export" }), leave: openBare });
  },
  trouble: ({ text }) => {
    if (text) trouble.warn(text, { save: () => worker.postMessage({ do: "export" }) });
    else trouble.endWarning();
  },
  address: ({ text, turn, isFile }) => turn === view.turn && follow(text, isFile),
  working: ({ text }) => say(text, "wait"),
  idle: () => say(""),
  fault: ({ text }) => {
    clearTimeout(stall);
    view.isOpening = false;
    say("");
    if (!trouble.warn(text)) sayBriefly(text, "fault");
  },
  lost: ({ text, message = null }) => {
    clearTimeout(stall);
    say("");
    const tryAgain = () => {
      withdraw();
      if (message) worker.postMessage(message);
      else startPython();
    };
    offer(text, "Try again", tryAgain, "Python");
  },
  settled: () => window.location.reload(),
  link: ({ text }) => share(text),
  file: ({ name, text }) => download(name, text),
  problems: ({ text }) => {
    if (!storeDecisions(JSON.parse(text), PAGE.release)) trouble.warn("This browser stores nothing, or has no room left: the problems are not saved.");
  },
  saves: ({ saves }) => listSaves(/** @type {HTMLDialogElement} */ (by("saves")), saves, openMatch),
};

// The address

let following = 0;

/** Write into the address what is shown: a reload shows it again. A file gets an entry of its own, so that Back leaves it. */
function follow(text, isFile) {
  clearTimeout(following);
  const hash = writeAddress(view.head, text);
  const write = () => {
    if (window.location.hash !== view.hash || hash === view.hash.slice(1)) return; // another address is about to be opened, or it is this one
    window.history[isFile ? "pushState" : "replaceState"](null, "", hash ? `#${hash}` : window.location.pathname);
    view.hash = window.location.hash;
  };
  if (isFile) write();
  else following = setTimeout(write, ADDRESS_AFTER);
}

function openBare() {
  window.history.pushState(null, "", window.location.pathname);
  open();
}

function openMatch(name) {
  window.location.hash = `match=${name}`;
}

async function share(text) {
  const page = PAGE.links[text.split("=")[0]] || "";
  const hash = text || view.head;
  const address = new URL(`${page}${hash ? `#${hash}` : ""}`, window.location.href.split("#")[0]).href;
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ title: document.title, url: address });
    else {
      await navigator.clipboard.writeText(address);
      sayBriefly("Link copied. Nothing was sent anywhere.");
    }
  } catch (error) {
    if (error.name !== "AbortError") window.prompt("The link:", address); // who closes the phone's menu wants no link
  }
}

// Files

async function load(file) {
  if (file.size > LARGEST_FILE) trouble.warn(`“${file.name}” is too large for a match or a record.`);
  else worker.postMessage({ do: "load", name: file.name, text: await file.text(), kinds: Object.keys(PAGE.choices) });
}

function menu() {
  const pick = makeFilePicker(load);
  const whenReady = (act) => () => (view.isReady ? act() : say("Python is still starting.", "wait"));
  makeMenu({
    share: whenReady(() => worker.postMessage({ do: "link" })),
    save: whenReady(() => worker.postMessage({ do: "export" })),
    load: whenReady(() => pick()),
    matches: whenReady(() => worker.postMessage({ do: "list" })),
  });
}

/** Fetch what hints, reviews and the labs will need, so that all of the page works offline from now on, and say so in the menu. */
async function finishOffline() {
  const line = by("offline");
  if (!line.hidden) return;
  line.hidden = false;
  line.textContent = "Not saved for offline use";
  await new Promise((done) => setTimeout(done, AFTERWARDS));
  const { connection } = /** @type {any} */ (navigator);
  if (connection?.saveData || !(await keepFiles(["front", "studies", "python"]))) return;
  line.textContent = "Works offline";
  root.dataset.offline = "true";
}

function offerUpdate() {
  offer("A new version is available.", "Reload", () => {
    if (view.live) worker.postMessage({ do: "settle" });
    else window.location.reload();
  });
}

function startPython() {
  worker?.terminate();
  view.isReady = false;
  const name = JSON.stringify({ python: new URL(PAGE.python, window.location.href).href, site: SITE });
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name });
  worker.addEventListener("message", ({ data }) => {
    if (!view.live && !root.inert) awaitPython();
    answers[data.kind](data.rest);
  });
  worker.addEventListener("error", () => answers.lost({ text: "Python could not be started." }));
  awaitPython();
  askPython();
}

/** Offer to begin again when nothing is heard of Python for long: a connection may end without a word. */
function awaitPython() {
  clearTimeout(stall);
  stall = setTimeout(() => answers.lost({ text: "Python is taking a long time to load." }), PATIENCE);
}

async function start() {
  menu();
  await open();
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  await keepOffline({ service: PAGE.service, release: PAGE.release, offer: offerUpdate });
  startPython();
  window.addEventListener("hashchange", () => open());
  // A page that sleeps, to come back by the Back button, lets another tab go on with its match.
  window.addEventListener("pagehide", () => worker.postMessage({ do: "rest" }));
  window.addEventListener("pageshow", ({ persisted }) => persisted && asked().kind === "play" && open());
}

start();
