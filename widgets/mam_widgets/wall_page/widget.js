// Wall: a question at a time for a whole class. Python, or the site's files, give the slides and, when it is asked for, an answer; the votes stay here.

import { patch } from "../shared/ui/elements.js";
import { addDock, makeDocked } from "../shared/ui/offers.js";
import { makeRoot } from "../shared/ui/root.js";
import { drawShapes } from "../shared/ui/shapes.js";
import { followRoom } from "../studies/room.js";
import { OFFERS } from "./offers.js";
import { findStage } from "./stage.js";
import { drawCounts, drawShortcuts, drawWall, writeReveal } from "./view.js";
import { LETTERS, addVote, clearVotes, leaveSlide, noVotes, typeDigit, undoVote } from "./votes.js";

/** @import { WallScene } from "./wall.js" */

function makeUi(model, el) {
  return {
    ...{ model, root: makeRoot(el), uid: String(model.get("uid") || "mam"), scene: /** @type {WallScene} */ (model.get("scene")) },
    ...{ votes: noVotes(), why: "", live: "", shown: "", size: "L", height: 700, unit: 7, isDrawn: false },
    ...makeDocked(),
  };
}

/** @typedef {ReturnType<typeof makeUi>} Wall */

function render({ model, el }) {
  const ui = /** @type {any} */ (makeUi(model, el));
  const { root } = ui;
  const send = (message) => model.send(message);
  const slideOf = () => ui.scene.slides[ui.scene.at];
  const draw = () => {
    ui.isDrawn = true;
    const isFull = document.fullscreenElement === root;
    const height = isFull ? root.clientHeight : ui.height;
    Object.assign(ui, { isFull, frame: height, unit: Math.min(height, root.clientWidth * 0.5625) / 100 });
    const content = drawWall(ui);
    patch(root, [drawShapes(ui.uid), content]);
    fitDock();
  };
  const { fitDock, pressKey } = addDock(ui, OFFERS, findStage, draw);
  const change = (more) => {
    Object.assign(ui, more);
    draw();
  };
  const sayVotes = (votes) => change({ votes, live: "" });

  Object.assign(ui, {
    besideHelp: () => drawCounts(ui),
    overDock: () => drawShortcuts(ui),
    say: (live) => change({ live }),
    open: (name) => send({ do: "open", names: [name] }),
    list: () => send({ do: "list" }),
    vote: (option) => {
      if (ui.scene.revealed) return change({ why: slideOf().options[option].answer });
      return sayVotes(addVote(ui.votes, slideOf(), option));
    },
    undo: () => sayVotes(undoVote(ui.votes)),
    clear: () => sayVotes(clearVotes(ui.votes, slideOf())),
    on: () => {
      const { at, slides, revealed } = ui.scene;
      if (!revealed) return send({ do: "reveal" });
      return at + 1 < slides.length && send({ do: "go", at: at + 1 });
    },
    back: () => {
      if (ui.scene.revealed) return send({ do: "hide" });
      return ui.scene.at > 0 && send({ do: "go", at: ui.scene.at - 1 });
    },
    full: () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.().catch(() => {})), // refused in a frame
  });

  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !slideOf()) return;
    if (event.target.closest("button") && (event.key === "Enter" || (event.key === " " && !event.target.closest(".mam-wall-option")))) return;
    const vote = findVote(event.key);
    if (!vote) return void pressKey(event, false);
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) vote();
  };
  /* What is voted by a key: a letter, or a digit after it. */
  const findVote = (key) => {
    const letter = key.length === 1 ? LETTERS.indexOf(key.toUpperCase()) : -1;
    if (slideOf().options[letter]) return () => ui.vote(letter);
    return /^\d$/.test(key) && !ui.scene.revealed && (() => sayVotes(typeDigit(ui.votes, slideOf(), key)));
  };
  const receive = () => {
    ui.scene = model.get("scene");
    const { opened, at, revealed } = ui.scene;
    const shown = `${opened} ${at} ${Boolean(revealed)}`;
    if (shown !== ui.shown) {
      const slide = slideOf();
      Object.assign(ui, { shown, why: "", votes: leaveSlide(ui.votes), live: !slide ? "" : revealed ? writeReveal(slide, revealed) : slide.text });
    }
    const hadFocus = root.contains(document.activeElement);
    draw();
    if (hadFocus && !root.contains(document.activeElement)) /** @type {HTMLElement} */ (root.querySelector(".mam-wall")).focus({ preventScroll: true }); // what had it is gone: the next key is still ours
  };
  const ears = el.closest("[data-fill]") ? document : root; // on a page of its own a clicker works wherever the focus is
  const sizes = new ResizeObserver(() => requestAnimationFrame(draw));
  ears.addEventListener("keydown", onKey);
  document.addEventListener("fullscreenchange", draw);
  model.on("change:scene", receive);
  const leaveRoom = followRoom(ui, el, draw);
  sizes.observe(root);
  receive();
  return () => {
    model.off("change:scene", receive);
    ears.removeEventListener("keydown", onKey);
    document.removeEventListener("fullscreenchange", draw);
    sizes.disconnect();
    leaveRoom();
  };
}

export default { name: "mam-wall", render };
