// The part of a page that all contenders share. pages.mjs bundles it with one contender.
import { repeat } from './repeat.js';

/**
 * Takes the proof from the page, verifies it, and sends the times to the server. `script` and `verdict` are milliseconds
 * since the navigation. The page's query is the number of further proofs.
 */
export async function measureInPage(verify) {
  const answer = await measured(verify).catch((error) => ({ error: `${error} ${error.stack}` }));
  await fetch('/answer', { method: 'POST', body: JSON.stringify(answer) });
}

async function measured(verify) {
  const proof = JSON.parse(document.getElementById('proof').textContent);
  const isValid = await verify(proof);
  const verdict = performance.now();
  const later = await repeat(verify, proof, Number(location.search.slice(1)));
  return { isValid, script: globalThis.scriptStart, verdict, origin: performance.timeOrigin, later };
}
