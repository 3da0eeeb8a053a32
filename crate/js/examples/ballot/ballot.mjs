// Ballots that are added without being opened: exponential ElGamal in ElectionGuard's group, with a proof that each
// selection is 0 or 1 (Cramer, Damgård, Schoenmakers, "Proofs of partial knowledge"; ElectionGuard's form). Numbers are
// big-endian bytes. Whatever depends on a vote goes through calls for secrets, and no branch depends on one.
import { fromHex, init, toBigint, toBytes, toHex } from 'powmod/powers';
import { g, p, q } from './group.mjs';

/** @typedef {Record<'alpha' | 'beta' | 'c0' | 'c1' | 'v0' | 'v1', Uint8Array>} Selection encrypted, with its proof */
/** @typedef {Pick<Selection, 'alpha' | 'beta'>} Sum */
/** @typedef {{ votes: number } & Record<'c' | 'v', Uint8Array>} Tally a decrypted sum, with its proof */

/** Exponents have the length of q. */
const options = { exponentBits: 256 };

const arithmetic = init().then((pm) => {
  const [P, Q] = [pm.modulus(p), pm.modulus(q)];
  return { pm, P, Q, G: P.fixedBase(g, options) };
});

const ZERO = toBytes(0n, 32);
const ONE = toBytes(1n, 32);
const MINUS_ONE = toBytes(toBigint(q) - 1n, 32);

/** The numbers of an election: each is as long as its limit, and below it. */
const LIMITS = new Map(Object.entries({ publicKey: p, alpha: p, beta: p, c0: q, c1: q, v0: q, v1: q, c: q, v: q }));

/** A pair of keys of the election: s, and K = g^s. */
export async function makeKeys() {
  const { pm, G } = await arithmetic;
  const secretKey = pm.randomBelow(q);
  return { secretKey, publicKey: G.powSecret(secretKey) };
}

/**
 * The election of a public key.
 *
 * @param {Uint8Array} publicKey
 */
