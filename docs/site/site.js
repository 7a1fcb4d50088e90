// What is wider than its place scrolls by itself: then it can be reached by the keyboard, too.

const WIDE = "pre, .table-wrapper, .cell_output";

function letScroll() {
  for (const place of document.querySelectorAll(WIDE)) {
    if (place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight) place.setAttribute("tabindex", "0");
    else place.removeAttribute("tabindex");
  }
}

letScroll();
window.addEventListener("load", letScroll);
window.addEventListener("resize", letScroll);
