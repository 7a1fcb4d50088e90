/**
 * Run a Python file in Pyodide: node pyodide.mjs PYODIDE WHEELS SITE OUT FILE
 *
 * PYODIDE is the folder of npm's package, WHEELS a folder of wheels that its lock file names, SITE what goes into Python's
 * path, OUT where the file may write.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodideFolder, wheels, site, out, file] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodideFolder, "pyodide.mjs")).href);
const pyodide = await loadPyodide({ indexURL: pyodideFolder, packageCacheDir: wheels });
await pyodide.loadPackage(["numpy", "pandas"], { messageCallback: () => {} });
for (const [place, root] of Object.entries({ "/site": site, "/out": out })) {
  pyodide.FS.mkdirTree(place);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root }, place);
}
await pyodide.runPythonAsync("import sys; sys.path.insert(0, '/site')");
try {
  await pyodide.runPythonAsync(readFileSync(file, "utf8"));
} catch (error) {
  console.error(error.message); // the stack is all of Pyodide
  process.exit(1);
}
process.exit(0);
