// Both service workers have this before their own code.

/** Stands in for a document that is not on this device. `address` leads to what is. */
// biome-ignore lint/correctness/noUnusedVariables: the build puts this before the code that calls it
function absentDocument(address, name) {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>powmod: no network</title>
<p>This document is not on this device, and there is no network. A document that you have opened once opens without one.
<p><a href="${address}">${name}</a> works without a network.`;
  return new Response(html, { status: 503, headers: { 'Content-Type': 'text/html' } });
}
