// The store of the site and who may play a match, under node, with an IndexedDB in memory: node --test saves.test.mjs
import assert from "node:assert/strict";
import { test } from "node:test";
import "fake-indexeddb/auto";

globalThis.self = globalThis;
const { Saves } = await import("../../widgets/mam_widgets/site/ui/saves.js");
const { Claims } = await import("../../widgets/mam_widgets/site/ui/claims.js");
const { readAddress, writeAddress } = await import("../../widgets/mam_widgets/site/ui/address.js");

let sites = 0;
const nextSite = () => `https://example.org/${(sites += 1)}/`;
const texts = async (saves) => Object.fromEntries((await saves.list()).map(({ name, text }) => [name, text]));

test("a save is written over only what was read or written here last", async () => {
  const site = nextSite();
  const [first, second] = [new Saves(site), new Saves(site)];
  assert.equal(await first.read("a.toml"), null);
  assert.equal(await first.write("a.toml", "one", "A"), true);
  assert.equal((await second.read("a.toml")).text, "one");
  assert.equal(await second.write("a.toml", "two", "A"), true);
  assert.equal(await first.write("a.toml", "lost", "A"), false);
  assert.deepEqual(await texts(first), { "a.toml": "two" });
  assert.equal((await first.read("a.toml")).text, "two");
  assert.equal(await first.write("a.toml", "three", "A"), true);
  assert.equal(await second.write("b.toml", "other", "B"), true);
  assert.deepEqual(await texts(second), { "a.toml": "three", "b.toml": "other" });
});

