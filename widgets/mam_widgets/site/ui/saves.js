// What this browser has saved for the site: matches, each under its own name. A save is written by itself, and only over what was
// read or written here last: of two tabs with one match none can overwrite the other's moves.

import { createStore, del, entries, get, promisifyRequest, set, update } from "idb-keyval";

/** @typedef {{ text: string, title: string, time: number, revision: number, bytes?: Uint8Array, imported?: boolean }} Save */

const BEFORE = "/home/pyodide/mam-saves"; // the database of earlier releases, a mirror of a folder
const UNCHANGED = new Error("nothing to write");

/**
 * What is stored, whatever it is, as a save: what is none cannot be read by Python, but is never lost.
 * @returns {Save}
 */
function asSave(value) {
  const empty = { title: "", time: 0, revision: 0 };
  return typeof value?.text === "string" ? { ...empty, ...value } : { ...empty, text: JSON.stringify(value) ?? "" };
}

function decode(bytes) {
  try {
    return { text: new self.TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { text: new self.TextDecoder().decode(bytes), bytes }; // it is no text, and is downloaded as it is
  }
}

/** The files of earlier releases by their paths. A database that is not there is not made either. */
function readBefore() {
  return new Promise((done) => {
    const request = self.indexedDB.open(BEFORE);
    request.onupgradeneeded = () => request.transaction.abort();
    request.onerror = () => done([]);
    request.onsuccess = async () => {
      const database = request.result;
      try {
        const store = database.transaction("FILE_DATA").objectStore("FILE_DATA");
        const [paths, files] = await Promise.all([promisifyRequest(store.getAllKeys()), promisifyRequest(store.getAll())]);
        done(paths.map((path, index) => [path, files[index]]));
      } catch {
        done([]);
      } finally {
        database.close();
      }
    };
  });
}

export class Saves {
  /** @param {string} place the address of the site: another site of the same origin has its own saves */
  constructor(place) {
    this.known = new Map(); // the revision of each save as it was read or written here last
    this.store = createStore(`mam-saves ${place}`, "saves");
    this.times = createStore(`mam-imported ${place}`, "times"); // of the files of earlier releases that are here
  }

  /** Begin with what earlier releases saved. Rejects where nothing can be stored. */
  async start() {
    await this.list();
    try {
      await this.import();
    } catch {
      // no room: it stays where it is, for the next visit
    }
  }

  /** Take over what earlier releases saved. It stays where it was, too: a page of theirs may still be open. */
  async import() {
    for (const [path, file] of await readBefore()) {
      const name = path.split("/").pop();
      const time = Number(file.timestamp) || 0;
      if (!(file.contents instanceof Uint8Array) || (await get(name, this.times)) >= time) continue;
      const save = { ...decode(file.contents), title: "", time, revision: 1, imported: true };
      const old = await get(name, this.store);
      if (!old || old.imported) await set(name, save, this.store);
      else if (name.endsWith(".toml")) await set(name.replace(/\.toml$/, `-${time}.toml`), save, this.store);
      await set(name, time, this.times);
    }
  }

  /** All saves, the newest first. */
  async list() {
    const all = (await entries(this.store)).map(([name, value]) => ({ name: String(name), ...asSave(value) }));
    return all.sort((a, b) => b.time - a.time);
  }

  /** @returns {Promise<Save | null>} */
  async read(name) {
    const value = await get(name, this.store);
    const save = value === undefined ? null : asSave(value);
    this.known.set(name, save?.revision ?? 0);
    return save;
  }

  /**
   * Write a save, unless another tab has written it since it was read or written here: then nothing is written, and false returned.
   * Rejects if the browser refuses.
   * @returns {Promise<boolean>}
   */
  async write(name, text, title) {
    let revision = 0;
    const put = (old) => {
      const before = old === undefined ? 0 : asSave(old).revision;
      if (old !== undefined && before !== (this.known.get(name) ?? 0)) throw UNCHANGED;
      revision = before + 1;
      return { text, title, time: Date.now(), revision };
    };
    try {
      await update(name, put, this.store);
    } catch (error) {
      if (error === UNCHANGED) return false;
      throw error;
    }
    this.known.set(name, revision);
    return true;
  }

  async delete(name) {
    await del(name, this.store);
    this.known.delete(name);
  }

  /** Give a save that cannot be read another name, so that a new one can take its place. */
  async putAside(name) {
    await this.store("readwrite", async (store) => {
      const value = await promisifyRequest(store.get(name));
      if (value === undefined) return;
      const names = new Set(await promisifyRequest(store.getAllKeys()));
      const [stem, ending] = [name.replace(/\.\w+$/, ""), name.match(/\.\w+$/)?.[0] ?? ""];
      let number = 1;
      while (names.has(`${stem}-unreadable-${number}${ending}`)) number += 1;
      store.put(value, `${stem}-unreadable-${number}${ending}`);
      store.delete(name);
      await promisifyRequest(store.transaction);
    });
    this.known.delete(name);
  }
}
