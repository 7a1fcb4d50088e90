/**
 * Click through the pages of a site as its worker does, in a Python of their own under node: node clicks.mjs SITE, walks as JSON from stdin
 *
 * A walk is { kind, link, messages, patience }: what is opened, and the messages sent one after the other, each when the work of the one
 * before is done (or has taken `patience` milliseconds), or soon, while it goes on. Writes as JSON for each message the milliseconds
 * until its answer, the longest step of the work behind it, and how many steps there were: the smaller of the times of the clock and of
 * the processor, because other work may keep the processor, and threads of node share its time.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [site] = process.argv.slice(2);
const app = join(resolve(site), "app"); // with two folders: Pyodide's, and that of the release
const [pyodideFolder, release] = readdirSync(app).sort((name) => (name.startsWith("pyodide-") ? -1 : 1)).map((name) => join(app, name));
const core = fileURLToPath(new URL("../../node_modules/pyodide", import.meta.url)); // node takes it for CommonJS in this place only
const { loadPyodide } = await import(pathToFileURL(join(core, "pyodide.mjs")).href);

const MEASURE = `
import asyncio, json
from mam_widgets.shared import background

steps = []
take_step = background._LoopWorker._step

def take_timed_step(worker):
    start = read_clocks()
    try:
        return take_step(worker)
    finally:
        steps.append(start.since())

background._LoopWorker._step = take_timed_step

async def settle(milliseconds):
    for _ in range(int(milliseconds / 20)):
        if len(asyncio.all_tasks()) == 1:
            break
        await asyncio.sleep(0.02)

async def settle_warming(page):
    while page._warming.busy:
        await asyncio.sleep(0.02)

def find_move(page):
    widget = page.widget
    if hasattr(widget, "session"):
        walk, session = getattr(widget._playing.stage, "walk", None), widget._playing.session
        walk = walk if type(widget._playing.stage).__name__ == "WhatIf" else None
        if not walk and not session.to_move:
            return ""
        shown = walk.round if walk else session.table_view
    else:
        shown = widget._walk.round if hasattr(widget, "_walk") else widget.view
    return str(shown.legal_moves[0]) if shown.legal_moves else ""

def is_over(page):
    return page.widget.session.round.is_over

def list_steps():
    longest, count = max(steps, default=0.0), len(steps)
    steps.clear()
    return longest, count
`;

const readClocks = () => {
  const [clock, processor] = [performance.now(), process.cpuUsage()];
  return {
    since: () => {
      const { user, system } = process.cpuUsage(processor);
      return Math.min(performance.now() - clock, (user + system) / 1000);
    },
  };
};

async function walk({ kind, link, messages, patience }) {
  const python = await loadPyodide({
    indexURL: core,
    packageCacheDir: pyodideFolder,
    env: { HOME: "/home/pyodide" },
  });
  python.unpackArchive(new Uint8Array(readFileSync(join(release, "mam.zip"))), "zip", { extractDir: "/lib/python3.12/site-packages" });
  python.globals.set("read_clocks", readClocks);
  await python.runPythonAsync(MEASURE);
  let answers = [];
  const page = python.pyimport("mam_widgets.site.live").LivePage((name, value) => answers.push([name, value]));
  const ask = (name, ...rest) => python.globals.get(name)(...rest);
  let heavy = false;
  const load = async (isNeeded) => {
    if (!isNeeded || heavy) return;
    await python.loadPackage(["numpy", "pandas"], { messageCallback: () => {} });
    page.load_packages();
    heavy = true;
  };

  async function send(message) {
    const { soon, ...rest } = message;
    const text = JSON.stringify({ ...rest, ...(rest.move === "any" ? { move: ask("find_move", page) } : {}) });
    if (!rest.act) await load(page.needs_packages(text));
    answers = [];
    const clocks = readClocks();
    if (rest.act === "open") page.open(rest.kind, rest.link ?? "");
    else if (rest.act) page[rest.act]();
    else page.handle(text);
    const time = clocks.since();
    const scene = JSON.parse(answers.filter(([name]) => name === "scene").at(-1)?.[1] ?? "{}");
    await ask("settle", soon ? patience / 100 : patience);
    const [longest, count] = ask("list_steps");
    return { message: rest, time, longest, count, refused: scene.ruling?.kind === "stop" ? `${scene.live}` : "" };
  }

  /** Play the round to its end with the first legal move each time; of each kind of click the longest is kept. */
  async function playOut() {
    const longest = {};
    while (!ask("is_over", page)) {
      const move = ask("find_move", page);
      const result = await send(move ? { do: "move", move } : { do: "step" });
      const kind = result.message.do;
      if (!longest[kind] || result.time > longest[kind].time) longest[kind] = { ...result, message: { do: kind, longest_of_a_round: true } };
    }
    return Object.values(longest);
  }

  await load(["bidding", "discard"].includes(kind));
  const opening = readClocks();
  page.open(kind, link);
  const opened = { message: { act: "open" }, time: opening.since() };
  await ask("settle_warming", page);
  const [longest, count] = ask("list_steps");
  const results = [{ ...opened, longest, count, refused: "" }];
  for (const message of messages) {
    if (message.act === "play_out") results.push(...(await playOut()));
    else if (message.act === "settle") await ask("settle", patience);
    else results.push(await send(message));
  }
  return results;
}

try {
  const results = await walk(JSON.parse(readFileSync(0, "utf8")));
  process.stdout.write(`${JSON.stringify(results)}\n`, () => process.exit(0));
} catch (error) {
  console.error(error.message); // the stack is all of Pyodide
  process.exit(1);
}
