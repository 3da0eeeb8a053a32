// otr: its copy of leemon's BigInt, and a conversation's Diffie-Hellman in its group.
import assert from 'node:assert/strict';
import { createDiffieHellman } from 'node:crypto';
import { test } from 'node:test';
import { init } from 'powmod';
import { recipe } from './migrating.mjs';
import { counted, onPowmod, provesWork } from './on-powmod.mjs';
import { require } from './packages.mjs';

const { on: pm, count } = counted(await init());
const leemon = require('otr/vendor/bigint.js');
const { N, G } = require('otr/lib/const.js');
const { useInLeemon } = await recipe('numbers.cjs');
const bothWays = onPowmod(leemon, () => useInLeemon(leemon, pm), count);
const { str2bigInt, bigInt2str } = leemon;

test('powers are the same, with the same words of their arrays', () =>
  bothWays(() => {
    const numbers = ['0', '1', '2', '5', '9', '12', '1000003', '123456789012345678901234567890'];
    const moduli = ['1', '2', '7', '15', '16', '1000003', `${2n ** 127n - 1n}`];
    return moduli.flatMap((n) =>
      numbers.flatMap((x) =>
        numbers.map((e) => Array.from(leemon.powMod(...[x, e, n].map((digits) => str2bigInt(digits, 10))))),
      ),
    );
  }));

test('keys of its group are those of node:crypto', () =>
  bothWays(() => {
    const node = createDiffieHellman(N, 'hex', Number(G));
    node.setPrivateKey('c0ffee'.repeat(13), 'hex');
    const [g, e, n] = [G, 'c0ffee'.repeat(13), N].map((digits) => str2bigInt(digits, 16));
    const key = bigInt2str(leemon.powMod(g, e, n), 16).toLowerCase();
    assert.equal(node.generateKeys('hex'), key);
    return key;
  }));

provesWork(count);
