// Dock: whether its buttons fit into the row, and how tightly they stand where they do not.

/* From 1 on the buttons that help have no label; from 2 on all stand closer; 3 has two rows on a narrow screen, and no names of colors on a wide one. */
export const TIGHTEST = 3;

const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;

/* The boxes of what stands in a row of the dock, also of the buttons in a group. */
const listParts = (row) => [...row.children].flatMap((part) => (part.matches(".mam-calls, .mam-phone-calls") ? [...part.children] : [part])).filter((part) => part.getClientRects().length > 0);

/**
 * What the fit depends on: read without laying out the page.
 * @param {HTMLElement} dock
 */
export const signDock = (dock) => `${dock.querySelectorAll("button").length} ${[...dock.querySelectorAll(".mam-dock-help, .mam-dock-act")].map((row) => row.textContent).join("|")}`;

/**
 * Whether no part of the dock lies over another, and none leaves it or is narrower than what it says.
 * @param {HTMLElement} dock
 */
export function fitsDock(dock) {
  const whole = dock.getBoundingClientRect();
  const parts = [...dock.querySelectorAll(".mam-dock-help, .mam-dock-act")].flatMap(listParts);
  const boxes = parts.map((part) => part.getBoundingClientRect());
  return (
    boxes.every((box) => box.left >= whole.left - 1 && box.right <= whole.right + 1) &&
    parts.every((part) => !part.matches("button") || part.scrollWidth <= part.clientWidth + 1) &&
    boxes.every((box, index) => boxes.slice(index + 1).every((other) => !overlap(box, other)))
  );
}
