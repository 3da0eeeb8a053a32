// The last steps of a module: the places of panics go, wasm-opt shortens the code, and zopfli compresses the bytes.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';

const WASM_OPT = [
  '-Oz',
  '--converge',
  // What has one caller stays a function of its own nevertheless: see the head of crate/wasm/src/lib.rs.
  '--one-caller-inline-max-function-size=50',
  // The lowest kilobyte of memory is the end of the stack, which no call reaches.
  '--low-memory-unused',
  '--strip-producers',
  '--strip-target-features',
  ...['bulk-memory', 'nontrapping-float-to-int', 'sign-ext', 'mutable-globals']
    .concat(['simd', 'relaxed-simd', 'wide-arithmetic'])
    .map((feature) => `--enable-${feature}`),
];

/** Replaces the module in this file by a smaller one. */
export async function shrink(file, env) {
  writeFileSync(file, withoutLocations(readFileSync(file)));
  await run('wasm-opt', [file, '-o', file, ...WASM_OPT], { env });
}

/** Writes the file's bytes to `out`, deflated without a header. */
export async function compress(file, out) {
  await run(process.execPath, [fileURLToPath(import.meta.url), file, out]);
}

/**
 * A module whose places of panics are zeros. Our panics are traps, so nothing reads `core::panic::Location`, a path with a
 * line and a column. rustc keeps them all, a tenth of a kernel's data; wasm-opt removes zeros.
 */
function withoutLocations(wasm) {
  const cleared = Buffer.from(wasm);
  const segments = dataSegments(wasm);
  const offsetOf = (address) => {
    const segment = segments.find(({ start, length }) => address >= start && address < start + length);
    return segment && segment.offset + address - segment.start;
  };
  for (const { start, offset, length } of segments) {
    for (let at = offset + (-start & 3); at + 16 <= offset + length; at += 4) {
      const path = offsetOf(wasm.readUInt32LE(at));
      const end = path + wasm.readUInt32LE(at + 4);
      if (path === undefined || end > wasm.length || !/^[\w./-]+\.rs$/.test(wasm.toString('latin1', path, end)))
        continue;
      cleared.fill(0, path, end);
      cleared.fill(0, at, at + 16);
    }
  }
  return cleared;
}

/** The segments of the data section: their addresses in memory, and their places in the file. */
function dataSegments(wasm) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < wasm.length) {
    const section = wasm[at++];
    const length = number();
    if (section !== 11) {
      at += length;
      continue;
    }
    return Array.from({ length: number() }, () => {
      at += 2; // an active segment of the only memory, and i32.const
      const start = number();
      at += 1; // the end of the expression
      const length = number();
      const offset = at;
      at += length;
      return { start, offset, length };
    });
  }
  return [];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { default: zopfli } = await import('@gfx/zopfli');
  const [file, out] = process.argv.slice(2);
  writeFileSync(out, await zopfli.deflateAsync(readFileSync(file), { numiterations: 5, blocksplittingmax: 0 }));
}
