// Homework as a page: class files and answers stay in this browser, and nothing is sent. It needs no Python.

import { showHomework } from "../../homework/widget.js";
import { download, makeFilePicker, makeMenu, readText } from "./menu.js";
import { keepOffline } from "./offline.js";

const PAGE = JSON.parse(document.getElementById("page").textContent);

/** Open what the address holds, and take it out of the address: a page that is shared or listed says nothing of whose it is. */
function openAddress(homework) {
  const hash = window.location.hash.slice(1);
  if (hash) window.history.replaceState(null, "", window.location.pathname);
  return homework.begin(hash);
}

async function start() {
  document.getElementById("file").removeAttribute("accept"); // phones know no files that end in .mam, and would offer none
  const pick = makeFilePicker(() => {});
  const homework = showHomework({ el: document.getElementById("widget"), pick, readText, download });
  makeMenu({ load: homework.pick });
  await openAddress(homework);
  window.addEventListener("hashchange", () => window.location.hash && openAddress(homework));
  await keepOffline({ service: PAGE.service, release: PAGE.release, offer: () => {} });
}

start();
