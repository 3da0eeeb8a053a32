// The steps of a first power with a kernel of the entry that has powers alone, one after the other: a page's own copy
// of what `init` does. Gives the milliseconds of each.
import { WasmInstance } from '../../../crate/js/src/border/instance.ts';
import { pow } from '../../../crate/js/src/border/powers-operations.generated.ts';
import { base64ToBytes, bigintToBytes, bytesToBigint, joinBytes } from '../../../crate/js/src/bytes.ts';
import { engineHas } from '../../../crate/js/src/kernels/probe.ts';
import { startModule } from '../../../crate/js/src/kernels/start.ts';
import { joinStreams } from '../../../crate/js/src/kernels/streams.ts';
import { isRight } from './the-power.js';

const KERNELS = {
  'relaxed-powers': () => import('../../../crate/js/dist/kernels/relaxed-powers.js'),
  'simd128-powers': () => import('../../../crate/js/dist/kernels/simd128-powers.js'),
};

export default async function steps(numbers) {
  const spans = { 'until the script': globalThis.scriptStart };
  const step = async (name, work) => {
    const start = performance.now();
    const result = await work();
    spans[name] = performance.now() - start;
    return result;
  };
  const kernel = await step('probes', () => (engineHas('fusedMultiplyAdd') ? 'relaxed-powers' : 'simd128-powers'));
  const { default: text } = await step("the kernel's request", KERNELS[kernel]);
  const deflated = await step('base64', () => base64ToBytes(text));
  const streams = await step('inflating', () => inflated(deflated));
  const wasm = await step('joining', () => joinStreams(streams));
  const module = await step('compiling', () => WebAssembly.compile(wasm));
  const session = await step('self-test', () => startModule(kernel, module));
  const instance = new WasmInstance(module, session);
  const power = (base, exponent, modulus) =>
    bytesToBigint(instance.call(pow, { base, exponent, modulus: bigintToBytes(modulus) }));
  const isValid = await step('the power', () => isRight(power, numbers));
  return { isValid, steps: spans };
}

/** Inflates as crate/js/src/kernels/load.ts does: by a reader, since no stream is iterable in WebKit. */
async function inflated(deflated) {
  const { writable, readable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  const written = Promise.all([writer.write(deflated), writer.close()]);
  const parts = [];
  const reader = readable.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
  await written;
  return joinBytes(parts);
}
