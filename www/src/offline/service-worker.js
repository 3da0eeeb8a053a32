// Keeps the page and all that it can load, so that it works without a network once it was loaded.
// The build puts before this: VERSION, which changes with any file, and FILES, every file of the page.

// Other pages of the same origin have caches too; the scope tells this page's from theirs.
const PREFIX = `powmod ${registration.scope} `;
const CACHE = PREFIX + VERSION;

addEventListener('install', (event) => {
  // Past the browser's own cache, which may hold what another version left there.
  const files = FILES.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)));
});

// This version's turn comes when no page of the last one is open any more: pages fetch some of their parts late.
addEventListener('activate', (event) => {
  event.waitUntil(dropOlder());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(registration.scope)) event.respondWith(answer(request));
});

async function dropOlder() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
}

/** The page itself from the network where there is one; its parts, whose names change with what they hold, from here. */
async function answer(request) {
  const cache = await caches.open(CACHE);
  if (request.mode === 'navigate') return fetch(request).catch(() => cache.match('./'));
  return (await cache.match(request)) ?? fetch(request);
}
