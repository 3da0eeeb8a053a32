// A worker of a page. It gets the bytes of the kernel `scalar`, and answers 3^99 modulo a prime. Workers have no import
// map, so it imports the package by its path.
import { initSync } from '../../crate/js/dist/index.js';

self.onmessage = ({ data }) => {
  const pm = initSync({ kernel: 'scalar', wasm: () => data });
  postMessage(pm.modPow(3n, 99n, 2n ** 521n - 1n));
};
