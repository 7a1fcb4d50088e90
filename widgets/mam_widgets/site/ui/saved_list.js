// The list of the matches that this browser has saved.

/** @type {Intl.DateTimeFormatOptions} */
const DATE = { dateStyle: "medium", timeStyle: "short" };

/** What a save is called that has no title yet: one of an earlier release, or one that cannot be read. */
const nameOf = ({ name, title }) => title || (name.includes("-unreadable-") ? "A match that can't be read" : "A match");

const linkOf = (name) => (name.startsWith("deal-") ? "Shared deal · " : name.startsWith("seed-") ? `Deal ${name.slice(5, -5)} · ` : "");

/**
 * @param {HTMLDialogElement} dialog
 * @param {{ name: string, title: string, time: number }[]} saves
 * @param {(name: string) => void} open
 */
export function listSaves(dialog, saves, open) {
  const list = dialog.querySelector("ul");
  const matches = saves.filter(({ name }) => name.endsWith(".toml"));
  list.replaceChildren(
    ...matches.map((save) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.save = save.name;
      const title = document.createElement("span");
      title.textContent = linkOf(save.name) + nameOf(save);
      const date = document.createElement("small");
      date.textContent = save.time ? new Date(save.time).toLocaleString(undefined, DATE) : "";
      button.append(title, date);
      button.addEventListener("click", () => {
        dialog.close();
        open(save.name);
      });
      item.append(button);
      return item;
    }),
  );
  if (!matches.length) list.textContent = "No match is saved in this browser yet.";
  dialog.showModal();
}
