// Motion: a played card travels to the trick, a finished trick is swept to its capturer. Never needed to follow the game.

/** @import { Ui } from "./ui.js" */
/** @import { Scene } from "./scene.js" */

const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function measureBoxes(root) {
  const positions = { hand: new Map(), seats: new Map(), trick: [] };
  for (const card of root.querySelectorAll('.mam-hand [data-mam="card"]'))
    if (card.dataset.card !== "??") positions.hand.set(card.dataset.card, card.getBoundingClientRect());
  for (const seat of root.querySelectorAll(".mam-plate"))
    positions.seats.set(seat.dataset.seat, seat.getBoundingClientRect());
  for (const slot of root.querySelectorAll(".mam-slot[data-card]")) {
    const card = slot.querySelector(".mam-trick-card");
    positions.trick.push({
      card,
      box: card.getBoundingClientRect(),
      won: slot.dataset.winning === "true",
      seat: slot.dataset.seat,
    });
  }
  return positions;
}

/**
 * Before drawing: remember where everything is, unless nothing should move.
 * @param {Ui} ui
 * @param {Scene} scene
 */
export function beforeMotion(ui, scene) {
  cutMotion(ui);
  const time = performance.now();
  const quick = time - ui.lastDrawn < 120;
  ui.lastDrawn = time;
  if (quick || reducedMotion() || !ui.scene || scene === ui.scene) return null;
  const before = ui.scene.stepper.step;
  if (scene.stepper?.step !== before + 1) return null; // a jump or a step back appears at once
  return { ...measureBoxes(ui.root), done: ui.scene.is_trick_complete };
}

/**
 * After drawing: move what has changed its place.
 * @param {Ui} ui
 * @param {Scene} scene
 */
export function afterMotion(ui, scene, was) {
  if (!was) return;
  const played = ui.find('.mam-slot[data-last="true"]');
  if (played) {
    const card = played.querySelector(".mam-trick-card");
    const from = was.hand.get(played.dataset.card) || was.seats.get(played.dataset.seat);
    const to = card.getBoundingClientRect();
    if (from && to.width) animateCard(ui, card, from, to);
  }
  if (was.done && scene.trick.length <= 1) sweepTrick(ui, was);
}

/** @param {Ui} ui */
function animateCard(ui, card, from, to) {
  const size = Math.min(1, from.width / to.width);
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${size})`;
  track(
    ui,
    card.animate(
      [
        { transform: start, transformOrigin: "0 0" },
        { transform: "none", transformOrigin: "0 0" },
      ],
      { duration: 220, easing: "cubic-bezier(.2,.7,.2,1)" },
    ),
  );
}

/** @param {Ui} ui */
function sweepTrick(ui, was) {
  const winner = was.trick.find((card) => card.won);
  const target = winner && ui.root.querySelector(`.mam-plate[data-seat="${CSS.escape(winner.seat)}"]`);
  const table = ui.root.querySelector(".mam-felt");
  if (!target || !table) return;
  const end = target.getBoundingClientRect();
  const origin = table.getBoundingClientRect();
  for (const card of was.trick) {
    const ghost = card.card.cloneNode(true);
    ghost.className = "mam-trick-card mam-ghost";
    Object.assign(ghost.style, {
      left: `${card.box.left - origin.left}px`,
      top: `${card.box.top - origin.top}px`,
      width: `${card.box.width}px`,
    });
    table.append(ghost);
    const go = `translate(${end.left + end.width / 2 - card.box.left - card.box.width / 2}px, ${end.top + end.height / 2 - card.box.top - card.box.height / 2}px) scale(.3)`;
    const run = ghost.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: go, opacity: 0.2 },
      ],
      { duration: 320, easing: "ease-in", fill: "forwards" },
    );
    run.onfinish = () => ghost.remove();
    track(ui, run);
  }
}

/** @param {Ui} ui */
function track(ui, started) {
  ui.running = ui.running.filter((animation) => animation.playState === "running");
  ui.running.push(started);
}

/**
 * Bring every running motion to its end: input is taken at once.
 * @param {Ui} ui
 */
export function cutMotion(ui) {
  for (const animation of ui.running) animation.finish();
  ui.running = [];
  for (const ghost of ui.root.querySelectorAll(".mam-ghost")) ghost.remove();
}
