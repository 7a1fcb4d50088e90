// Python behind a plain page, in a worker: it opens a widget, answers its messages, and writes what it saves into this browser.

const HOME = "/home/pyodide";
const SAVES = `${HOME}/mam-saves`;
const HEAVY = ["numpy", "pandas"]; // what labs, hints and reviews compute with; the table itself does without
const WRITE_AFTER = 300; // milliseconds without a change

const tell = (kind, rest = {}) => self.postMessage({ kind, rest });
const place = (name) => new URL(`../../../${name}`, import.meta.url).href;
const PYODIDE = self.name; // the address of its folder, which the page gave this worker as its name

/** What is thrown when a file did not come. */
class ConnectionLost extends Error {}

/** Wait for files, and throw ConnectionLost if they do not come. */
const arrive = (files) =>
  files.catch((error) => {
    console.warn(error);
    throw new ConnectionLost(navigator.onLine ? "The connection broke off while Python was loading." : "You are offline, and Python is not saved in this browser yet.");
  });

/** Rejects if WebAssembly's file does not come whole: Pyodide would wait for it forever. */
const wasmLost = new Promise((_done, reject) => {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = (source, imports) => {
    const module = instantiateStreaming(source, imports);
    module.catch(reject);
    return module;
  };
});
wasmLost.catch(() => {}); // later modules have their own messages

async function fetchArchive() {
  const answer = await fetch(place("mam.zip"));
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.arrayBuffer();
}

let saving = 0;

async function start() {
  tell("progress", { part: 0.05, text: "Starting Python…" });
  const [python, source] = await arrive(Promise.race([Promise.all([loadPython(), fetchArchive()]), wasmLost]));
  tell("progress", { part: 0.6, text: "Loading the rules…" });
  python.unpackArchive(source, "zip", { extractDir: "/lib/python3.12/site-packages" });
  python.FS.mkdirTree(SAVES);
  try {
    python.FS.mount(python.FS.filesystems.IDBFS, {}, SAVES);
    await sync(python, true);
  } catch {
    tell("fault", { text: "This browser lets the page save nothing: save your match in a file." });
  }
  tell("progress", { part: 0.7, text: "Opening the table…" });
  const { LivePage } = python.pyimport("mam_widgets.site.live");
  return { python, page: LivePage((name, value) => tell("field", { name, value })), heavy: false };
}

async function loadPython() {
  const { loadPyodide } = await import(`${PYODIDE}pyodide.mjs`);
  return loadPyodide({ indexURL: PYODIDE, lockFileURL: place("pyodide-lock.json"), env: { HOME } });
}

const sync = (python, populate) => new Promise((done, fail) => python.FS.syncfs(populate, (error) => (error ? fail(error) : done(undefined))));

/** Write the saves into the browser, once a short while has passed without another change. */
function save({ python }) {
  clearTimeout(saving);
  saving = setTimeout(() => sync(python, false).catch(() => tell("fault", { text: "This browser has no room left for saves." })), WRITE_AFTER);
}

async function loadHeavy(live, isNeeded) {
  if (!isNeeded || live.heavy) return;
  tell("working", { text: "Loading numpy and pandas, once…" });
  await live.python.loadPackage(HEAVY, { messageCallback: () => {}, errorCallback: () => {} }).catch(() => {}); // it does not always throw
  const isThere = HEAVY.every((name) => name in live.python.loadedPackages);
  await arrive(isThere ? Promise.resolve() : Promise.reject());
  live.page.load_packages();
  live.heavy = true;
  tell("idle");
}

/* The sentence of a Python error stands behind its name, at the start of a line. */
const sentence = (error) => {
  const text = String(error.message || error).trim();
  const lines = text.split("\n").filter((line) => /^[\w.]+(Error|Exception): /.test(line));
  return (lines.at(-1) || text.split("\n")[0]).replace(/^[\w.]+: /, "");
};

const acts = {
  open: async (live, { kind, link, heavy }) => {
    await loadHeavy(live, heavy);
    tell("opening");
    live.page.open(kind, link);
    tell("opened", { kind });
  },
  message: async (live, { text }) => {
    await loadHeavy(live, !live.heavy && live.page.needs_packages(text));
    live.page.handle(text);
  },
  link: (live) => tell("link", { text: live.page.link() }),
  export: (live) => {
    const [name, text] = live.page.export().toJs();
    tell("file", { name, text });
  },
  load: (live, { name, text }) => {
    tell("opening");
    tell("opened", { kind: live.page.load(name, text) });
  },
  settle: async (live) => {
    clearTimeout(saving);
    await sync(live.python, false).catch(() => {});
    tell("settled");
  },
};

/** Say what went wrong: a connection that was lost can be tried again, with the message that it was for. */
function report(error, message = null) {
  tell("idle");
  if (error instanceof ConnectionLost) tell("lost", { text: error.message, message });
  else tell("fault", { text: sentence(error) });
}

const started = start();
started.catch((error) => report(error instanceof ConnectionLost ? error : new Error(`Python could not be started: ${sentence(error)}`)));
let turn = Promise.resolve(); // one message after another

self.addEventListener("message", ({ data }) => {
  turn = turn.then(async () => {
    const live = await started.catch(() => null);
    if (!live) return; // that was said
    try {
      await acts[data.do](live, data);
      save(live);
    } catch (error) {
      report(error, data);
    }
  });
});