export async function openElection(publicKey) {
  const { pm, P, Q, G } = await arithmetic;
  // With the key 1, β would say nothing of the vote.
  if (!areInRange({ publicKey }, ['publicKey']) || toBigint(publicKey) === 1n || !P.inSubgroup([publicKey], q)[0])
    throw new RangeError(`publicKey: must be ${p.length} bytes, and a member of the group other than 1`);
  const K = P.fixedBase(publicKey, options);

  /** @type {(a: Uint8Array, b: Uint8Array, c: Uint8Array) => Uint8Array} a · b + c mod q */
  const mulAdd = (a, b, c) => Q.mulAddSecret(a, b, c);
  /** @type {(a: Uint8Array, b: Uint8Array) => Uint8Array} */
  const difference = (a, b) => mulAdd(b, MINUS_ONE, a);

  /**
   * A selection, 0 or 1, as (α, β) = (g^r, K^(r + selection)) and its proof. `name` says which ballot and which of its
   * selections it is: a copied selection is not valid under another name.
   *
   * @param {number} selection
   * @param {string} name
   * @returns {Promise<Selection>}
   */
  async function encrypt(selection, name) {
    if (typeof selection !== 'number') throw new TypeError('selection: must be a number');
    if (typeof name !== 'string') throw new TypeError('name: must be a string');
    if ((selection & 1) !== selection) throw new RangeError('selection: must be 0 or 1'); // 0 and 1 take the same way
    const s = ONE.map((one) => one & selection);
    const sMinusOne = MINUS_ONE.map((byte) => byte & (selection - 1)); // 0 or q − 1
    const [r, u0, u1, simulated] = [0, 1, 2, 3].map(() => pm.randomBelow(q));
    const alpha = G.powSecret(r);
    const rPlusS = mulAdd(r, ONE, s);
    const beta = K.powSecret(rPlusS);

    // The commitment for the true value is (g^u, K^u), and the other has K^(u ± the simulated challenge).
    const t0 = mulAdd(s, simulated, u0);
    const t1 = mulAdd(sMinusOne, simulated, u1);
    const commitments = [G.powSecret(u0), K.powSecret(t0), G.powSecret(u1), K.powSecret(t1)];
    const c = await challenge(publicKey, name, [alpha, beta, ...commitments]);

    // c0 is the simulated challenge if the selection is 1, and the rest of c if it is 0.
    const rest = difference(c, simulated);
    const step = difference(simulated, rest);
    const c0 = mulAdd(s, step, rest);
    const c1 = difference(c, c0);
    const minusR = mulAdd(r, MINUS_ONE, ZERO);
    const v0 = mulAdd(c0, minusR, u0);
    const v1 = mulAdd(c1, minusR, u1);
    for (const secret of [s, sMinusOne, r, minusR, u0, u1, simulated, t0, t1, rest, rPlusS, step]) secret.fill(0);
    return { alpha, beta, c0, c1, v0, v1 };
  }

  /**
   * Whether a selection is 0 or 1, and is the one of this name. Everything here is public.
   *
   * @param {Selection} selection from anywhere, of any form
   * @param {string} name
   */
  async function isValid(selection, name) {
    if (!areInRange(selection, ['alpha', 'beta', 'c0', 'c1', 'v0', 'v1'])) return false;
    const { alpha, beta, c0, c1, v0, v1 } = selection;
    const [alphaQ, alpha0, alpha1] = P.powers(alpha, [q, c0, c1]);
    const [betaQ, beta0, beta1] = P.powers(beta, [q, c0, c1]);
    if (alphaQ !== 1n || betaQ !== 1n) return false;
    const w1 = difference(v1, c1);
    const commitments = [
      P.mul(G.pow(v0), alpha0),
      P.mul(K.pow(v0), beta0),
      P.mul(G.pow(v1), alpha1),
      P.mul(K.pow(w1), beta1),
    ].map((x) => toBytes(x, p.length));
    const c = await challenge(publicKey, name, [alpha, beta, ...commitments]);
    return toBigint(c) === toBigint(mulAdd(c0, ONE, c1));
  }

  /**
   * The encrypted sum of valid selections.
   *
   * @param {Sum[]} selections
   * @returns {Sum}
   */
  function sum(selections) {
    const [alpha, beta] = /** @type {const} */ (['alpha', 'beta']).map((part) =>
      P.product(
        selections.map((selection) => selection[part]),
        { as: 'bytes' },
      ),
    );
    return { alpha, beta };
  }

  /**
   * The decrypted sum of valid selections, and a proof that β/K^votes and the public key are powers of α and g with the
   * same exponent (Chaum, Pedersen, "Wallet databases with observers").
   *
   * @param {Sum[]} selections
   * @param {Uint8Array} secretKey
   * @returns {Promise<Tally>}
   */
  async function tally(selections, secretKey) {
    const { alpha, beta } = sum(selections);
    const share = P.powSecret(alpha, secretKey, { exponentBits: 256 });
    const votes = logarithm(P.mul(beta, P.inv(share)), selections.length);
    const u = pm.randomBelow(q);
    const commitments = [G.powSecret(u), P.powSecret(alpha, u, { exponentBits: 256 })];
    const c = await challenge(publicKey, 'tally', [alpha, beta, share, ...commitments]);
    const minusSecretKey = mulAdd(secretKey, MINUS_ONE, ZERO);
    const v = mulAdd(c, minusSecretKey, u);
    for (const secret of [u, minusSecretKey]) secret.fill(0);
    return { votes, c, v };
  }

  /**
   * The votes of K^votes.
   *
   * @param {bigint} power
   * @param {number} most
   */
  function logarithm(power, most) {
    let next = 1n;
    for (let votes = 0; votes <= most; votes++) {
      if (next === power) return votes;
      next = P.mul(next, publicKey);
    }
    throw new RangeError(`no sum up to ${most}: the secret key is another, or a selection is not valid`);
  }

  /**
   * Whether a tally is that of these valid selections. Everything here is public.
   *
   * @param {Sum[]} selections
   * @param {Tally} tally from anywhere, of any form
   */
  async function isTally(selections, tally) {
    if (!areInRange(tally, ['c', 'v']) || !Number.isSafeInteger(tally.votes) || tally.votes < 0) return false;
    const { votes, c, v } = tally;
    const { alpha, beta } = sum(selections);
    const share = P.mul(beta, K.pow(toBigint(q) - BigInt(votes)), { as: 'bytes' }); // β/K^votes, α^s if it is true
    const a = P.pow2(g, v, publicKey, c, { as: 'bytes' });
    const b = P.pow2(alpha, v, share, c, { as: 'bytes' });
    return toBigint(await challenge(publicKey, 'tally', [alpha, beta, share, a, b])) === toBigint(c);
  }

  return { encrypt, isValid, sum, tally, isTally };
}

/**
 * The challenge of a proof: a hash of everything that comes before it, modulo q.
 *
 * @param {Uint8Array} publicKey
 * @param {string} name
 * @param {Uint8Array[]} elements
 */
export async function challenge(publicKey, name, elements) {
  const hash = await crypto.subtle.digest(
    'SHA-256',
    concat(p, q, g, publicKey, ...elements, new TextEncoder().encode(name)),
  );
  return toBytes(toBigint(new Uint8Array(hash)) % toBigint(q), q.length);
}

/**
 * A selection, a tally, or an object of many and the public key, as text: numbers as hexadecimal digits.
 *
 * @param {unknown} value
 */
export const toJson = (value) =>
  JSON.stringify(value, (name, x) => (LIMITS.has(name) ? toHex(toBigint(x), x.length) : x));

/**
 * The value that `toJson` wrote. @throws RangeError if a number has another form
 *
 * @param {string} text
 * @returns {any}
 */
export const fromJson = (text) =>
  JSON.parse(text, (name, x) => {
    const length = LIMITS.get(name)?.length;
    if (!length) return x;
    if (typeof x !== 'string' || x.length !== 2 * length || /[^\da-f]/.test(x))
      throw new RangeError(`${name}: must be ${2 * length} hexadecimal digits`);
    return toBytes(fromHex(x), length);
  });

/** @param {Uint8Array[]} parts */
function concat(...parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * Whether an object has these numbers, each below its limit and of the limit's length. Any value may be asked about.
 *
 * @param {any} value
 * @param {string[]} names
 */
function areInRange(value, names) {
  return names.every((name) => {
    const [x, limit] = [value?.[name], LIMITS.get(name)];
    return limit && x instanceof Uint8Array && x.length === limit.length && toBigint(x) < toBigint(limit);
  });
}
