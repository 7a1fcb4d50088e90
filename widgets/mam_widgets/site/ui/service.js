// The service worker, made of Workbox. The build writes in front of this file Workbox itself, RELEASE, and in FILES the files of the
// release by what needs them ("shell", "front", "studies", "python"), each with its hash.
//
// A new release takes over as soon as its shell is here: what lies in app/ has its release in its address, so a page that is still open
// goes on with its own files. They stay as long as such a page lives; `page.js` says so with a lock.

/** @type {any} */
const scope = self;
const { core, precaching, routing, strategies } = scope.workbox;
const TOP = scope.registration.scope;
const LOCKS = `mam ${TOP} `; // what a page with scripts of a release holds: this, and its release
const OF_A_RELEASE = /^app\/[0-9a-f]{12}\//; // this one, or one before it
const { shell, ...others } = scope.FILES;

const all = new precaching.PrecacheController(); // one cache, named after the scope: another site's is never touched
all.addToCacheList([shell, ...Object.values(others)].flat());
const first = new precaching.PrecacheController();
first.addToCacheList(shell);
const { match } = new precaching.PrecacheRoute(all, { ignoreURLParametersMatching: [/./] });

const keyOf = (request, params) => params?.cacheKey || all.getCacheKeyForURL(request.url);

/* A full disk fails no answer: CacheFirst does not wait for the cache to be written. */
const files = new strategies.CacheFirst({
  cacheName: core.cacheNames.precache,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      cacheKeyWillBeUsed: async ({ request, params }) => keyOf(request, params) || request,
      requestWillFetch: async ({ request }) => {
        const key = keyOf(request, match({ request }));
        if (!key) return request; // of a release before this one
        const cache = key === request.url ? "default" : "reload"; // a file without its version in its address may be an old one
        return new Request(request, { cache, integrity: all.getIntegrityForCacheKey(key) });
      },
    },
  ],
});

routing.registerRoute(match, files);
routing.registerRoute(({ url }) => url.href.startsWith(TOP) && OF_A_RELEASE.test(url.href.slice(TOP.length)), files);
routing.registerRoute(
  ({ request, url }) => request.mode === "navigate" && url.href.startsWith(TOP),
  new strategies.NetworkOnly({ plugins: [{ handlerDidError: sayOffline }] }),
);

/** The page that stands in for one that is not kept, with links that lead from any place. */
async function sayOffline() {
  const page = await all.matchPrecache("offline.html");
  const text = (await page.text()).replaceAll('="./', `="${TOP}`);
  return new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

scope.addEventListener("install", (event) => {
  first.install(event);
  scope.skipWaiting();
});

scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));

/** Fetch all that these groups lack. Rejects if the network or the disk does not allow it. */
async function keep(event, groups) {
  for (const { url } of groups.flatMap((name) => scope.FILES[name])) {
    await Promise.all(files.handleAll({ request: new Request(new URL(url, TOP)), event }));
  }
}

/** Delete what earlier releases left, once no page of one of them is open. */
async function clear(event) {
  const { held } = await scope.navigator.locks.query();
  if (held.some(({ name }) => name.startsWith(LOCKS) && name !== LOCKS + scope.RELEASE)) return;
  await all.activate(event);
  for (const name of await scope.caches.keys()) {
    // Before Workbox each release had a cache of its own, with the front page in it.
    if (/^mam-[0-9a-f]{12}$/.test(name) && (await scope.caches.match(TOP, { cacheName: name }))) await scope.caches.delete(name);
  }
}

/* A page of this release has begun: { do: "keep", groups }. The answer says whether all of it works offline now. */
scope.addEventListener("message", (event) => {
  if (event.data.do !== "keep") return;
  const work = async () => {
    await clear(event);
    await keep(event, event.data.groups);
  };
  event.waitUntil(
    work().then(
      () => event.ports[0].postMessage(true),
      () => event.ports[0].postMessage(false),
    ),
  );
});
