// The menu of the app: a button for each widget; the current page is the widget that is shown.

import { h, patch } from "../shared/ui/elements.js";

function render({ model, el }) {
  const choose = (name) => {
    model.set("chosen", name);
    model.save_changes();
  };
  const button = (name) =>
    h("button", { key: name, type: "button", "aria-current": name === model.get("chosen") ? "page" : null, on: { click: () => choose(name) } }, name);
  const draw = () => {
    patch(el, [h("nav", { "aria-label": "Menu" }, model.get("names").map(button))]);
    el.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  draw();
  model.on("change:chosen", draw);
  return () => model.off("change:chosen", draw);
}

export default { render };
