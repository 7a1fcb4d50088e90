// The table on the front page: a record that plays itself. All its scenes were made when the site was built, so it needs no Python.

import widget from "../../stepper/widget.js";
import { PageModel } from "./model.js";

const PACE = 1400; // milliseconds between two cards

async function start(el) {
  const scenes = await (await fetch(el.dataset.scenes)).json();
  let timer = 0;
  let at = Number(el.dataset.at);
  const model = new PageModel({ uid: "demo", scene: scenes[at], near: {} }, (message) => {
    clearTimeout(timer); // the person takes over
    if (message.do === "to") show(message.at);
    else window.location.href = el.dataset.play;
  });
  const show = (step) => {
    at = Math.min(Math.max(step, 0), scenes.length - 1);
    model.fields.near = Object.fromEntries([at - 1, at + 1, at + 2].filter((near) => scenes[near]).map((near) => [near, scenes[near]]));
    model.set("scene", scenes[at]);
  };
  const goOn = () => {
    show(at + 1 < scenes.length ? at + 1 : Number(el.dataset.at));
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
