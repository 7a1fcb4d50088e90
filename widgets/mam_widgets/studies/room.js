// Room: what a player's frame follows while it is shown: the room there is, the theme, and the picture that stood there before.

import { hideStaticCopy, setTheme } from "../shared/ui/page.js";

const LOWEST = 544;
const HIGHEST = 900; // pixels, in a cell

/** The class of a width and a height, by which the frame is laid out. */
const sizeOf = (width, height) => (width <= 480 ? "S" : width < 840 ? "M" : width >= 1200 && height >= 800 ? "XL" : height < 640 ? "LS" : "L");

/** Measure the room for `ui` now and whenever it changes, and set the theme. `draw` is called after a change. Returns what ends it. */
export function followRoom(ui, el, draw) {
  const { root } = ui;
  const measure = () => {
    const width = root.clientWidth;
    if (!width) return;
    theme(); // now that it has its place in the page, which says what page it is
    const fill = el.closest("[data-fill]");
    const height = fill ? fill.clientHeight : Math.max(LOWEST, Math.min(HIGHEST, width <= 480 ? 640 : window.innerHeight - 60));
    const size = sizeOf(width, height);
    if (width === ui.width && height === ui.height) return;
    Object.assign(ui, { width, size, height });
    if (ui.isDrawn) draw();
  };
  const theme = () => setTheme(root);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const sizes = new ResizeObserver(() => requestAnimationFrame(measure));
  const body = new MutationObserver(theme);
  const showCopy = hideStaticCopy(ui.uid);
  theme();
  dark.addEventListener("change", theme);
  body.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  window.addEventListener("resize", measure);
  measure();
  sizes.observe(root);
  return () => {
    window.removeEventListener("resize", measure);
    dark.removeEventListener("change", theme);
    sizes.disconnect();
    body.disconnect();
    showCopy();
    root.remove();
  };
}
