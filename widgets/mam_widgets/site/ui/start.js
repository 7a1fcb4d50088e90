// Begin a page: say so when its script cannot be loaded. This file keeps its address, so a page that is older than the site reaches it.

const place = /** @type {HTMLElement} */ (document.querySelector("[data-script]"));

function offerReload() {
  const notice = document.getElementById("notice");
  const [text, button] = notice.children;
  text.textContent = "This page could not be loaded: the connection was lost, or a new version is available.";
  button.textContent = "Try again";
  button.addEventListener("click", () => window.location.reload());
  notice.hidden = false;
}

place.addEventListener("error", offerReload);
// Pages of older releases leave it to this file to load their script.
if (place.dataset.script) import(new URL(place.dataset.script, document.baseURI).href).catch(offerReload);
