// bigint-mod-arith: the tests of its last release that had any. tests/node/package/bigint-mod-arith.test.ts compares every kind
// of argument.
import { describe } from 'node:test';
import { arithmetic } from '../../workshop/consumers/bigint-mod-arith.mjs';
import { pathIn } from '../../workshop/consumers/packages.mjs';
import { counted, provesWork } from './on-powmod.mjs';
import { nanForErrors, runMochaFile } from './own-tests.mjs';

const { on, count } = counted(arithmetic);

describe('its own tests', () => {
  for (const file of ['modInv.js', 'modPow.js'])
    runMochaFile(pathIn('bigint-mod-arith-with-tests', `test/${file}`), { '../lib/index.node': nanForErrors(on) });
});

provesWork(count);
