// Powers and what is made of them, from JavaScript call to JavaScript result, beside native and JavaScript peers, in
// turn.
// node bench/modpow/modpow.mjs [--quick] [--json FILE] [ENGINE…]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../crate/build/run.mjs';
import { installTargets } from '../../crate/build/tools.mjs';
import { variants } from '../../crate/wasm/variants.mjs';
import { installConsumers } from '../../workshop/consumers/install.mjs';
import { engines } from '../../workshop/engines/engines.mjs';
import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { buildApp, FOLDER, WASM } from '../../workshop/no-std/build.mjs';
import { LONG_LOOPS } from '../../workshop/timing.js';
import { readOptions, writeRows } from '../harness.mjs';
import { missingGmpy2 } from '../peers/python.mjs';

const { quick, ...options } = readOptions();
const FOUR = ['1024/1024', '2048/256', '2048/2048', '4096/256'];
/**
 * The quick form takes this shape of a part that has it, as the report's charts need it, and else the part's first one.
 */
const QUICK = '2048/2048';
const shapes = (exponentBits, ...lengths) => lengths.map((bits) => `${bits}/${exponentBits}`);
const kernels = variants.map(({ name }) => name);
const long = { ...LONG_LOOPS, rounds: 7, slowMs: 2 * LONG_LOOPS.sampleMs, least: 1 };

/** The strengths of NIST SP 800-57, by the shapes that Pomcor measured for each. */
const STRENGTHS = {
  FFC: { 112: '2048/224', 128: '3072/256', 192: '7680/384', 256: '15360/512' },
  RSA: { 112: '1024/2048', 128: '1536/3072', 192: '3840/7680', 256: '7680/15360' },
  'RSA, reduced': { 112: '1024/1024', 128: '1536/1536', 192: '3840/3840', 256: '7680/7680' },
};

/** `auto` is the kernel that `init` chooses. */
const POWERS = [
  {
    part: 'peers',
    engines: ['Node 24'],
    shapes: FOUR,
    peers: ['openssl', 'gmp', 'cpython', 'gmpWasm', 'bigint', 'bigintModArith', 'bigInteger', 'jsbn', 'bn', 'sjcl'],
  },
  ...['simd128', 'scalar'].map((kernel) => ({
    part: 'peers',
    engines: ['Node 20'],
    kernels: [kernel],
    shapes: FOUR.slice(1, 2),
    peers: ['gmpWasm'],
  })),
  { part: 'lengths', engines: ['Node 26'], shapes: shapes(256, 512, 768, 1024), peers: ['gmp', 'openssl'] },
  {
    part: 'lengths',
    engines: ['Node 26'],
    shapes: shapes(256, 64, 128, 256, 384, 8192, 12288, 16384, 32768),
    peers: ['gmp'],
  },
  {
    part: 'engines',
    engines: engines.map(({ name }) => name),
    kernels,
    shapes: [...shapes(256, 64, 128, 256, 512, 1024), ...FOUR],
    peers: ['bigint'],
  },
  ...Object.entries(STRENGTHS).flatMap(([system, byStrength]) =>
    Object.entries(byStrength).map(([strength, shape]) => ({
      part: 'strengths',
      labels: { system, strength },
      engines: quick ? ['Chromium'] : ['Chromium', 'Firefox'],
      shapes: [shape],
      peers: ['bigint', 'sjcl'],
      timing: long,
    })),
  ),
].filter(({ labels }) => !quick || !labels || (labels.system === 'FFC' && labels.strength === '112'));

const timing = quick ? { rounds: 3, sampleMs: 1, warmMs: 1, slowMs: 20 } : { rounds: 25, sampleMs: 20, slowMs: 100 };

/** The other parts: a module for each, the engine that runs it, and what it needs. */
const GROUPS = JSON.parse(readFileSync(new URL('../../tests/vectors/groups/elections.json', import.meta.url), 'utf8'));
const OTHERS = [
  { module: 'packages', engine: 'Node 24', task: async () => void (await installConsumers()) },
  { module: 'no-std', engine: 'Node 24', task: programs },
  {
    module: 'many',
    engine: 'Node 26',
    task: () => ({
      groups: ['electionguard', 'belenios'].map((name) => ({ name, ...GROUPS[name] })),
      gmps: ['gmpWasm', 'gmp'].filter((peer) => peer !== 'gmp' || !withoutGmp),
      ...(quick
        ? { keys: [2048], list: { count: 100, workers: [1, 2] } }
        : { keys: [2048, 3072, 4096], list: { count: 10_000, workers: [1, 2] } }),
    }),
  },
  { module: 'pool', engine: 'Chromium', task: () => ({ rounds: quick ? 1 : 25 }) },
  {
    module: 'ballot',
    engine: 'Chromium',
    task: () => (quick ? { selections: 2, rounds: 1 } : { selections: 50, rounds: 15 }),
  },
];

const withoutGmp = missingGmpy2();
if (withoutGmp) console.log(`GMP is left out: ${withoutGmp}`);

const rows = [];
for (const { part, labels, engines, kernels = ['auto'], shapes, peers, timing: own } of POWERS)
  await inEach(part, engines, async (engine, label) => {
    for (const kernel of kernels)
      for (const shape of quick ? [shapes.includes(QUICK) ? QUICK : shapes[0]] : shapes) {
        const task = {
          kernel,
          shape,
          peers: peers.filter((peer) => peer !== 'gmp' || !withoutGmp),
          timing: quick ? timing : (own ?? timing),
        };
        const measured = await engine.call('bench/modpow/measure.js', task);
        if (measured) rows.push({ part, engine: label, ...labels, ...measured });
      }
  });
for (const { module, engine, task } of OTHERS)
  await inEach(module, [engine], async (opened, label) => {
    const measured = await opened.call(`bench/modpow/${module}.js`, { ...(await task()), timing });
    rows.push(...measured.map(({ part, ...row }) => ({ part, engine: label, ...row })));
  });
await writeRows(options, rows);

/** Runs `body` in each of the engines. The part `engines` leaves out those that are not wanted. */
async function inEach(part, names, body) {
  const isChosen = (name) => part !== 'engines' || !options.wanted.length || options.wanted.includes(name);
  const some = names.filter(isChosen);
  const labelOf = (name, { version }) => (name.includes('wide arithmetic') ? `${version}, wide arithmetic` : version);
  if (some.length) await inEngines(some, (engine, name) => body(engine, labelOf(name, engine)));
}

/** Programs in Rust, with options that a user may give the compiler. The profile `bench` is cargo's own `release`. */
async function programs() {
  await installTargets([WASM]);
  mkdirSync(join(root, FOLDER), { recursive: true });
  const builds = [];
  for (const feature of quick ? ['relaxed-simd'] : ['', 'simd128', 'relaxed-simd']) {
    const how = quick
      ? { options: ['--features=num-bigint'] }
      : { options: ['--features=num-bigint', '--profile=bench'], profile: 'release' };
    const file = `${FOLDER}/bench-${feature || 'default'}.wasm`;
    writeFileSync(join(root, file), await buildApp({ ...how, features: feature ? [feature] : [] }));
    builds.push({ feature: feature || 'none', file });
  }
  return { builds };
}
