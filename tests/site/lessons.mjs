/**
 * Run notebooks as the kernel of /lab/ does, without a page: node lessons.mjs SITE OUT NOTEBOOK…
 *
 * SITE is what `mam site build` wrote. A JSON file in OUT says for each notebook which cells failed and how long it took. Each
 * notebook has a Python of its own, as in JupyterLite.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

const [site, out, ...notebooks] = process.argv.slice(2);
const app = join(site, "app");
const pyodideFolder = join(app, readdirSync(app).find((name) => name.startsWith("pyodide-")));
const { loadPyodide } = await import(pathToFileURL(join(pyodideFolder, "pyodide.mjs")).href);
const settings = JSON.parse(readFileSync(join(site, "lab", "jupyter-lite.json"), "utf8"))["jupyter-config-data"];
const { packages } = settings.litePluginSettings["@jupyterlite/pyodide-kernel-extension:kernel"].loadPyodideOptions;

const KERNEL = `
import pyodide_kernel

outputs = []
shell = pyodide_kernel.ipython_shell
shell.send_comm = lambda *arguments: None
shell.displayhook.publish_execution_result = lambda count, data, metadata: outputs.append(dict(data))
shell.display_pub.display_data_callback = lambda data, metadata, transient: outputs.append(dict(data))
pyodide_kernel.stdout_stream.publish_stream_callback = lambda name, text: outputs.append({"text/plain": text})
pyodide_kernel.stderr_stream.publish_stream_callback = lambda name, text: outputs.append({"stderr": text})

async def run(code):
    import json
    outputs.clear()
    result = await pyodide_kernel.kernel_instance.run(code)
    error = "" if result["status"] == "ok" else f"{result['ename']}: {result['evalue']}"
    return json.dumps([error, [{kind: str(value) for kind, value in output.items()} for output in outputs]])
`;

for (const path of notebooks) {
  const begin = performance.now();
  const python = await loadPyodide({ indexURL: pyodideFolder, packages, stdout: () => {}, stderr: () => {} });
  python.FS.mkdirTree("/drive/notebooks");
  python.FS.chdir("/drive/notebooks");
  await python.runPythonAsync(KERNEL);
  const ready = (performance.now() - begin) / 1000;
  const run = python.globals.get("run");
  const cells = [];
  for (const cell of JSON.parse(readFileSync(path, "utf8")).cells) {
    if (cell.cell_type !== "code") continue;
    const start = performance.now();
    const [error, outputs] = JSON.parse(await run([cell.source].flat().join("")));
    cells.push({ error, outputs, seconds: (performance.now() - start) / 1000 });
  }
  const name = basename(path, ".ipynb");
  writeFileSync(join(out, `${name}.json`), JSON.stringify({ ready, seconds: (performance.now() - begin) / 1000, cells }));
}
process.exit(0);
