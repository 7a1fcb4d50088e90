// In the head of a shelf, where it runs before the styles and the player are here: ask for the study or the case that the address names, so that it comes
// with them.

const { studies, shelf } = JSON.parse(document.getElementById("page").textContent);
const [, isCase, asked = ""] = window.location.hash.match(/^#(case=)?([\w-]+)/) || [];
const id = isCase ? asked.toUpperCase() : asked;
if (shelf.stages.some((stage) => (isCase ? stage.boards.includes(id) : stage.id === id))) {
  const link = { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: `${studies}${isCase ? "cases/" : ""}${id}.json` };
  document.head.append(Object.assign(document.createElement("link"), link));
}
