// Homework: a class file, a code, exercises one by one, and a text to hand in. No Python: what is opened and written is that of mam.classroom.

import exercise from "../exercise_pages/widget.js";
import { patch } from "../shared/ui/elements.js";
import { addDock, makeDocked } from "../shared/ui/offers.js";
import { makeRoot } from "../shared/ui/root.js";
import { drawShapes } from "../shared/ui/shapes.js";
import { followRoom } from "../studies/room.js";
import { openPart, readClassFile, readLink } from "./class_file.js";
import { makeExerciseModel } from "./exercise_model.js";
import { OFFERS } from "./offers.js";
import { cleanCode } from "./sealing.js";
import { findStage } from "./stage.js";
import { Store } from "./store.js";
import { drawHomework } from "./view.js";
import { Work } from "./work.js";

/** @import { ClassFile } from "./class_file.js" */

const none = /** @type {(given?: any) => any} */ (() => undefined);
const ACTS = { leave: none, pick: none, choose: none, type: none, open: none, say: none, show: none, showNext: none, lock: none, handIn: none, copy: none, share: none, save: none };
const LONGEST = 5_000_000; // bytes of a class file

function makeUi(el) {
  return {
    ...{ root: makeRoot(el), uid: "homework", size: "L", height: 700, isDrawn: false },
    ...{ store: new Store(), files: /** @type {ClassFile[]} */ ([]), file: /** @type {ClassFile | null} */ (null), work: /** @type {Work | null} */ (null) },
    ...{ screen: /** @type {"open" | "code" | "list" | "text"} */ ("open"), place: -1, code: "", text: "", said: "", fault: "", isBusy: false, canShare: false },
    ...makeDocked(),
    ...ACTS,
  };
}

/** @typedef {ReturnType<typeof makeUi>} Homework */

/**
 * Show homework in an element of a page.
 * @param {{ el: HTMLElement, pick: (act: (file: File) => unknown) => void, readText: (file: File, most: number) => Promise<string>, download: (name: string, text: string) => void }} page
 */
export function showHomework({ el, pick, readText, download }) {
  const ui = makeUi(el);
  let closeExercise = none;
  ui.canShare = Boolean(navigator.share);
  const draw = () => {
    ui.isDrawn = true;
    ui.files = ui.store.listFiles();
    if (ui.place >= 0) return;
    const content = drawHomework(ui);
    patch(ui.root, [drawShapes(ui.uid), content]);
    fitDock();
  };
  const { fitDock, pressKey } = addDock(ui, OFFERS, findStage, draw);
  const go = (screen, change = {}) => {
    closeExercise();
    closeExercise = none;
    if (!ui.root.isConnected) el.append(ui.root);
    Object.assign(ui, { screen, place: -1, fault: "", said: "", isBusy: false, ...change });
    draw();
  };
  /* Do what may fail with a sentence for the student. */
  const attempt = async (act) => {
    try {
      await act();
    } catch (error) {
      Object.assign(ui, { fault: error.message, isBusy: false });
      draw();
    }
  };
  const openFile = async (file) => {
    const code = ui.store.readCode(file);
    if (!code) return go("code", { file, code: "" });
    const part = await openPart(file, code).catch(() => null); // made again, perhaps, without this student
    if (!part) return go("code", { file, code: "" });
    ui.store.writeCode(file, code); // it is the latest one now
    return go("list", { file, work: new Work(file, part, ui.store) });
  };
  const add = (file) => openFile(ui.store.addFile(file));

  Object.assign(ui, {
    leave: () => (ui.screen === "text" ? go("list") : go("open", { file: null, work: null })),
    pick: () => pick((chosen) => attempt(async () => add(readClassFile(await readText(chosen, LONGEST))))),
    choose: (file) => attempt(() => openFile(file)),
    type: (code) => {
      Object.assign(ui, { code, fault: "" });
      draw();
    },
    open: () => {
      Object.assign(ui, { isBusy: true, fault: "" });
      draw();
      return attempt(async () => {
        const part = await openPart(ui.file, ui.code);
        ui.store.writeCode(ui.file, cleanCode(ui.code));
        go("list", { work: new Work(ui.file, part, ui.store), code: "" });
        askToKeep();
      });
    },
    say: (fault) => {
      ui.fault = fault;
      draw();
    },
    showNext: () => ui.show(ui.work.firstOpen),
    lock: () => {
      ui.store.forgetCode(ui.file);
      go("code", { work: null, code: "" });
    },
    show: (place) => {
      closeExercise();
      ui.place = place;
      ui.root.remove();
      closeExercise = exercise.render({ model: makeExerciseModel(ui.work, place, { leave: () => go("list"), open: ui.show }), el });
    },
    handIn: () => attempt(async () => {
      for (const task of ui.work.part.tasks) {
        const { draft } = ui.work.read(task);
        if (draft !== null && draft.length) ui.work.save(task, draft);
      }
      go("text", { text: await ui.work.write() });
    }),
    copy: () => attempt(async () => {
      await copyText(ui.text, ui.root);
      ui.said = "Copied.";
      draw();
    }),
    share: () => attempt(async () => {
      try {
        await navigator.share({ title: `${ui.file.name}, ${ui.work.part.student}`, text: ui.text });
        ui.said = "Shared.";
      } catch (error) {
        if (error.name !== "AbortError") throw new Error("This browser can't share a text. Copy it instead.", { cause: error }); // who closes the menu wants nothing
      }
      draw();
    }),
    save: () => {
      const name = `${ui.file.name}.${ui.work.part.student}.txt`;
      download(name, `${ui.text}\n`);
      ui.said = `Saved as ${name}.`;
      draw();
    },
  });

  ui.root.addEventListener("keydown", (event) => {
    const isTyping = /** @type {HTMLElement} */ (event.target).matches("input") && event.key !== "Escape";
    if (!isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) pressKey(event);
  });
  /* What another tab has saved is seen here, too. */
  window.addEventListener("storage", ({ key }) => {
    if (ui.place < 0) draw();
    else if (ui.store.isAnswer(key, ui.file, ui.work.part.student, ui.work.part.tasks[ui.place].id)) ui.show(ui.place);
  });
  const begin = (hash) => attempt(async () => {
    const file = readLink(hash);
    if (file) return add(file);
    const latest = ui.store.findLatest();
    if (latest) return openFile(latest);
    const files = ui.store.listFiles();
    return files.length === 1 ? openFile(files[0]) : go("open");
  });
  followRoom(ui, el, draw);
  draw();
  return { begin, pick: ui.pick };
}

/* Ask the browser not to delete what is kept when its disk is full. */
const askToKeep = () => navigator.storage?.persist?.().catch(() => false);

async function copyText(text, root) {
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    const range = document.createRange();
    range.selectNodeContents(root.querySelector("[data-mam=text]"));
    window.getSelection().removeAllRanges();
    window.getSelection().addRange(range);
    throw new Error("Copying is blocked in this browser. The text is selected: copy it with the menu that appears.", { cause: error });
  }
}
