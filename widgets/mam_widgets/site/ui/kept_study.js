// Kept study: the study that was opened from a file last, which this browser keeps for a shelf until it is removed or another one is opened.

/** @typedef {{ name: string, text: string, release: string, stage: any, tree: any }} KeptStudy */

/** @param {string} shelf the title of the shelf */
export function makeKeptStudy(shelf) {
  const key = `mam-study ${shelf}`;
  return {
    /** @returns {KeptStudy | null} */
    read() {
      try {
        const kept = JSON.parse(localStorage.getItem(key));
        return kept?.text && kept.tree?.boards && kept.stage?.boards ? kept : null;
      } catch {
        return null; // no storage, or not ours
      }
    },
    /** Whether the browser has room for it. @param {KeptStudy} study */
    write(study) {
      try {
        localStorage.setItem(key, JSON.stringify(study));
        return true;
      } catch {
        return false;
      }
    },
    remove() {
      try {
        localStorage.removeItem(key);
      } catch {
        // no storage
      }
    },
  };
}