test("a write that the browser refuses can be repeated", async (context) => {
  const saves = new Saves(nextSite());
  await saves.write("a.toml", "one", "A");
  const refused = context.mock.method(globalThis.IDBObjectStore.prototype, "put", () => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await assert.rejects(saves.write("a.toml", "two", "A"));
  refused.mock.restore();
  assert.equal(await saves.write("a.toml", "two", "A"), true);
});

test("two sites of one origin have their own saves", async () => {
  const [first, second] = [new Saves(nextSite()), new Saves(nextSite())];
  await first.write("a.toml", "one", "A");
  assert.deepEqual(await texts(second), {});
});

test("what is no save is a save that Python cannot read", async () => {
  const saves = new Saves(nextSite());
  const values = { number: 5, nothing: null, list: [1], table: { text: 5 }, text: "garbage" };
  for (const [name, value] of Object.entries(values)) await saves.store("readwrite", (store) => store.put(value, name));
  for (const [name, value] of Object.entries(values)) assert.equal((await saves.read(name)).text, JSON.stringify(value));
});

test("a save that is put aside is lost at no time, and each has a name of its own", async () => {
  const saves = new Saves(nextSite());
  for (const text of ["one", "two"]) {
    await saves.read("a.toml");
    await saves.write("a.toml", text, "A");
    await saves.putAside("a.toml");
  }
  await saves.putAside("nothing.toml");
  assert.deepEqual(await texts(saves), { "a-unreadable-1.toml": "one", "a-unreadable-2.toml": "two" });
  assert.equal(await saves.write("a.toml", "three", "A"), true);
});

/** Write files as releases before did: IDBFS under Pyodide. */
async function writeBefore(files) {
  const database = await new Promise((done) => {
    const request = indexedDB.open("/home/pyodide/mam-saves", 21);
    request.onupgradeneeded = () => request.result.createObjectStore("FILE_DATA");
    request.onsuccess = () => done(request.result);
  });
  const store = database.transaction("FILE_DATA", "readwrite").objectStore("FILE_DATA");
  for (const [name, [contents, time]] of Object.entries(files)) {
    store.put({ contents: typeof contents === "string" ? new TextEncoder().encode(contents) : contents, timestamp: new Date(time), mode: 33206 }, `/home/pyodide/mam-saves/${name}`);
  }
  await new Promise((done) => {
    store.transaction.oncomplete = done;
  });
  database.close();
}

test("where no earlier release was, none is made", async () => {
  await new Saves(nextSite()).start();
  assert.ok(!(await indexedDB.databases()).some(({ name }) => name === "/home/pyodide/mam-saves"));
});

test("what earlier releases saved is taken over once, as it is, and what they save later, too", async () => {
  const noText = new Uint8Array([255, 254, 0]);
  await writeBefore({ "play.toml": ["old", 10], "quiz.json": ["{}", 11], "deal-1.toml": ["", 12], "x.toml": [noText, 13] });
  const saves = new Saves(nextSite());
  await saves.start();
  const all = await texts(saves);
  assert.deepEqual([all["play.toml"], all["quiz.json"], all["deal-1.toml"]], ["old", "{}", ""]);
  assert.deepEqual([...(await saves.read("x.toml")).bytes], [...noText]);
  assert.equal((await saves.list())[0].name, "x.toml", "the newest first");

  await saves.read("play.toml");
  await saves.write("play.toml", "played here", "A");
  await saves.start();
  assert.equal((await texts(saves))["play.toml"], "played here", "once only");

  await writeBefore({ "play.toml": ["played there", 20], "deal-1.toml": ["played there, too", 21] });
  await saves.start();
  const later = await texts(saves);
  assert.deepEqual([later["play.toml"], later["play-20.toml"], later["deal-1.toml"]], ["played here", "played there", "played there, too"]);
  assert.ok((await indexedDB.databases()).some(({ name }) => name === "/home/pyodide/mam-saves"), "it stays for their pages");
});

/** Locks as a browser has them, for several tabs in one process. */
function makeLocks() {
  const held = new Map();
  return {
    async request(name, { ifAvailable, steal }, act) {
      if (held.has(name) && ifAvailable) return act(null);
      held.get(name)?.(new DOMException("stolen", "AbortError"));
      const stolen = new Promise((_done, fail) => held.set(name, fail));
      const mine = held.get(name);
      assert.ok(ifAvailable || steal);
      try {
        return await Promise.race([act({ name }), stolen]);
      } finally {
        if (held.get(name) === mine) held.delete(name);
      }
    },
  };
}

for (const [kind, make] of Object.entries({ locks: makeLocks, "no locks": () => undefined })) {
  test(`a match is one tab's, and given when it is asked for, with ${kind}`, async () => {
    const [site, locks, told] = [nextSite(), make(), []];
    const open = (tab) => {
      const claims = new Claims(site, { give: async (name) => told.push(`${tab} gives ${name}`), lose: (name) => told.push(`${tab} loses ${name}`) });
      claims.locks = locks;
      return claims;
    };
    const [first, second] = [open("first"), open("second")];
    assert.equal(await first.take("a.toml"), true);
    assert.equal(await first.take("a.toml"), true);
    assert.equal(await second.take("a.toml"), false);
    assert.equal(await second.take("b.toml"), true, "another match is free");
    assert.equal(await second.take("a.toml", true), true);
    assert.deepEqual(told, ["first gives a.toml"]);
    assert.equal(await first.take("a.toml"), false);
    second.dropOthers("b.toml");
    assert.equal(await first.take("a.toml"), true);
    first.channel.close(); // it sleeps: it answers no more
    assert.equal(await second.take("a.toml"), true);
    assert.deepEqual(told, locks ? ["first gives a.toml", "first loses a.toml"] : ["first gives a.toml"]);
    second.channel.close();
  });
}

test("an address names a widget of its page, or what Python reads", () => {
  const play = { kind: "play", choices: { play: {}, stepper: {} } };
  const labs = { kind: "bidding", choices: { bidding: {}, discard: {} } };
  assert.deepEqual(readAddress("", play), { kind: "play", head: "", link: "", isBare: true });
  assert.deepEqual(readAddress("deal=MN-0", play), { kind: "play", head: "", link: "deal=MN-0", isBare: false });
  assert.deepEqual(readAddress("record=abc&step=3", play), { kind: "stepper", head: "", link: "record=abc&step=3", isBare: false });
  assert.deepEqual(readAddress("stepper&step=3", play), { kind: "stepper", head: "stepper", link: "step=3", isBare: false });
  assert.deepEqual(readAddress("discard", labs), { kind: "discard", head: "discard", link: "", isBare: true });
  for (const hash of ["__proto__", "constructor", "toString", "record=abc", "hasOwnProperty&step=1"]) {
    assert.deepEqual(readAddress(hash, labs), { kind: "bidding", head: "", link: hash, isBare: false });
  }
  assert.equal(writeAddress("stepper", "step=3"), "stepper&step=3");
  assert.equal(writeAddress("", ""), "");
});
