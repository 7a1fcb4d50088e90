// Page: what a widget follows of the page around it: its theme, its size, the full screen, and the picture that stands in for it.

import { scrollingAncestor } from "./frame.js";
import { leaveFull } from "./screen.js";

/** @import { Ui } from "./ui.js" */

/**
 * Take the notebook's theme. On the page of the app, which Voilà always calls light, the theme of the system.
 * @param {HTMLElement} root
 */
export function setTheme(root) {
  const isApp = "voila" in document.body.dataset && root.closest(".mam-app") !== null;
  const light = isApp ? undefined : document.body.dataset.jpThemeLight;
  const dark = light === undefined ? matchMedia("(prefers-color-scheme: dark)").matches : light === "false";
  root.dataset.mamTheme = dark ? "dark" : "light";
}

/**
 * Follow the theme, the room for the widget and the full screen. The answer ends it.
 * @param {Ui} ui
 */
export function watchPage(ui) {
  const full = () => leaveFull(ui);
  const fit = () => ui.measure() && ui.draw();
  const theme = () => setTheme(ui.root);
  const sizes = new ResizeObserver(() => requestAnimationFrame(fit));
  const body = new MutationObserver(theme);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  document.addEventListener("fullscreenchange", full);
  window.addEventListener("resize", fit);
  dark.addEventListener("change", theme);
  sizes.observe(ui.root);
  requestAnimationFrame(() => {
    const scrolls = scrollingAncestor(ui.root); // once the root has its place in the page
    if (scrolls) sizes.observe(scrolls);
  });
  body.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  theme();
  return () => {
    document.removeEventListener("fullscreenchange", full);
    window.removeEventListener("resize", fit);
    dark.removeEventListener("change", theme);
    sizes.disconnect();
    body.disconnect();
  };
}

/**
 * Hide the picture of the position that stands beside the live table for notebooks without a kernel. The answer shows it again.
 * @param {string} uid
 */
export function hideStaticCopy(uid) {
  const hide = document.createElement("style");
  const copies = `[data-mam-static="${CSS.escape(uid)}"]`;
  hide.textContent = `${copies}{display:none!important}.jp-OutputArea-child:has(${copies}):not(:has(.mam-root)){display:none!important}`;
  document.head.append(hide);
  return () => hide.remove();
}
