// Begin a page: load its script, and say so when that fails. This file keeps its address, so a page that is older than the site reaches it.

const place = /** @type {HTMLElement} */ (document.querySelector("[data-script]"));

// The study or the case that the address names is fetched with the scripts, not after them.
const { studies, shelf } = JSON.parse(document.getElementById("page").textContent);
const [, isCase, asked = ""] = window.location.hash.match(/^#(case=)?([\w-]+)/) || [];
const id = isCase ? asked.toUpperCase() : asked;
if (studies && shelf.stages.some((stage) => (isCase ? stage.boards.includes(id) : stage.id === id))) {
  const link = { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: `${studies}${isCase ? "cases/" : ""}${id}.json` };
  document.head.append(Object.assign(document.createElement("link"), link));
}

import(new URL(place.dataset.script, document.baseURI).href).catch(() => {
  const notice = document.getElementById("notice");
  const [text, button] = notice.children;
  text.textContent = "This page could not be loaded: the connection was lost, or a new version is available.";
  button.textContent = "Try again";
  button.addEventListener("click", () => window.location.reload());
  notice.hidden = false;
});
