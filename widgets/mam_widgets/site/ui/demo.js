// The table on the front page: a record that plays itself. All its scenes were made when the site was built, so it needs no Python.

import widget from "../../stepper/widget.js";
import { PageModel } from "./model.js";

const PACE = 1400; // milliseconds between two cards

async function start(el) {
  const scenes = await (await fetch(el.dataset.scenes)).json();
  let timer = 0;
  let step = Number(el.dataset.step);
  const model = new PageModel({ uid: "demo", scene: scenes[step], near: {} }, (message) => {
    clearTimeout(timer); // the person takes over
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
  el.replaceChildren();
  widget.render({ model, el });
  el.dataset.live = "true";
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) timer = setTimeout(goOn, 2 * PACE);
  el.addEventListener("pointerdown", () => clearTimeout(timer));
  el.addEventListener("focusin", () => clearTimeout(timer));
}

start(document.getElementById("demo"));
