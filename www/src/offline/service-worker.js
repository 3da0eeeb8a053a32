// Caches every file of the page, so that the page works without a network after its first load.
// The build (www/offline.mjs) puts two constants before this code: VERSION, which changes with any file, and FILES,
// the names of all files of the page.

// Pages of the same origin share their caches. The scope tells this page's caches from those of others.
const PREFIX = `powmod ${registration.scope} `;
const CACHE = PREFIX + VERSION;

/** The documents need a network: the page does not stand in for them. */
const DOCUMENTS = `${registration.scope}docs/`;

addEventListener('install', (event) => {
  // Bypass the browser's HTTP cache, which may hold files of another version.
  const files = FILES.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)));
});

// The browser activates this version when no page of the previous one is open. Until then those pages may still need
// the old cache, since they load some files late.
addEventListener('activate', (event) => {
  event.waitUntil(dropOlder());
});

addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(registration.scope) && !url.startsWith(DOCUMENTS))
    event.respondWith(answer(event.request));
});

async function dropOlder() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
}

/** The page itself comes from the network if there is one. Its files have hashed names, so they come from the cache. */
async function answer(request) {
  const cache = await caches.open(CACHE);
  if (request.mode === 'navigate') return fetch(request).catch(() => cache.match('./'));
  return (await cache.match(request)) ?? fetch(request);
}
