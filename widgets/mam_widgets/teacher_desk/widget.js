// The desk in Jupyter: Python behind the page works with the files, and saves the results in its folder.

import { makeRoot } from "../shared/ui/root.js";
import { setTheme } from "../shared/ui/page.js";
import { fillDesk } from "./desk.js";

const ABOUT = "Your files go to the Python behind this page, and nowhere else. The results are saved there, readable only by you.";

function render({ model, el }) {
  const root = makeRoot(el);
  const theme = () => setTheme(root);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const body = new MutationObserver(theme);
  theme();
  dark.addEventListener("change", theme);
  body.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  const run = (files, typed) => model.send({ ...typed, names: files.map(([name]) => name) }, undefined, files.map(([, content]) => content.buffer));
  const desk = fillDesk(root, { mostBytes: model.get("most_bytes"), about: ABOUT, run });
  model.on("msg:custom", desk.show);
  desk.ready();
  return () => {
    model.off("msg:custom", desk.show);
    dark.removeEventListener("change", theme);
    body.disconnect();
    root.remove();
  };
}

export default { render };
