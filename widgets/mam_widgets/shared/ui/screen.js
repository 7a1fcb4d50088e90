// Screen: the widget over the whole screen, and back.

/** @import { Ui } from "./ui.js" */

/**
 * Fill the screen, or go back.
 * @param {Ui} ui
 */
export function toggleFull(ui) {
  if (ui.isFull) {
    if (document.fullscreenElement) document.exitFullscreen();
    else leaveFull(ui);
    return;
  }
  ui.isFull = true;
  ui.root.classList.add("mam-full");
  ui.root.requestFullscreen?.().catch(() => {}); // refused in a frame: the widget still covers the page
  ui.measure();
  ui.draw();
}

/**
 * The screen is not filled any more.
 * @param {Ui} ui
 */
export function leaveFull(ui) {
  if (document.fullscreenElement || !ui.isFull) return;
  ui.isFull = false;
  ui.root.classList.remove("mam-full");
  ui.measure();
  ui.draw();
}
