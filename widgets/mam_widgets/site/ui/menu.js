// The menu ⋯ of a page, and its files: a file to read, a file to save.

/**
 * The menu's buttons by their ids, each with what it does. The menu closes after each, at a click elsewhere, and at Escape.
 * @param {Record<string, () => void>} acts
 */
export function makeMenu(acts) {
  const list = /** @type {HTMLDetailsElement} */ (document.getElementById("menu"));
  const close = () => {
    list.open = false;
  };
  for (const [id, act] of Object.entries(acts)) {
    document.getElementById(id)?.addEventListener("click", () => {
      close();
      act();
    });
  }
  document.addEventListener("click", (event) => list.open && !list.contains(/** @type {Node} */ (event.target)) && close());
  document.addEventListener("keydown", (event) => event.key === "Escape" && close());
}

/**
 * What asks for a file, and does with it what it is given then.
 * @param {(file: File) => unknown} act what is done with one where nothing else is given
 */
export function makeFilePicker(act) {
  const input = /** @type {HTMLInputElement} */ (document.getElementById("file"));
  input.addEventListener("change", async () => {
    const [chosen] = input.files;
    if (chosen) await act(chosen);
    input.value = "";
  });
  return (next = act) => {
    act = next;
    input.click();
  };
}

/** The text of a file. Fails with a sentence for one that is too large or no text. */
export async function readText(file, most) {
  if (file.size > most) throw new Error(`“${file.name}” is too large: it has ${file.size.toLocaleString("en")} bytes, and at most ${most.toLocaleString("en")} are read.`);
  try {
    return new self.TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()).replaceAll("\r\n", "\n");
  } catch {
    throw new Error(`“${file.name}” is not UTF-8 text.`);
  }
}

export function download(name, text) {
  const place = document.createElement("a");
  place.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  place.download = name;
  place.click();
  URL.revokeObjectURL(place.href);
}
