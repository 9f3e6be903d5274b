// The service worker of a served page: it keeps the page on the device and serves that copy from then on. A browser may
// replace this script whenever it likes, but the page is replaced only when its reader asks.

import { hex } from './hex.js';

const scope = /** @type {any} */ (globalThis),
  here = new URL('./', location.href).pathname;
const names = ['', 'manifest.webmanifest', 'icon.svg'],
  kept = 'darkjunqi',
  found = 'darkjunqi-found';

/** Fetches all files from the server into a cache. @param {string} name */
async function fetchInto(name) {
  await caches.delete(name);
  const cache = await caches.open(name);
  await cache.addAll(names.map(file => new Request(here + file, { cache: 'reload' })));
  return cache;
}

/** The SHA-256 of a cache's page, in hex. @param {Cache} cache */
async function hashOf(cache) {
  const page = await cache.match(here);
  return hex(await crypto.subtle.digest('SHA-256', await /** @type {Response} */ (page).arrayBuffer()));
}

/** What the page may ask. @type {Record<string, () => Promise<string>>} */
const answers = {
  look: async () => hashOf(await fetchInto(found)), // the hash of the page that the server has now
  use: async () => {
    const newer = await caches.open(found),
      own = await caches.open(kept);
    for (const request of await newer.keys())
      await own.put(request, /** @type {Response} */ (await newer.match(request)));
    await caches.delete(found);
    return '';
  },
};

addEventListener('install', (/** @type {any} */ e) => {
  scope.skipWaiting();
  e.waitUntil(caches.has(kept).then(async has => has || void (await fetchInto(kept))));
});
addEventListener('activate', (/** @type {any} */ e) => e.waitUntil(scope.clients.claim()));
addEventListener('fetch', (/** @type {any} */ e) => {
  const { origin, pathname } = new URL(e.request.url),
    name = pathname.slice(here.length);
  if (origin !== location.origin || !pathname.startsWith(here) || !['index.html', ...names].includes(name)) return;
  e.respondWith(
    caches
      .open(kept)
      .then(async cache => (await cache.match(here + (name === 'index.html' ? '' : name))) ?? fetch(e.request)),
  );
});
addEventListener('message', (/** @type {any} */ e) => {
  e.waitUntil(
    answers[e.data]().then(
      said => e.ports[0].postMessage({ said }),
      error => e.ports[0].postMessage({ failed: String(error) }),
    ),
  );
});
