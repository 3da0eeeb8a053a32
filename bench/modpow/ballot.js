// Encrypts ballots in a page: by the example crate/js/examples/ballot, and in BigInt with open tables, which keep no
// secret.
import { init, toBigint, toBytes } from 'powmod';
import { challenge, makeKeys, openElection } from '../../crate/js/examples/ballot/ballot.mjs';
import * as group from '../../crate/js/examples/ballot/group.mjs';
import { openTable } from '../../workshop/bigint/open-table.js';
import { timingOf } from '../../workshop/timing.js';

/** @param {{ selections: number, rounds: number }} task of each ballot, and how often both encrypt it in turn */
export default async function measureBallots({ selections, rounds }) {
  const { publicKey } = await makeKeys();
  const election = await openElection(publicKey);
  const ballots = { powmod: election.encrypt, BigInt: openly(publicKey) };
  const samples = { powmod: [], BigInt: [] };
  for (let round = 0; round <= rounds; round++)
    for (const [name, encrypt] of Object.entries(ballots)) {
      const start = performance.now();
      for (let i = 0; i < selections; i++) {
        const selection = await encrypt(i & 1, `selection ${i}`);
        if (round === 0 && i < 2 && !(await election.isValid(selection, `selection ${i}`)))
          throw new Error(`${name} encrypts wrongly`);
      }
      if (round > 0) samples[name].push(1000 * (performance.now() - start));
    }
  const timings = { powmod: timingOf(samples.powmod), BigInt: timingOf(samples.BigInt) };
  return [{ part: 'ballot', kernel: (await init()).kernel, selections, timings }];
}

/** The same ballot in BigInt. Its time may tell the vote. */
function openly(publicKey) {
  const [p, q, g] = [group.p, group.q, group.g].map(toBigint);
  const [G, K] = [g, toBigint(publicKey)].map((base) => openTable(base, p, 256));
  const random = () => toBigint(crypto.getRandomValues(new Uint8Array(32))) % q;
  const reduced = (x) => ((x % q) + q) % q;
  return async (selection, name) => {
    const s = BigInt(selection);
    const [r, u0, u1, simulated] = [random(), random(), random(), random()];
    const powers = [
      [G, r],
      [K, reduced(r + s)],
      [G, u0],
      [K, reduced(u0 + s * simulated)],
      [G, u1],
      [K, reduced(u1 + (s - 1n) * simulated)],
    ].map(([table, exponent]) => toBytes(table(exponent), group.p.length));
    const c = toBigint(await challenge(publicKey, name, powers));
    const c0 = s ? simulated : reduced(c - simulated);
    const c1 = reduced(c - c0);
    const [v0, v1] = [reduced(u0 - c0 * r), reduced(u1 - c1 * r)];
    const [c0Bytes, c1Bytes, v0Bytes, v1Bytes] = [c0, c1, v0, v1].map((x) => toBytes(x, 32));
    const [alpha, beta] = powers;
    return { alpha, beta, c0: c0Bytes, c1: c1Bytes, v0: v0Bytes, v1: v1Bytes };
  };
}
