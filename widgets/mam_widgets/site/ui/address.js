// What the part of an address after `#` asks for: one of a page's widgets by its name, or something in it; and the place there.

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
