// The time-lock puzzle of Cap: its own worker, and one on powmod.
import { pathIn, runCommonJs } from './packages.mjs';

/** The worker of @cap.js/widget. `answer` gets its messages. */
export function ownWorker(answer) {
  const self = { CAP_SILENT: true, postMessage: answer };
  runCommonJs(pathIn('@cap.js/widget', 'src/worker.js'), {}, { self });
  return (message) => self.onmessage({ data: message });
}

/** A worker on powmod with the same messages. */
export function powmodWorker(pm, answer) {
  return ({ N, x, t }) => {
    const start = performance.now();
    const modulus = pm.modulus(BigInt(`0x${N}`));
    const chunk = Math.max(64, Math.floor(t / 50));
    let y = BigInt(`0x${x}`);
    for (let done = 0; done < t; done += chunk) {
      const end = Math.min(t, done + chunk);
      y = modulus.square(y, end - done);
      if (end < t) answer({ progress: end / t });
    }
    modulus.free();
    answer({ found: true, y: y.toString(16), durationMs: (performance.now() - start).toFixed(2) });
  };
}
