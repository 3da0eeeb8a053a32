// Four of the five papers, repeated, by a module for each: bench/PAPERS.md has what they give. The fifth is in
// bench/modpow.
// node bench/papers/papers.mjs [--quick] [--json FILE]
import { inNode } from '../../workshop/engines/in-engines.mjs';
import { missing, program } from '../../workshop/programs/installed.mjs';
import { readOptions, writeRows } from '../harness.mjs';
import { missingGmpy2 } from '../peers/python.mjs';

const { quick, ...options } = readOptions();
const timing = quick
  ? { rounds: 2, sampleMs: 1, warmMs: 1, slowMs: 5, least: 1 }
  : { rounds: 21, sampleMs: 10, warmMs: 100, slowMs: 50 };

const without = { GMP: missingGmpy2(), PyPy: missing('pypy') };
for (const [name, reason] of Object.entries(without)) if (reason) console.log(`${name} is left out: ${reason}`);
const peers = { gmp: !without.GMP, pypy: without.PyPy ? null : program('pypy', 'interpreter') };

const rows = [];
for (const module of ['windows', 'residues', 'products', 'exits']) {
  const { engine, rows: own } = await inNode(`bench/papers/${module}.js`, { quick, timing, ...peers });
  rows.push(...own.map(({ part, ...row }) => ({ part, engine, ...row })));
}
await writeRows(options, rows);
