// Registers the service worker, and says when the page no longer needs a network.
import { byId } from '../dom.ts';

export function startOffline() {
  // While the page is developed its files change under their names.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('./sw.js').catch(() => {
    // A host or a browser that does not allow it: the page works as well, with a network.
  });
  navigator.serviceWorker.ready.then(() => {
    byId('offline').textContent = 'Works without a network too.';
  });
}
