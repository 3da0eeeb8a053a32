// A worker that squares by native BigInt beside a draw, for a few seconds, and tells how far it got.
import { groups } from 'powmod';

const SECONDS = 3;
const SLICE_MS = 100;

const n = groups['RSA-2048'];
const start = performance.now();
let value = 3n;
let done = 0;
for (let ms = 0; ms < 1000 * SECONDS; ) {
  const end = performance.now() + SLICE_MS;
  while (performance.now() < end) {
    for (let i = 0; i < 32; i++) value = (value * value) % n;
    done += 32;
  }
  ms = performance.now() - start;
  postMessage({ done, ms });
}
