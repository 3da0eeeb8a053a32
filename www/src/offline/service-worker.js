// Caches the files of the page, so that the page works without a network after its first load.
// The build (www/offline.mjs) puts three constants before this code: VERSION, which changes with any file, FILES, the
// names of all files of the page, and KERNELS, the names of powmod's kernels.

// Pages of the same origin share their caches. The scope tells this page's caches from those of others.
const PREFIX = `powmod ${registration.scope} `;
const CACHE = PREFIX + VERSION;

/** Once one of them was opened, they have a service worker of their own (documents-worker.js). */
const DOCUMENTS = `${registration.scope}docs/`;

/** The kernel of this engine; other kernels are stored when they are first used. */
const kernel = new URL(location.href).searchParams.get('kernel');
/** Chia's module of this kernel, or of `scalar`, which stands in for a kernel without one. */
const ofChia = [kernel, 'scalar'].flatMap((name) => FILES.filter((file) => file.startsWith(`assets/${name}-chia-`)))[0];
const isOfAnother = (file) =>
  file !== ofChia && KERNELS.some((name) => name !== kernel && file.startsWith(`assets/${name}-`));

addEventListener('install', (event) => {
  // Bypass the browser's HTTP cache, which may hold files of another version.
  const files = FILES.filter((file) => !isOfAnother(file)).map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)));
});

// The browser activates this version when no page of the previous one is open. Until then those pages may still need
// the old cache, since they load some files late.
addEventListener('activate', (event) => {
  event.waitUntil(dropOlder());
});

addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method !== 'GET' || !url.startsWith(registration.scope)) return;
  if (!url.startsWith(DOCUMENTS)) event.respondWith(answer(event.request));
  else if (event.request.mode === 'navigate')
    event.respondWith(fetch(event.request).catch(() => absentDocument(registration.scope, 'The page of powmod')));
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
  const known = await cache.match(request, { ignoreSearch: true });
  if (request.mode === 'navigate') return fetch(request).catch(async () => known ?? cache.match('./'));
  if (known) return known;
  const response = await fetch(request);
  if (response.ok && request.url.startsWith(`${registration.scope}assets/`)) await cache.put(request, response.clone());
  return response;
}
