// The part of an address after `#`: which of a page's widgets it asks for, or what in it; and how it follows what is open.

/**
 * @param {string} hash what stands after `#`
 * @param {{ kind: string, choices: Record<string, unknown> }} page its widgets, and which of them is the first
 * @returns {{ kind: string, head: string, link: string, isBare: boolean }} the widget, its name if the address has it, and the rest, which Python reads
 */
export function readAddress(hash, page) {
  const [head] = hash.split("&", 1);
  if (Object.hasOwn(page.choices, head)) return { kind: head, head, link: hash.slice(head.length + 1), isBare: hash === head };
  const isRecord = hash.startsWith("record=") && Object.hasOwn(page.choices, "stepper");
  return { kind: isRecord ? "stepper" : page.kind, head: "", link: hash, isBare: !hash };
}

/** What stands after `#` for a widget that its page calls `head`, with what Python says of it. */
export function writeAddress(head, link) {
  return [head, link].filter(Boolean).join("&");
}

/** What stands after `#` now. */
export function readHash() {
  const hash = window.location.hash.slice(1);
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash; // not made by a browser
  }
}

/**
 * Keep the address in step with what is open. `open` is called with what stands after `#`, now and after each change.
 * @param {(hash: string) => unknown} open
 */
export function makeAddress(open) {
  let read = ""; // what was opened or written last
  const openHash = () => {
    read = window.location.hash;
    return open(readHash());
  };
  window.addEventListener("hashchange", openHash);
  return {
    open: openHash,
    /** The address follows what is open, unless it has just been changed: what it asks for now is about to be opened. */
    follow(hash, isShown = readHash() === hash) {
      if (window.location.hash !== read || isShown) return;
      window.history.replaceState(null, "", hash ? `#${hash}` : window.location.pathname);
      read = window.location.hash;
    },
  };
}
