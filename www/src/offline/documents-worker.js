// Stores each document that is opened, and with the first one what all share and the search's index. The network comes
// first: without one, what is stored is shown.
// The build (www/offline.mjs) puts two constants before this code: FILES, the names of what is stored with the first
// document, and VERSION, by which a browser sees that one of them has changed.

const CACHE = `powmod documents ${registration.scope}`;

addEventListener('install', (event) => {
  // A page never gets an older file than the network has, so nothing must wait until the older pages are closed.
  skipWaiting();
  const files = FILES.map((file) => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)));
});

addEventListener('activate', (event) => {
  event.waitUntil(clients.claim());
});

addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(registration.scope)) event.respondWith(answer(event));
});

/** A page sends its address and those of its parts, if it was loaded before this worker could store them. */
addEventListener('message', (event) => {
  event.waitUntil(storeAll(event.data));
});

/** A folder and its index.html are one file. What comes behind ? does not choose a file. */
function keyOf(address) {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/index\.html$/, '/');
}

async function answer(event) {
  const { url, mode } = event.request;
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(event.request);
    if (response.status === 200) event.waitUntil(cache.put(keyOf(url), response.clone()));
    return response;
  } catch {
    const stored = await cache.match(keyOf(url));
    if (stored) return stored;
    return mode === 'navigate'
      ? absentDocument(registration.scope, 'The first page of the documents, with their search,')
      : Response.error();
  }
}

async function storeAll(addresses) {
  const cache = await caches.open(CACHE);
  const store = async (address) => {
    if (await cache.match(keyOf(address))) return;
    const response = await fetch(address);
    if (response.status === 200) await cache.put(keyOf(address), response);
  };
  await Promise.allSettled(addresses.filter((address) => address.startsWith(registration.scope)).map(store));
}
