// Registers the service worker, and tells the visitor when the page no longer needs a network.
import { byId } from '../dom.ts';

/** The worker stores the page's files, of all kernels that of this engine alone. */
export function startOffline(kernel: string) {
  // Not in development: files change there while their names stay.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register(`./sw.js?kernel=${kernel}`).catch(() => {
    // The host or the browser does not allow it. The page still works with a network.
  });
  navigator.serviceWorker.ready.then(() => {
    byId('offline').textContent = 'This page now works without a network.';
  });
}
