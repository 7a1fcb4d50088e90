// Which tab has a match open: only that one plays it. Web Locks say so, and end with their tab; where there are none (a site on a plain
// http address), tabs ask each other. Neither protects what is saved: `Saves.write` does, whatever a tab believes.

const PATIENCE = 1500; // milliseconds in which a tab that is awake answers: one that sleeps has its match taken
const PATIENCE_WITHOUT_LOCKS = 500; // nobody may be there

export class Claims {
  /**
   * @param {string} place the address of the site
   * @param {{ give: (name: string) => Promise<void>, lose: (name: string) => void }} owner `give` is called when another tab asks to
   *   go on: it saves what there is, and plays no more; `lose` when a match was taken while this tab slept
   */
  constructor(place, owner) {
    this.place = place;
    this.owner = owner;
    this.held = new Map(); // by name, what releases it
    this.id = `${Math.random()}`;
    this.waiting = new Map(); // by name, who waits for an answer
    this.locks = self.navigator?.locks;
    this.channel = self.BroadcastChannel ? new self.BroadcastChannel(`mam-saves ${place}`) : null;
    this.channel?.addEventListener("message", ({ data }) => this.hear(data));
  }

  async hear({ what, name, from }) {
    if (what === "answer") {
      this.waiting.get(name)?.();
    } else if (this.held.has(name) && from !== this.id) {
      if (what === "give") {
        await this.owner.give(name);
        this.drop(name);
      }
      this.channel.postMessage({ what: "answer", name, from: this.id });
    }
  }

  /** Ask the tab that has this match: whether it is there, or to give it. Returns whether it answered. */
  ask(what, name) {
    if (!this.channel) return Promise.resolve(false);
    return new Promise((done) => {
      const end = (answered) => {
        clearTimeout(timer);
        this.waiting.delete(name);
        done(answered);
      };
      const timer = setTimeout(() => end(false), this.locks ? PATIENCE : PATIENCE_WITHOUT_LOCKS);
      this.waiting.set(name, () => end(true));
      this.channel.postMessage({ what, name, from: this.id });
    });
  }

  /**
   * Take a match: if another tab has it, only by `force`, or if that tab sleeps. Returns whether it is this tab's now.
   * @returns {Promise<boolean>}
   */
  async take(name, force = false) {
    if (this.held.has(name)) return true;
    if (!this.locks) {
      const isHeld = await this.ask(force ? "give" : "there", name);
      if (!isHeld || force) this.held.set(name, () => {});
      return !isHeld || force;
    }
    if (await this.lock(name, { ifAvailable: true })) return true;
    const isAwake = await this.ask(force ? "give" : "there", name);
    if (isAwake && !force) return false;
    return (await this.lock(name, { ifAvailable: true })) || this.lock(name, { steal: true });
  }

  /** Hold a lock until it is dropped, or another tab takes it. */
  lock(name, options) {
    return new Promise((done, fail) => {
      this.locks
        .request(`mam-save ${this.place} ${name}`, options, (lock) => {
          if (!lock) return done(false);
          return new Promise((release) => {
            this.held.set(name, release);
            done(true);
          });
        })
        .catch((error) => {
          if (!this.held.delete(name)) fail(error);
          else this.owner.lose(name);
        });
    });
  }

  /** Let others have a match. */
  drop(name) {
    this.held.get(name)?.();
    this.held.delete(name);
  }

  /** Let others have all matches but one. */
  dropOthers(name = "") {
    for (const other of [...this.held.keys()]) if (other !== name) this.drop(other);
  }
}
