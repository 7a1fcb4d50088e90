// What a page says above its widget: why nothing can be played here, with the ways out, or what went wrong, which can be put away.

const TEXTS = {
  elsewhere: "This match is open in another tab.",
  taken: "This match was continued in another tab.",
  changed: "This match was continued in another tab, so your last move here is not saved.",
};

/** @typedef {{ open: (how?: object) => void, save: () => void, leave: () => void }} Ways */

export class Notice {
  constructor(el) {
    this.el = el;
    this.isWarning = false;
  }

  fill(text, ways) {
    const words = document.createElement("p");
    words.textContent = text;
    const buttons = document.createElement("div");
    for (const [label, act] of Object.entries(ways)) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = label;
      button.addEventListener("click", act);
      buttons.append(button);
    }
    this.el.replaceChildren(words, buttons);
    this.el.hidden = false;
  }

  /**
   * Say why nothing can be played.
   * @param {string} state "elsewhere", "taken", "changed", "unreadable" or "link"
   * @param {string} text what Python says of it, if it does
   * @param {string} kind the widget that was asked for
   * @param {Ways} ways
   */
  show(state, text, kind, { open, save, leave }) {
    const isMatch = kind === "play";
    this.isWarning = false;
    this.el.dataset.kind = state;
    if (state === "unreadable") {
      const anew = isMatch ? "Start a new match" : "Start over";
      this.fill(`${text} Nothing is lost: what was saved stays in this browser.`, { "Download the file": save, [anew]: () => open({ isNew: true }) });
    } else if (state === "link") {
      this.fill(text, { [isMatch ? "Go to your match" : "Open this page without it"]: leave });
    } else {
      this.fill(TEXTS[state], { "Continue here": () => open({ isForced: true }) });
    }
  }

  /**
   * Say what went wrong while all else goes on; what keeps from playing comes first. Returns whether it is said.
   * @param {string} text
   * @param {{ save?: () => void }} ways
   */
  warn(text, { save } = {}) {
    if (!this.el.hidden && !this.isWarning) return false;
    this.isWarning = true;
    this.el.dataset.kind = "warning";
    this.fill(text, { ...(save ? { "Save to a file": save } : {}), OK: () => this.hide() });
    return true;
  }

  endWarning() {
    if (this.isWarning) this.hide();
  }

  hide() {
    this.el.hidden = true;
    this.isWarning = false;
  }
}
