// The service worker: each file of this release is fetched once, and then comes from the cache, also without a network. A new
// release is another service worker with another cache. The build writes RELEASE, and in SHELL the files of every page, in front.

/** @type {any} */
const scope = self;
const CACHE = `mam-${scope.RELEASE}`;
const TOP = scope.registration.scope;

scope.addEventListener("install", (event) => {
  const addresses = scope.SHELL.map((name) => new URL(name, TOP).href);
  event.waitUntil(scope.caches.open(CACHE).then((cache) => cache.addAll(addresses)));
  scope.skipWaiting();
});

scope.addEventListener("activate", (event) => {
  const begin = async () => {
    const names = (await scope.caches.keys()).filter((name) => name.startsWith("mam-") && name !== CACHE);
    await Promise.all(names.map((name) => scope.caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(begin());
});

async function answer(request) {
  const cache = await scope.caches.open(CACHE);
  const saved = await cache.match(request, { ignoreSearch: request.mode === "navigate" });
  if (saved) return saved;
  const fresh = await scope.fetch(request);
  if (fresh.status === 200) await cache.put(request, fresh.clone());
  return fresh;
}

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(TOP)) event.respondWith(answer(request));
});
