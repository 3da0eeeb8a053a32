// The bytes of a kernel's script: the module as streams, deflated by zopfli.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BuildError, run } from './run.mjs';
import { sectionOf } from './shrink.mjs';

/** The files that decide these bytes, beside the module. */
export const SOURCES = ['crate/build/compress.mjs', 'crate/js/src/kernels/streams.ts'];

/** Writes the module's streams to `out`, deflated without a header. */
export async function compress(file, out) {
  // A process of its own: zopfli takes seconds, and tsx lets it import the package's own code.
  await run(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url), file, out]);
}

/** The streams of a module, as `joinStreams` takes them. */
function splitModule(wasm, { HEADER, mover, STREAMS }) {
  const streams = Array.from({ length: STREAMS }, () => ({ bytes: new Uint8Array(wasm.length), at: 0 }));
  const code = sectionOf(wasm, 10);
  const bodies = code.number();
  const start = code.at;
  const module = { bytes: wasm, at: 0 };
  const { rest, body } = mover(new Array(STREAMS).fill(module), streams);
  rest(start);
  for (let left = bodies; left > 0; left--) {
    code.at = module.at;
    const end = code.number() + code.at;
    module.at = code.at;
    body();
    if (module.at !== end)
      throw new BuildError(`a body was read to byte ${module.at} of the module, and ends at ${end}`);
  }
  rest(wasm.length - module.at);
  const parts = streams.map(({ bytes, at }) => bytes.subarray(0, at));
  const header = Buffer.alloc(HEADER);
  [wasm.length, start, bodies, ...parts.map(({ length }) => length)].forEach((number, i) => {
    header.writeUInt32LE(number, 4 * i);
  });
  return Buffer.concat([header, ...parts]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { deflateAsync } = await import('@gfx/zopfli');
  const streams = await import('../js/src/kernels/streams.ts');
  const [file, out] = process.argv.slice(2);
  const wasm = readFileSync(file);
  const split = splitModule(wasm, streams);
  if (!wasm.equals(streams.joinStreams(split)))
    throw new BuildError(`the joined streams of ${file} are another module`);
  writeFileSync(out, await deflateAsync(split, { numiterations: 5, blocksplittingmax: 0 }));
}
