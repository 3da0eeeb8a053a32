// The kernels that ship, with a trace of every branch, every address and every division: secrets do not change it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { root } from '../../crate/build/run.mjs';
import { bunProgram, nodeProgram } from '../../workshop/engines/engines.mjs';
import { needsOf, wasmKernels } from '../../workshop/kernels.js';
import { isShipped, shippedModule } from '../support/shipped.mjs';
import { instrument } from './instrument.mjs';

const traceProgram = fileURLToPath(new URL('trace.mjs', import.meta.url));

/** The runtime that traces a kernel: no Node has wide arithmetic yet. */
const runtimeOf = (kernel) => (needsOf(kernel) === 'wideArithmetic' ? bunProgram : nodeProgram(26));
/**
 * Moduli of 256 bits take the kernel `short`, in each module but `wide`. From 7049 bits on `relaxed` multiplies and
 * reduces by Karatsuba's method.
 */
const LENGTHS = [256, 512, 1024, 2048, 7168];
/** The modules of powers alone have the same functions, but for Karatsuba's method. */
const LENGTHS_OF_POWERS = [256, 2048];
/** The calls, and the fewest events of a trace that saw one of them: about two thirds of those at 256 bits. */
const SECRET = {
  modPowSecret: 30_000,
  'modPowSecret, base': 30_000,
  modPow2Secret: 20_000,
  powSecret: 30_000,
  'fixedBase.powSecret': 10_000,
  mulAddSecret: 1_000,
  'mulAddSecret, even': 1_000,
  invSecret: 10_000,
  'invSecret, even': 10_000,
  rsaPrivateKey: 20_000,
  'rsaPrivateKey.pow': 20_000,
};

const folder = mkdtempSync(join(tmpdir(), 'powmod-trace-'));
after(() => rmSync(folder, { recursive: true }));

const kernelOf = (name) => name.replace('-powers', '');

/** The traces of a module's calls: an array for each length and call. */
function tracesOf(name, wasm, lengths) {
  const file = join(folder, `${name}.wasm`);
  writeFileSync(file, wasm);
  const output = execFileSync(runtimeOf(kernelOf(name)), [traceProgram, name, file, ...lengths.map(String)], {
    cwd: root,
    encoding: 'utf8',
  });
  const lines = output.trimEnd().split('\n');
  return grouped(lines.map((line) => JSON.parse(line)));
}

function grouped(traces) {
  const groups = {};
  for (const trace of traces) {
    const key = `${trace.name}, ${trace.bits} bits`;
    groups[key] ??= [];
    groups[key].push(trace);
  }
  return groups;
}

for (const name of wasmKernels.flatMap((kernel) => [kernel, `${kernel}-powers`]).filter(isShipped)) {
  const isComplete = name === kernelOf(name);
  const lengths = isComplete ? LENGTHS : LENGTHS_OF_POWERS;
  describe(name, async () => {
    const { wasm, counts } = await instrument(shippedModule(name));
    const traces = tracesOf(name, wasm, lengths);

    test('the trace covers branches, addresses, copies and divisions', (t) => {
      for (const kind of ['branches', 'addresses', 'copies', 'divisions']) assert.ok(counts[kind] >= 20, kind);
      t.diagnostic(JSON.stringify(counts));
    });

    for (const bits of lengths) {
      // Primes of 256 bits are those of a key of 512. Primes of long keys are not long.
      for (const [call, least] of Object.entries(SECRET)) {
        if (call.startsWith('rsaPrivateKey') && !(isComplete && bits >= 512 && bits <= 2048)) continue;
        test(`${call}, ${bits} bits: one trace for all secrets`, (t) => {
          const [first, ...others] = traces[`${call}, ${bits} bits`];
          assert.ok(others.length >= 2 && first.events > least);
          for (const { hash, events, secret } of others)
            assert.deepEqual({ hash, events }, { hash: first.hash, events: first.events }, secret);
          t.diagnostic(`${first.events} events`);
        });
      }

      test(`modPow, ${bits} bits: a trace for each exponent`, () => {
        const hashes = traces[`modPow, ${bits} bits`].map(({ hash }) => hash);
        assert.equal(new Set(hashes).size, hashes.length);
      });
    }
  });
}
