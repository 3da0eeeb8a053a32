// Each document has this script: it registers the service worker that stores what is opened.
const worker = new URL('../sw.js', document.currentScript.src).href;

async function register() {
  const registration = await navigator.serviceWorker.register(worker);
  if (navigator.serviceWorker.controller?.scriptURL === worker) return;
  const parts = performance.getEntriesByType('resource').map(({ name }) => name);
  const newest = registration.installing ?? registration.waiting ?? registration.active;
  newest.postMessage([location.href, ...parts]);
}

// After the page itself, which needs the network first.
addEventListener('load', () => {
  if ('serviceWorker' in navigator) register().catch(() => {}); // a host or a browser may not allow it
});
