// A text that a person takes away: copied, given to the phone's share menu, or saved as a file. Nothing is sent by us.

/** Whether this device has a share menu. */
export const canShare = () => typeof navigator.share === "function";

/**
 * Copy a text, and say whether that was allowed.
 * @param {string} text
 */
export const copyText = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no clipboard: a page without https, or a person who said no
  }
};

/**
 * Open the share menu with a text, and say whether it was given to something.
 * @param {string} title
 * @param {string} text
 */
export const shareText = async (title, text) => {
  try {
    await navigator.share({ title, text });
    return true;
  } catch {
    return false; // closed, or not allowed
  }
};

/**
 * Save a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function saveText(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
