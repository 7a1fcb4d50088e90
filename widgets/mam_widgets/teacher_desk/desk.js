// Desk: where a teacher drops files, and what came of them. Python makes the class list or grades: in a worker of the site, or behind a notebook.

import { listActionKeys } from "../shared/ui/dock.js";
import { h, patch } from "../shared/ui/elements.js";
import { addDock, makeDocked } from "../shared/ui/offers.js";
import { OFFERS } from "./offers.js";
import { findStage, isGrading } from "./stage.js";

const MOST_SHOWN = 12;
const TYPES = { html: "text/html", csv: "text/csv", zip: "application/zip", toml: "text/plain" };

/** @typedef {{ taken: { name: string, kind: string }[], said: string[], fault: string, files: [string, Uint8Array][], folder?: string }} Result */

/** @param {HTMLElement} root */
const makeDesk = (root) => ({
  ...{ root, files: /** @type {Map<string, File>} */ (new Map()), isReady: false, isBusy: false, fault: "", scale: "", name: "" },
  ...{ result: /** @type {any} */ (null), links: /** @type {{ name: string, url: string }[]} */ ([]) },
  ...makeDocked(),
});

/** @typedef {ReturnType<typeof makeDesk>} Desk */

/**
 * Fill an element. `run` hands files on, with their names and what was typed; what comes of them is shown by the functions that this returns.
 * @param {HTMLElement} el
 * @param {{ mostBytes: number, about: string, run: (files: [string, Uint8Array][], typed: { scale: string, name: string }) => void }} ways
 */
export function fillDesk(el, { mostBytes, about, run }) {
  const desk = makeDesk(el);
  const { files } = desk;
  const set = (change) => {
    Object.assign(desk, change);
    draw();
  };

  function draw() {
    const { fault, result, sheet } = desk;
    patch(el, [
      h(
        "div",
        { key: "desk", class: "mam-desk" },
        h("h3", { key: "title" }, "Teacher"),
        h("p", { key: "about" }, "To make a class list, drop an export of your class. To grade, drop the assignment (.toml), the class key (.key), everything that you collected, and a fresh export to fill in."),
        drawDrop(),
        files.size > 0 && drawFiles(),
        h(
          "div",
          { key: "act", class: "acts" },
          isGrading(desk) && h("label", { key: "scale" }, "Grades out of ", h("input", { type: "number", min: "1", max: "10000", inputmode: "decimal", placeholder: "points", "data-mam": "scale", live: { value: desk.scale }, on: { input: (event) => set({ scale: event.target.value }) } })),
          !isGrading(desk) && h("label", { key: "name" }, "Class name ", h("input", { type: "text", maxlength: "60", placeholder: "optional", "data-mam": "name", live: { value: desk.name }, on: { input: (event) => set({ name: event.target.value }) } })),
          drawButton("work"),
        ),
        fault && h("p", { key: "fault", class: "fault", role: "alert", "data-mam": "fault" }, fault),
        sheet && drawKeys(),
        result && drawResult(),
        h("p", { key: "private", class: "quiet" }, about),
      ),
    ]);
  }

  function drawButton(id) {
    const action = desk.actions().find((offered) => offered.id === id);
    const { text, key, why_not: whyNot, is_primary: isPrimary } = action;
    return h("button", { key: id, type: "button", class: isPrimary ? "primary" : null, "data-mam": id, "aria-disabled": whyNot ? "true" : null, "aria-keyshortcuts": key, title: whyNot || `${text} (${key})`, on: { click: () => desk.perform(action) } }, text);
  }

  function drawKeys() {
    const rows = listActionKeys(desk.actions()).map(([does, ...keys]) => h("li", { key: does }, h("b", null, keys.join(", ")), h("span", null, does)));
    return h("section", { key: "keys", "data-mam": "sheet", "aria-label": "Shortcuts" }, h("ul", { key: "list" }, rows), h("button", { key: "close", type: "button", "data-mam": "close-sheet", on: { click: () => desk.closeSheet() } }, "Close"));
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
    const kinds = Object.fromEntries((desk.result?.taken ?? []).map(({ name, kind }) => [name, kind]));
    const names = [...files.keys()];
    return h(
      "div",
      { key: "files", class: "files" },
      h("ul", { key: "list", "data-mam": "files" }, names.slice(0, MOST_SHOWN).map((name) => h("li", { key: name }, h("span", null, name), kinds[name] && h("small", null, kinds[name]))), names.length > MOST_SHOWN && h("li", { key: "more" }, `and ${names.length - MOST_SHOWN} more`)),
      drawButton("clear"),
    );
  }

  function drawResult() {
    const { result } = desk;
    if (result.fault) return h("p", { key: "result", class: "fault", role: "alert", "data-mam": "fault" }, result.fault);
    return h(
      "section",
      { key: "result", "data-mam": "result", "aria-live": "polite" },
      result.folder && h("p", { key: "folder", "data-mam": "folder" }, `The results are in the folder ${result.folder}:`),
      h("ul", { key: "links", class: "links" }, result.files.map(([name]) => h("li", { key: name }, drawLink(name)))),
      h("pre", { key: "said", "data-mam": "said", tabindex: "0" }, result.said.join("\n")),
    );
  }

  /* A link to download a file; where it lies in a folder already, only its name. */
  function drawLink(name) {
    const url = desk.links.find((link) => link.name === name)?.url;
    if (!url) return h("span", { "data-mam": name }, name);
    return [h("a", { key: "save", href: url, download: name, "data-mam": name }, name), name === "report.html" && h("a", { key: "open", href: url, target: "_blank", rel: "noopener" }, "Open")];
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

  const forgetLinks = () => desk.links.forEach(({ url }) => URL.revokeObjectURL(url));

  async function work() {
    const sum = [...files.values()].reduce((total, file) => total + file.size, 0);
    if (sum > mostBytes) return set({ fault: `These files have ${sum.toLocaleString("en")} bytes together, and at most ${mostBytes.toLocaleString("en")} are read here. Drop fewer, or use “mam grade”.` });
    set({ isBusy: true, fault: "", result: null });
    try {
      const contents = await Promise.all([...files].map(async ([name, file]) => /** @type {[string, Uint8Array]} */ ([name, new Uint8Array(await file.arrayBuffer())])));
      run(contents, { scale: desk.scale.trim(), name: desk.name.trim() });
    } catch {
      set({ isBusy: false, fault: "A file could not be read: it was moved or changed since it was dropped. Drop it again." });
    }
    return undefined;
  }

  const { pressKey } = addDock(desk, OFFERS, findStage, draw);
  Object.assign(desk, {
    work: () => work(),
    clear: () => {
      forgetLinks();
      files.clear();
      set({ fault: "", result: null, links: [] });
    },
    say: (fault) => set({ fault }),
  });
  el.addEventListener("keydown", (event) => {
    const isTyping = /** @type {HTMLElement} */ (event.target).matches("input") && !desk.sheet;
    if (!isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) pressKey(event);
  });
  draw();
  return {
    ready: () => set({ isReady: true, fault: "" }),
    fault: (text) => set({ isBusy: false, fault: text }),
    /** @param {Result} result */
    show: (result) => {
      forgetLinks();
      const links = result.folder ? [] : result.files.map(([name, content]) => ({ name, url: URL.createObjectURL(new Blob([/** @type {any} */ (content)], { type: TYPES[name.split(".").at(-1)] })) }));
      set({ isBusy: false, result, links });
      el.querySelector("[data-mam=result], .fault")?.scrollIntoView({ block: "nearest" });
    },
  };
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
