// The table on the front page: a record that plays itself. All its scenes were made when the site was built, so it needs no Python.

import widget from "../../stepper/widget.js";
import { PageModel } from "./model.js";
import { keepFiles, keepOffline } from "./offline.js";

const PACE = 1400; // milliseconds between two cards

/** Let the hand go on by itself until the person pauses it, or takes over. */
async function start(el, button) {
  const scenes = await (await fetch(el.dataset.scenes)).json();
  let timer = 0;
  let step = Number(el.dataset.step);
  const model = new PageModel({ uid: "demo", scene: scenes[step], near: {} }, (message) => {
    pause();
    if (message.do === "go_to_step") show(message.step);
    else window.location.href = el.dataset.play;
  });
  const show = (wanted) => {
    step = Math.min(Math.max(wanted, 0), scenes.length - 1);
    model.fields.near = Object.fromEntries([step - 1, step + 1, step + 2].filter((near) => scenes[near]).map((near) => [near, scenes[near]]));
    model.set("scene", scenes[step]);
  };
  const goOn = () => {
    show(step + 1 < scenes.length ? step + 1 : Number(el.dataset.step));
    timer = setTimeout(goOn, PACE);
  };
  const run = (wait) => {
    timer = setTimeout(goOn, wait);
    button.textContent = "Pause";
  };
  const pause = () => {
    clearTimeout(timer);
    timer = 0;
    button.textContent = "Continue";
  };
  el.replaceChildren();
  widget.render({ model, el });
  el.dataset.live = "true";
  button.hidden = false;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) pause();
  else run(2 * PACE);
  button.addEventListener("click", () => (timer ? pause() : run(0)));
  el.addEventListener("pointerdown", pause);
  el.addEventListener("focusin", pause);
}

const demo = document.getElementById("demo");
start(demo, document.getElementById("pause"));
keepOffline({ service: "sw.js", release: demo.dataset.release, offer: () => {} })
  .then(() => keepFiles(["front"]))
  .then((isKept) => isKept && demo.setAttribute("data-offline", "true"));
