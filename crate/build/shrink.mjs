// The last steps of a module: the places of panics go, wasm-opt shortens the code, and like functions come together.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { BuildError, root } from './run.mjs';

const FEATURES = [
  'bulk-memory',
  'nontrapping-float-to-int',
  'sign-ext',
  'mutable-globals',
  'reference-types',
  'multivalue',
]
  .concat(['simd', 'relaxed-simd', 'wide-arithmetic'])
  .map((feature) => `--enable-${feature}`);

const SHORTEN = [
  '-Oz',
  '--converge',
  // What has one caller stays a function of its own nevertheless: see the head of crate/wasm/src/lib.rs.
  '--one-caller-inline-max-function-size=50',
  // The lowest kilobyte of memory is the end of the stack, which no call reaches.
  '--low-memory-unused',
  '--strip-producers',
  '--strip-target-features',
];

const SORT = ['--reorder-functions-by-name', '--generate-stack-ir', '--optimize-stack-ir'];

/** Replaces the module in this file by a smaller one. */
export async function shrink(file) {
  const wasmOpt = (flags) => runWasmOpt([file, '-o', file, ...FEATURES, ...flags]);
  writeFileSync(file, withoutLocations(readFileSync(file)));
  await wasmOpt(SHORTEN);
  writeFileSync(file, namedInOrder(readFileSync(file)));
  await wasmOpt(SORT);
}

/**
 * Runs wasm-opt, a program of Node in WebAssembly, in a thread: those that run at one time share its compiled code,
 * which processes would compile one by one.
 *
 * @param {string[]} args
 */
export function runWasmOpt(args) {
  return new Promise((resolve, reject) => {
    const program = new Worker(join(root, 'node_modules/binaryen/bin/wasm-opt'), {
      argv: args,
      stdout: true,
      stderr: true,
    });
    let text = '';
    for (const stream of [program.stdout, program.stderr]) {
      stream.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
    }
    program.on('error', reject).on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new BuildError(`wasm-opt ${args.join(' ')}\n\n${text}\nwasm-opt ended with code ${code}.`));
    });
  });
}

/**
 * A module whose places of panics are zeros. Our panics are traps, so nothing reads `core::panic::Location`, a path
 * with a line and a column. rustc keeps them all, a tenth of a kernel's data; wasm-opt removes zeros.
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
  const reader = sectionOf(wasm, 11);
  return list(reader, () => {
    reader.at += 2; // an active segment of the only memory, and i32.const
    const start = reader.number();
    reader.at += 1; // the end of the expression
    const length = reader.number();
    const offset = reader.at;
    reader.at += length;
    return { start, offset, length };
  });
}

/**
 * A module whose functions have names, by which wasm-opt can sort them. Each function comes after the one that it is
 * most like, so that deflate finds what repeats: a module is longer than its window.
 */
function namedInOrder(wasm) {
  const code = sectionOf(wasm, 10);
  const left = new Map(list(code, () => sequences(code.bytes(code.number()))).entries());
  const imported = sectionOf(wasm, 2)?.number() ?? 0; // all imports are functions
  const names = [];
  for (let next = 0; left.size > 0; names.push([imported + next, names.length])) {
    const last = left.get(next);
    left.delete(next);
    let most = -1;
    for (const [index, candidate] of left) {
      const likeness = likenessOf(last, candidate);
      if (likeness > most) [most, next] = [likeness, index];
    }
  }
  const entries = names.flatMap(([index, place]) => [...leb(index), ...text(String(place).padStart(5, '0'))]);
  const functionNames = [1, ...sized([...leb(names.length), ...entries])];
  return Buffer.concat([wasm, Buffer.from([0, ...sized([...text('name'), ...functionNames])])]);
}

/** The sequences of four bytes in a function. */
function sequences(bytes) {
  return new Set(Array.from({ length: Math.max(0, bytes.length - 3) }, (_, i) => bytes.readUInt32LE(i)));
}

/** How much two sets have in common: their intersection over their union, nearly. */
function likenessOf(a, b) {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  let both = 0;
  for (const one of few) if (many.has(one)) both++;
  return both / (a.size + b.size - both + 1);
}

/** Reads a module's bytes in order. */
class Reader {
  constructor(wasm) {
    this.wasm = wasm;
    this.at = 8; // behind the magic number and the version
  }

  bytes(length) {
    const start = this.at;
    this.at += length;
    return this.wasm.subarray(start, this.at);
  }

  /** An unsigned number in LEB128. */
  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.wasm[this.at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }
}

/** A reader of the section with this number; undefined if the module has none. */
export function sectionOf(wasm, wanted) {
  const reader = new Reader(wasm);
  while (reader.at < wasm.length) {
    const [id] = reader.bytes(1);
    const length = reader.number();
    if (id === wanted) return reader;
    reader.at += length;
  }
}

/** What `read` reads of a list, whose length comes first. */
function list(reader, read) {
  return Array.from({ length: reader?.number() ?? 0 }, read);
}

/** An unsigned number in LEB128. */
function leb(number) {
  return number < 128 ? [number] : [(number & 127) | 128, ...leb(number >>> 7)];
}

/** Bytes behind their length. */
function sized(bytes) {
  return [...leb(bytes.length), ...bytes];
}

function text(string) {
  return sized([...Buffer.from(string)]);
}
