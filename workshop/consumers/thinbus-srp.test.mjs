// thinbus-srp: a registration and a sign-in, whose client gives jsbn a function for a modulus.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groups, init } from 'powmod';
import { recipe } from './migrating.mjs';
import { counted, onPowmod, provesWork } from './on-powmod.mjs';
import { require } from './packages.mjs';

const { on: pm, count } = counted(await init());
const { BigInteger } = require('jsbn');
const { useInJsbn } = await recipe('numbers.cjs');
const bothWays = onPowmod(BigInteger.prototype, () => useInJsbn(BigInteger, pm), count);

// Any odd modulus serves. k is a hash of the group, of which client and server need the same.
const [Client, Server] = ['client', 'server'].map((side) =>
  require(`thinbus-srp/${side}.js`)(`${groups['RSA-2048']}`, '2', '5b9e8ef059c6b32ea59fc1d322d37f04'),
);

test('client and server agree on a key', () =>
  bothWays(() => {
    const [client, server] = [new Client(), new Server()];
    const salt = client.generateRandomSalt();
    const verifier = client.generateVerifier(salt, 'name', 'password');
    client.step1('name', 'password');
    const { A, M1 } = client.step2(salt, server.step1('name', salt, verifier));
    client.step3(server.step2(A, M1));
    assert.equal(client.getSessionKey(), server.getSessionKey());
  }));

test('jsbn answers as before where powmod has no power', () =>
  bothWays(() => {
    const numbers = [-3, -1, 0, 1, 2, 5, 7, 8, 12].map((x) => new BigInteger(`${x}`));
    const long = BigInteger.ONE.shiftLeft(70_000).add(BigInteger.ONE); // beyond maxBits
    const modulus = new BigInteger('1000003');
    const powers = [modulus.modPow(BigInteger.ONE, () => modulus), new BigInteger('5').modPow(modulus, modulus)];
    powers.push(modulus.modPow(BigInteger.ONE, long));
    for (const x of numbers)
      for (const n of numbers.filter((n) => n.signum() > 0))
        powers.push(...numbers.filter((e) => e.signum() >= 0).map((e) => x.modPow(e, n)));
    return powers.map(String);
  }));

test('modPowInt is the power too, and for other exponents what jsbn gives', () =>
  bothWays(() => {
    const [x, n] = ['-5', '1000003'].map((digits) => new BigInteger(digits));
    return [3, 17, 65537, 2 ** 32 - 1, 0, -1, 2 ** 32].map((e) => `${x.modPowInt(e, n)}`);
  }));

provesWork(count);
