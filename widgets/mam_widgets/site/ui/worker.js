// Python behind a plain page, in a worker: it opens a widget, answers its messages, and writes what it saves into this browser.

const HOME = "/home/pyodide";
const SAVES = `${HOME}/mam-saves`;
const HEAVY = ["numpy", "pandas"]; // what labs, hints and reviews compute with; the table itself does without
const WRITE_AFTER = 300; // milliseconds without a change

const tell = (kind, rest = {}) => self.postMessage({ kind, rest });
const place = (name) => new URL(`../../../${name}`, import.meta.url).href;

let saving = 0;

async function start() {
  tell("progress", { part: 0.05, text: "Starting Python…" });
  const source = fetch(place("mam.zip")).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = await import(place("pyodide/pyodide.mjs"));
  const python = await loadPyodide({ indexURL: place("pyodide/"), env: { HOME } });
  tell("progress", { part: 0.6, text: "Loading the rules…" });
  python.unpackArchive(await source, "zip", { extractDir: "/lib/python3.12/site-packages" });
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

const sync = (python, populate) => new Promise((done, fail) => python.FS.syncfs(populate, (error) => (error ? fail(error) : done(undefined))));

/** Write the saves into the browser, once a short while has passed without another change. */
function save({ python }) {
  clearTimeout(saving);
  saving = setTimeout(() => sync(python, false).catch(() => tell("fault", { text: "This browser has no room left for saves." })), WRITE_AFTER);
}

async function loadHeavy(live, isNeeded) {
  if (!isNeeded || live.heavy) return;
  tell("working", { text: "Loading numpy and pandas, once…" });
  await live.python.loadPackage(HEAVY, { messageCallback: () => {} });
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
};

const started = start();
started.catch((error) => tell("fault", { text: `Python could not be started: ${sentence(error)}` }));
let turn = Promise.resolve(); // one message after another

self.addEventListener("message", ({ data }) => {
  turn = turn.then(async () => {
    const live = await started;
    try {
      await acts[data.do](live, data);
      save(live);
    } catch (error) {
      tell("fault", { text: sentence(error) });
    }
  });
});
