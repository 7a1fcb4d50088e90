// A page and its service worker: what was loaded works offline, and a new release is offered.

const LONGEST_INSTALL = 60_000; // milliseconds
const forever = new Promise(Boolean); // a promise that nothing keeps

/**
 * Let the service worker keep this page and what it needs. Returns when it controls the page, or when that takes too long.
 *
 * @param {{ service: string, release: string, offer: () => void }} page
 */
export async function keepOffline({ service, release, offer }) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  // Held for the life of the page: as long as it is, the service worker of a newer release keeps the files of this one.
  const scope = new URL("./", new URL(service, window.location.href)).href;
  navigator.locks?.request(`mam ${scope} ${release}`, { mode: "shared" }, () => forever).catch(() => {});
  try {
    const registration = await serviceWorker.register(service, { updateViaCache: "none" });
    let isFirst = !registration.active;
    const controlled = new Promise((done) => {
      serviceWorker.addEventListener("controllerchange", () => {
        if (!isFirst) offer();
        isFirst = false;
        done(undefined);
      });
    });
    document.addEventListener("visibilitychange", () => document.hidden || registration.update().catch(() => {}));
    if (isFirst) await Promise.race([controlled, endOf(registration.installing), new Promise((done) => setTimeout(done, 3000))]);
  } catch {
    // refused, as in a private window: the page works, but not offline
  }
}

/** Resolve if the service worker could not be installed, as on a full disk. */
function endOf(worker) {
  return new Promise((done) => worker?.addEventListener("statechange", () => worker.state === "redundant" && done(undefined)));
}

/** The service worker that controls this page; on a first visit it may still be installing. */
async function findWorker() {
  const { serviceWorker } = navigator;
  if (!serviceWorker || serviceWorker.controller || !(await serviceWorker.getRegistration())) return serviceWorker?.controller;
  const controlled = new Promise((done) => serviceWorker.addEventListener("controllerchange", done, { once: true }));
  await Promise.race([controlled, new Promise((done) => setTimeout(done, LONGEST_INSTALL))]);
  return serviceWorker.controller;
}

/**
 * Fetch what is still missing for working offline, and return whether all of it is here now.
 *
 * @param {string[]} groups of files, as the service worker names them
 * @returns {Promise<boolean>}
 */
export async function keepFiles(groups) {
  const worker = await findWorker();
  if (!worker) return false;
  return new Promise((done) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = ({ data }) => done(data);
    worker.postMessage({ do: "keep", groups }, [channel.port2]);
  });
}
