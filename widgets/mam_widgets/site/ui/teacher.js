// The page Teacher: files are dropped, Python in a worker makes the class list or grades, and the results are there to download. Once Python is
// here, the page asks for nothing more: no file leaves the browser.

import { h, patch } from "../../shared/ui/elements.js";
import { keepOffline } from "./offline.js";

const PAGE = JSON.parse(document.getElementById("page").textContent);
const MOST_BYTES = 250_000_000; // of all files together
const el = document.getElementById("widget");
const files = /** @type {Map<string, File>} */ (new Map());
let state = { isReady: false, isBusy: false, fault: "", scale: "", result: /** @type {any} */ (null), links: /** @type {{ name: string, url: string }[]} */ ([]) };

const set = (change) => {
  state = { ...state, ...change };
  draw();
};

function draw() {
  const { isReady, isBusy, fault, result } = state;
  const isGrading = [...files.keys()].some((name) => name.endsWith(".key"));
  const verb = isGrading ? "Grade" : "Make the class list";
  patch(el, [
    h(
      "div",
      { key: "desk", class: "desk" },
      h("h3", { key: "title" }, "Teacher"),
      h("p", { key: "about" }, "For a class list: an export of your class. To grade: the assignment (.toml) and the class key (.key), all that was collected, and a fresh export to fill in."),
      drawDrop(),
      files.size > 0 && drawFiles(),
      h(
        "div",
        { key: "act", class: "acts" },
        isGrading && h("label", { key: "scale" }, "Grades out of ", h("input", { type: "number", min: "1", max: "10000", inputmode: "decimal", placeholder: "points", "data-mam": "scale", live: { value: state.scale }, on: { input: (event) => set({ scale: event.target.value }) } })),
        h("button", { key: "work", type: "button", class: "primary", "data-mam": "work", disabled: !isReady || isBusy || !files.size, on: { click: work } }, isReady ? (isBusy ? "Working…" : verb) : "Starting Python…"),
      ),
      fault && h("p", { key: "fault", class: "fault", role: "alert", "data-mam": "fault" }, fault),
      result && drawResult(),
      h("p", { key: "private", class: "quiet" }, "Nothing is sent: your files stay in this browser, and are forgotten when you leave this page. Keep the results where only you can read them."),
    ),
  ]);
}

function drawDrop() {
  const stop = (event) => event.preventDefault();
  return h(
    "div",
    { key: "drop", class: "drop", "data-mam": "drop", on: { dragover: stop, drop: (event) => (stop(event), takeDropped(event.dataTransfer)) } },
    h("p", { key: "words" }, "Drop files here"),
    h("label", { key: "pick", class: "pick" }, "Choose files", h("input", { type: "file", multiple: true, "data-mam": "pick", on: { change: (event) => takeFiles([...event.target.files].map((file) => [file.name, file])) } })),
  );
}

/* Each file, and what it was taken for once Python has seen it. */
function drawFiles() {
  const kinds = Object.fromEntries((state.result?.taken ?? []).map(({ name, kind }) => [name, kind]));
  const names = [...files.keys()];
  return h(
    "div",
    { key: "files", class: "files" },
    h("ul", { key: "list", "data-mam": "files" }, names.slice(0, 12).map((name) => h("li", { key: name }, h("span", null, name), kinds[name] && h("small", null, kinds[name]))), names.length > 12 && h("li", { key: "more" }, `and ${names.length - 12} more`)),
    h("button", { key: "clear", type: "button", "data-mam": "clear", on: { click: clear } }, "Clear"),
  );
}

function drawResult() {
  const { result, links } = state;
  if (result.fault) return h("p", { key: "result", class: "fault", role: "alert", "data-mam": "fault" }, result.fault);
  return h(
    "section",
    { key: "result", "data-mam": "result", "aria-live": "polite" },
    h("ul", { key: "links", class: "links" }, links.map(({ name, url }) => h("li", { key: name }, h("a", { href: url, download: name, "data-mam": name }, name), name === "report.html" && h("a", { href: url, target: "_blank", rel: "noopener" }, "Open")))),
    h("pre", { key: "said", "data-mam": "said", tabindex: "0" }, result.said.join("\n")),
  );
}

// Files

function takeFiles(named) {
  for (const [name, file] of named) files.set(name, file);
  set({ fault: "", result: null });
}

/* What was dropped, folders with all that is in them. */
async function takeDropped({ items }) {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
  takeFiles((await Promise.all(entries.map((entry) => listEntry(entry, "")))).flat());
}

async function listEntry(entry, folder) {
  const name = folder + entry.name;
  if (entry.isFile) return [[name, await new Promise((done, fail) => entry.file(done, fail))]];
  const reader = entry.createReader();
  const inside = [];
  for (let more = await readEntries(reader); more.length; more = await readEntries(reader)) inside.push(...more); // a hundred at a time
  return (await Promise.all(inside.map((child) => listEntry(child, `${name}/`)))).flat();
}

const readEntries = (reader) => new Promise((done, fail) => reader.readEntries(done, fail));

function clear() {
  forgetLinks();
  files.clear();
  set({ fault: "", result: null, links: [] });
}

const forgetLinks = () => state.links.forEach(({ url }) => URL.revokeObjectURL(url));

// Python

let worker = /** @type {Worker | null} */ (null);

async function work() {
  const sum = [...files.values()].reduce((total, file) => total + file.size, 0);
  if (sum > MOST_BYTES) return set({ fault: `These files have ${sum.toLocaleString("en")} bytes together, and at most ${MOST_BYTES.toLocaleString("en")} are read. Drop fewer at a time.` });
  set({ isBusy: true, fault: "", result: null });
  try {
    const contents = await Promise.all([...files].map(async ([name, file]) => [name, new Uint8Array(await file.arrayBuffer())]));
    worker.postMessage({ files: contents, scale: state.scale.trim() });
  } catch {
    set({ isBusy: false, fault: "A file could not be read: it was moved or changed since it was dropped. Drop it again." });
  }
  return undefined;
}

const TYPES = { html: "text/html", csv: "text/csv", zip: "application/zip", toml: "text/plain" };

const ANSWERS = {
  ready: () => set({ isReady: true }),
  result: (result) => {
    forgetLinks();
    const links = result.files.map(([name, content]) => ({ name, url: URL.createObjectURL(new Blob([content], { type: TYPES[name.split(".").at(-1)] })) }));
    set({ isBusy: false, result, links });
    el.querySelector("[data-mam=result], .fault")?.scrollIntoView({ block: "nearest" });
  },
  fault: ({ text }) => set({ isBusy: false, fault: text }),
};

async function start() {
  draw();
  await keepOffline({ service: PAGE.service, release: PAGE.release, offer: () => {} });
  worker = new Worker(new URL("teacher_worker.js", import.meta.url), { type: "module", name: new URL(PAGE.python, window.location.href).href });
  worker.addEventListener("message", ({ data }) => ANSWERS[data.kind](data.rest));
  worker.addEventListener("error", () => ANSWERS.fault({ text: "Python could not be started. Reload this page." }));
}

start();
