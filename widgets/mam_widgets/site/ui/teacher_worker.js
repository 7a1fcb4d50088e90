// Python behind the page Teacher, in a worker: it starts at once, and then needs nothing more from anywhere.

const place = (name) => new URL(`../../../${name}`, import.meta.url).href;
const PYODIDE = self.name; // the address of Pyodide's folder, which the page gave this worker as its name
const tell = (kind, rest = {}) => self.postMessage({ kind, rest });

async function start() {
  const { loadPyodide } = await import(`${PYODIDE}pyodide.mjs`);
  const options = { indexURL: PYODIDE, lockFileURL: place("pyodide-lock.json") };
  const fetchArchive = async (name) => {
    const answer = await fetch(place(name));
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.arrayBuffer();
  };
  // What reads Excel workbooks is not kept for offline use: without it a workbook is refused, and all else works.
  const workbooks = fetchArchive("workbooks.zip").catch(() => null);
  const [python, mam, openpyxl] = await Promise.all([loadPyodide(options), fetchArchive("mam.zip"), workbooks]);
  for (const archive of [mam, openpyxl]) {
    if (archive) python.unpackArchive(archive, "zip", { extractDir: "/lib/python3.12/site-packages" });
  }
  const desk = python.pyimport("mam_widgets.teacher_desk.dropped_files");
  tell("ready");
  return { python, desk };
}

const started = start();
started.catch((error) => {
  console.error(error);
  tell("fault", { text: "Python could not be loaded. Check the connection, and reload this page." });
});

self.addEventListener("message", async ({ data }) => {
  const { python, desk } = await started;
  try {
    const result = desk.work(python.toPy(data.files), data.scale, data.name);
    tell("result", result.toJs({ dict_converter: Object.fromEntries }));
    result.destroy();
  } catch (error) {
    console.error(error);
    tell("fault", { text: "Something went wrong. Your files are as they were: try “mam grade” on your computer, which says more." });
  }
});
