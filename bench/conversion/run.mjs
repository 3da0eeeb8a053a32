// The cost of converting bigints to bytes and back, as a share of a call of modPow.
// node bench/conversion/run.mjs [--quick] [--json FILE]
import { init } from 'powmod';
import { register } from 'tsx/esm/api';
import { seededNumber } from '../../workshop/numbers.js';
import { repeat, timeInTurn } from '../../workshop/timing.js';
import { readOptions, writeResult } from '../harness.mjs';
import { verdict } from '../verdict.mjs';

const options = readOptions();
const BOUND = { most: 0.02, goal: 0.01 };

const unregister = register(); // the conversion is TypeScript
const { bigintToBytes, bytesToBigint } = await import('../../crate/js/src/bytes.ts');
await unregister();

const pm = await init();
const n = seededNumber(2048, 1) | 1n;
const x = seededNumber(2047, 2);
const e = seededNumber(256, 3);
const result = bigintToBytes(pm.modPow(x, e, n));
let sum = 0;

const { call, conversion } = await timeInTurn(
  [
    { name: 'call', run: repeat(() => pm.modPow(x, e, n)) },
    {
      name: 'conversion',
      run: repeat(() => {
        // The sum uses the result, so that no engine skips the conversion.
        sum += bigintToBytes(x).length + bigintToBytes(e).length + Number(bytesToBigint(result) & 1n);
      }),
    },
  ],
  options.quick ? { rounds: 7, warmMs: 60 } : { rounds: 41 },
);
const share = conversion.min / call.min;
console.log(
  `modPow 2048/256, ${pm.kernel}, Node ${process.versions.node}: ${call.min.toFixed(1)} µs, of which conversion ${conversion.min.toFixed(2)}: ` +
    `${(100 * share).toFixed(2)} % (at most ${100 * BOUND.most}): ${verdict(share, BOUND)}${sum ? '' : '!'}`,
);
writeResult(options, { engine: `Node ${process.versions.node}`, kernel: pm.kernel, call, conversion, share });
