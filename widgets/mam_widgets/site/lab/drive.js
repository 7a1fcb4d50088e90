// What a cell writes reaches the file browser through JupyterLite's service worker. JupyterLite does not wait for it: a kernel that
// starts first keeps no file, without a word. It also removes the service worker of the plain pages when it finds none of its
// version noted. So its service worker is started here, before all else, and its version is noted.
//
// The lists of settings and of packages keep their addresses from release to release, so the network is asked for them here: the browser
// may still have old ones, which name packages that are gone.

const TOP = new URL("./", import.meta.url);
const PATIENCE = 10_000; // milliseconds: then JupyterLite has to do without, as in a private window of some browsers

async function start() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const settings = (await (await fetch(new URL("jupyter-lite.json", TOP), { cache: "no-cache" })).json())["jupyter-config-data"];
  const { pyodideUrl } = settings.litePluginSettings["@jupyterlite/pyodide-kernel-extension:kernel"];
  await fetch(new URL("pyodide-lock.json", new URL(pyodideUrl, TOP)), { cache: "no-cache" });
  const address = new URL("service-worker.js?enableCache=false", TOP).href;
  localStorage.setItem(`${address}-version`, settings.appVersion);
  const isReady = () => serviceWorker.controller?.scriptURL === address;
  const ready = new Promise((done) => {
    serviceWorker.addEventListener("controllerchange", () => isReady() && done(undefined));
    setTimeout(done, PATIENCE);
  });
  await serviceWorker.register(address);
  if (!isReady()) await ready;
}

await start().catch(console.warn);
