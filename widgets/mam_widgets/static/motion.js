// Motion: a played card travels to the trick, a finished trick is swept to its capturer. Never needed to follow the game.

const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function boxes(root) {
  const found = { hand: new Map(), seats: new Map(), trick: [] };
  for (const card of root.querySelectorAll('.mam-hand [data-mam="card"]'))
    if (card.dataset.card !== "??") found.hand.set(card.dataset.card, card.getBoundingClientRect());
  for (const seat of root.querySelectorAll(".mam-plate"))
    found.seats.set(seat.dataset.seat, seat.getBoundingClientRect());
  for (const slot of root.querySelectorAll(".mam-slot[data-card]")) {
    const card = slot.querySelector(".mam-trick-card");
    found.trick.push({
      card,
      box: card.getBoundingClientRect(),
      won: slot.dataset.winning === "true",
      seat: slot.dataset.seat,
    });
  }
  return found;
}

/** Before drawing: remember where everything is, unless nothing should move. */
function beforeMotion(ui, scene) {
  cutMotion(ui);
  const now = performance.now();
  const quick = now - (ui.lastDrawn || 0) < 300;
  ui.lastDrawn = now;
  if (quick || reducedMotion() || !ui.scene || scene === ui.scene) return null;
  const before = ui.scene.stepper.at;
  if (scene.stepper.at !== before + 1) return null; // a jump or a step back appears at once
  return { ...boxes(ui.root), done: ui.scene.trick_done };
}

/** After drawing: move what has changed its place. */
function afterMotion(ui, scene, was) {
  if (!was) return;
  const played = ui.root.querySelector('.mam-slot[data-just="true"]');
  if (played) {
    const card = played.querySelector(".mam-trick-card");
    const from = was.hand.get(played.dataset.card) || was.seats.get(played.dataset.seat);
    const to = card.getBoundingClientRect();
    if (from && to.width) travel(ui, card, from, to);
  }
  if (was.done && scene.trick.length <= 1) sweep(ui, was);
}

function travel(ui, card, from, to) {
  const size = Math.min(1, from.width / to.width);
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${size})`;
  keep(
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

function sweep(ui, was) {
  const winner = was.trick.find((one) => one.won);
  const target = winner && ui.root.querySelector(`.mam-plate[data-seat="${CSS.escape(winner.seat)}"]`);
  const table = ui.root.querySelector(".mam-felt");
  if (!target || !table) return;
  const end = target.getBoundingClientRect();
  const origin = table.getBoundingClientRect();
  for (const one of was.trick) {
    const ghost = one.card.cloneNode(true);
    ghost.className = "mam-trick-card mam-ghost";
    Object.assign(ghost.style, {
      left: `${one.box.left - origin.left}px`,
      top: `${one.box.top - origin.top}px`,
      width: `${one.box.width}px`,
    });
    table.append(ghost);
    const go = `translate(${end.left + end.width / 2 - one.box.left - one.box.width / 2}px, ${end.top + end.height / 2 - one.box.top - one.box.height / 2}px) scale(.3)`;
    const run = ghost.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: go, opacity: 0.2 },
      ],
      { duration: 320, easing: "ease-in", fill: "forwards" },
    );
    run.onfinish = () => ghost.remove();
    keep(ui, run);
  }
}

function keep(ui, animation) {
  ui.running = (ui.running || []).filter((one) => one.playState === "running");
  ui.running.push(animation);
}

/** Bring every running motion to its end: input is taken at once. */
function cutMotion(ui) {
  for (const animation of ui.running || []) animation.finish();
  ui.running = [];
  for (const ghost of ui.root.querySelectorAll(".mam-ghost")) ghost.remove();
}
