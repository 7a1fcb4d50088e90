// A plain page with one widget: its first picture was made when the site was built (or is the last one seen here), and Python, which
// runs in a worker, takes over when it is ready. Saves stay in this browser.

import { PageModel } from "./model.js";
import { keepFiles, keepOffline } from "./offline.js";

/** @typedef {{ title: string, module: string, fields: Record<string, unknown>, heavy: boolean }} Choice */

/** What the build wrote into the page. */
const PAGE = JSON.parse(document.getElementById("page").textContent);
const SEEN = `mam-seen-${PAGE.release}-`; // the last scene of each widget, for the next visit
const by = (id) => document.getElementById(id);
const status = by("status");
const AFTERWARDS = 2000; // milliseconds: first the person's own clicks
const PATIENCE = 60_000; // milliseconds without a word from Python while it loads
const root = by("widget");

const view = { kind: "", end: () => {}, model: null, live: false, waiting: null };
let worker = null;
let stall = 0;

/** Say in the page's header what is being done. */
function say(text, kind = "") {
  status.textContent = text;
  status.dataset.kind = kind;
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

/** What the address asks for: which widget, and a deal or a record for it. */
function asked() {
  const text = window.location.hash.slice(1);
  if (/^record=/.test(text)) return { kind: "stepper", link: text };
  if (PAGE.choices[text]) return { kind: text, link: "" };
  return { kind: PAGE.kind, link: text };
}

/** The fields of the first picture: the last scene seen here, or the one of the build. None for a deal that only Python can show. */
function firstFields(kind, link) {
  if (link) return null;
  try {
    const stored = window.localStorage.getItem(SEEN + kind);
    if (stored) return { ...PAGE.choices[kind].fields, scene: JSON.parse(stored) };
  } catch {
    // no storage: the page still works
  }
  return PAGE.choices[kind].fields;
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
  root.replaceChildren();
  view.model = new PageModel({ uid: kind, near: {}, ...fields }, post);
  view.kind = kind;
  view.end = widget.render({ model: view.model, el: root }) || (() => {});
}

/** Show what the address asks for, or offer to try again when a script of it did not come. */
function open() {
  return show().catch(() => offer("This page could not be loaded: the connection broke off.", "Try again", () => window.location.reload()));
}

async function show() {
  const { kind, link } = asked();
  Object.assign(view, { live: false, waiting: null });
  for (const place of document.querySelectorAll("[data-choice]")) {
    if (place instanceof HTMLElement && place.dataset.choice === kind) place.setAttribute("aria-current", "page");
    else place.removeAttribute("aria-current");
  }
  const fields = firstFields(kind, link);
  if (fields) await draw(kind, fields);
  else view.kind = "";
  root.dataset.ready = "picture";
  askPython();
}

function askPython() {
  const { kind, link } = asked();
  worker?.postMessage({ do: "open", kind, link, heavy: PAGE.choices[kind].heavy });
}

let fields = {}; // those that have come for a widget that is not drawn yet
const answers = {
  progress: ({ part, text }) => {
    progress(part);
    if (!view.waiting || view.waiting.do === "step") say(text);
  },
  field: ({ name, value }) => {
    fields[name] = JSON.parse(value);
    if (view.live) view.model.set(name, fields[name]);
    if (name === "scene" && view.live) remember(value);
  },
  opened: async ({ kind }) => {
    if (view.kind === kind) for (const [name, value] of Object.entries(fields)) view.model.set(name, value);
    else await draw(kind, fields);
    view.live = true;
    root.dataset.ready = "live";
    clearTimeout(stall);
    withdraw();
    progress(1);
    say("");
    finishOffline();
    const { waiting } = view;
    view.waiting = null;
    if (waiting) post(waiting);
  },
  working: ({ text }) => say(text, "wait"),
  idle: () => say(""),
  fault: ({ text }) => {
    clearTimeout(stall);
    say(text, "fault");
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
};

function remember(value) {
  if (window.location.hash && !PAGE.choices[window.location.hash.slice(1)]) return;
  try {
    window.localStorage.setItem(SEEN + view.kind, value);
  } catch {
    // full or refused: the next visit begins with the picture of the build
  }
}

async function share(text) {
  const address = new URL(`${PAGE.links[text.split("=")[0]] || ""}#${text}`, window.location.href).href;
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ title: document.title, url: address });
    else {
      await navigator.clipboard.writeText(address);
      say("Link copied. It holds the cards; nothing was sent anywhere.");
    }
  } catch {
    window.prompt("The link:", address);
  }
}

function download(name, text) {
  const place = document.createElement("a");
  place.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  place.download = name;
  place.click();
  URL.revokeObjectURL(place.href);
}

function menu() {
  const list = /** @type {HTMLDetailsElement} */ (by("menu"));
  const close = () => {
    list.open = false;
  };
  for (const [id, act] of Object.entries({
    share: () => worker.postMessage({ do: "link" }),
    save: () => worker.postMessage({ do: "export" }),
    load: () => by("file").click(),
  })) {
    by(id)?.addEventListener("click", () => {
      close();
      if (view.live) act();
      else say("Python is still starting.", "wait");
    });
  }
  const file = /** @type {HTMLInputElement} */ (by("file"));
  file?.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (chosen) worker.postMessage({ do: "load", name: chosen.name, text: await chosen.text() });
    file.value = "";
  });
  document.addEventListener("click", (event) => list.open && !list.contains(/** @type {Node} */ (event.target)) && close());
  document.addEventListener("keydown", (event) => event.key === "Escape" && close());
}

/** Fetch what hints, reviews and the labs will need, so that all of the page works offline from now on, and say so in the menu. */
async function finishOffline() {
  const line = by("offline");
  if (!line.hidden) return;
  line.hidden = false;
  line.textContent = "Not saved for offline use";
  await new Promise((done) => setTimeout(done, AFTERWARDS));
  const { connection } = /** @type {any} */ (navigator);
  if (connection?.saveData || !(await keepFiles(["front", "python"]))) return;
  line.textContent = "Works offline";
  root.dataset.offline = "true";
}

function offerUpdate() {
  offer("A new version is here.", "Reload", () => {
    if (view.live) worker.postMessage({ do: "settle" });
    else window.location.reload();
  });
}

function startPython() {
  worker?.terminate();
  const python = new URL(PAGE.python, window.location.href).href;
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: python });
  worker.addEventListener("message", ({ data }) => {
    if (!view.live) awaitPython();
    if (data.kind === "opening") fields = {};
    else answers[data.kind](data.rest);
  });
  worker.addEventListener("error", () => answers.lost({ text: "Python could not be started." }));
  awaitPython();
  askPython();
}

/** Offer to begin again when nothing is heard of Python for long: a connection may end without a word. */
function awaitPython() {
  clearTimeout(stall);
  stall = setTimeout(() => answers.lost({ text: "Python is taking long to load." }), PATIENCE);
}

async function start() {
  menu();
  await open();
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  await keepOffline({ service: PAGE.service, release: PAGE.release, offer: offerUpdate });
  startPython();
  window.addEventListener("hashchange", open);
}

start();
