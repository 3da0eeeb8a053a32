// The part of a page that all contenders share. pages.mjs bundles it with one contender.
/**
 * Takes the proof from the page, verifies it, and sends the times to the server. `script` and `verdict` are
 * milliseconds since the navigation.
 */
export async function measureInPage(verify) {
  const answer = await measured(verify).catch((error) => ({ error: `${error} ${error.stack}` }));
  await fetch('/answer', { method: 'POST', body: JSON.stringify(answer) });
}

async function measured(verify) {
  const proof = JSON.parse(document.getElementById('proof').textContent);
  const answer = await verify(proof);
  const { isValid, steps } = typeof answer === 'boolean' ? { isValid: answer } : answer;
  return { isValid, steps, script: globalThis.scriptStart, verdict: performance.now() };
}

/** The milliseconds of a loop that is the same in all pages. */
globalThis.spin = () => {
  const start = performance.now();
  let x = 1;
  for (let i = 0; i < 2e7; i++) x = (Math.imul(x, 48271) + i) | 0;
  globalThis.spun = x; // so that no engine leaves the loop out
  return performance.now() - start;
};
