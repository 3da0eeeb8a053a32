// The bytes of a kernel's script: the module as streams, deflated by zopfli.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BuildError, run } from './run.mjs';
import { splitModule } from './streams.mjs';

/** The files that decide these bytes, beside the module. */
export const SOURCES = ['compress.mjs', 'streams.mjs'].map((file) => `crate/build/${file}`);

/** Writes the module's streams to `out`, deflated without a header. */
export async function compress(file, out) {
  // A process of its own: zopfli takes seconds, and tsx lets it import the package's own code.
  await run(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url), file, out]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { deflateAsync } = await import('@gfx/zopfli');
  const { joinStreams } = await import('../js/src/kernels/streams.ts');
  const [file, out] = process.argv.slice(2);
  const wasm = readFileSync(file);
  const split = splitModule(wasm);
  if (!wasm.equals(joinStreams(split))) throw new BuildError(`the joined streams of ${file} are another module`);
  writeFileSync(out, await deflateAsync(split, { numiterations: 5, blocksplittingmax: 0 }));
}
