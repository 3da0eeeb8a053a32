// modPow from JavaScript call to JavaScript result, beside native BigInt, OpenSSL, gmp-wasm and GMP, all in turn.
// node bench/modpow.mjs [--kernel NAME] [--quick] [--json FILE]
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { init } from 'powmod';
import { seededNumber } from './numbers.js';
import { bigint, gmp, gmpWasm, openssl } from './peers/peers.mjs';
import { timeInTurn } from './timing.js';

const { values: options } = parseArgs({
  options: {
    kernel: { type: 'string', default: 'auto' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

const SHAPES = [
  [1024, 1024],
  [2048, 256],
  [2048, 2048],
  [4096, 256],
];

const pm = await init({ kernel: options.kernel });
const ours = {
  name: 'powmod',
  async prepare(base, exponent, modulus) {
    const run = (times) => {
      for (let i = 0; i < times; i++) pm.modPow(base, exponent, modulus);
    };
    return { result: pm.modPow(base, exponent, modulus), run };
  },
};

const report = { engine: `Node ${process.versions.node}`, kernel: pm.kernel, rows: [] };
console.log(`powmod ${pm.kernel}, ${report.engine}, OpenSSL ${process.versions.openssl}: µs a call, minimum of many`);
for (const [bits, exponentBits] of SHAPES) {
  const modulus = seededNumber(bits, 1) | 1n;
  const base = seededNumber(bits, 2) % modulus;
  const exponent = seededNumber(exponentBits, 3);
  const cases = [];
  for (const peer of [ours, openssl, gmp, gmpWasm, bigint]) {
    const prepared = await peer.prepare(base, exponent, modulus);
    if (cases.length > 0 && prepared.result !== cases[0].result) throw new Error(`${peer.name} differs`);
    cases.push({ name: peer.name, ...prepared });
  }
  const timings = await timeInTurn(cases, options.quick ? { rounds: 5, warmMs: 60 } : { rounds: 25, sampleMs: 20 });
  for (const { close } of cases) close?.();
  report.rows.push({ bits, exponentBits, timings });
  const own = timings.powmod;
  const columns = Object.entries(timings).map(
    ([name, { min }]) => `${name} ${min.toFixed(0)}${name === 'powmod' ? '' : ` (${(own.min / min).toFixed(2)})`}`,
  );
  console.log(`${bits}/${exponentBits}: ${columns.join(', ')}`);
}
console.log("In brackets: powmod's time over the peer's.");
if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
