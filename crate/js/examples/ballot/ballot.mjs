// Ballots that are added without being opened: exponential ElGamal in ElectionGuard's group, with a proof that each
// selection is 0 or 1 (Cramer, Damgård, Schoenmakers, "Proofs of partial knowledge"; ElectionGuard's form). Numbers are
// big-endian bytes. Whatever depends on a vote goes through calls for secrets, and no branch depends on one.
import { init, toBigint, toBytes } from 'powmod';
import { g, p, q } from './group.mjs';

/** Exponents have the length of q. */
const options = { maxBits: 256 };

const arithmetic = init().then((pm) => {
  const [P, Q] = [pm.modulus(p), pm.modulus(q)];
  return { pm, P, Q, G: P.fixedBase(g, options) };
});

const ZERO = toBytes(0n, 32);
const ONE = toBytes(1n, 32);
const MINUS_ONE = toBytes(toBigint(q) - 1n, 32);

/** A pair of keys of the election: s, and K = g^s. */
export async function makeKeys() {
  const { pm, G } = await arithmetic;
  const secretKey = pm.randomBelow(q);
  return { secretKey, publicKey: G.powSecret(secretKey) };
}

/** The election of a public key. */
export async function openElection(publicKey) {
  const { pm, P, Q, G } = await arithmetic;
  const K = P.fixedBase(publicKey, options);

  /** a · b + c mod q */
  const mulAdd = (a, b, c) => Q.mulAddSecret(a, b, c);
  const difference = (a, b) => mulAdd(b, MINUS_ONE, a);

  /**
   * A selection, 0 or 1, as (α, β) = (g^r, K^(r + selection)) and its proof. `name` says which ballot and which of its
   * selections it is: a copied selection is not valid under another name.
   */
  async function encrypt(selection, name) {
    const s = ONE.map((one) => one & selection);
    const sMinusOne = MINUS_ONE.map((byte) => byte & (selection - 1)); // 0 or q − 1
    const [r, u0, u1, simulated] = [0, 1, 2, 3].map(() => pm.randomBelow(q));
    const alpha = G.powSecret(r);
    const beta = K.powSecret(mulAdd(r, ONE, s));

    // The commitment for the true value is (g^u, K^u), and the other has K^(u ± the simulated challenge).
    const t0 = mulAdd(s, simulated, u0);
    const t1 = mulAdd(sMinusOne, simulated, u1);
    const commitments = [G.powSecret(u0), K.powSecret(t0), G.powSecret(u1), K.powSecret(t1)];
    const c = await challenge(publicKey, name, [alpha, beta, ...commitments]);

    // c0 is the simulated challenge if the selection is 1, and the rest of c if it is 0.
    const rest = difference(c, simulated);
    const c0 = mulAdd(s, difference(simulated, rest), rest);
    const c1 = difference(c, c0);
    const minusR = mulAdd(r, MINUS_ONE, ZERO);
    const v0 = mulAdd(c0, minusR, u0);
    const v1 = mulAdd(c1, minusR, u1);
    for (const secret of [s, sMinusOne, r, minusR, u0, u1, simulated, t0, t1, rest]) secret.fill(0);
    return { alpha, beta, c0, c1, v0, v1 };
  }

  /** Whether a selection is 0 or 1, and is the one of this name. Everything here is public. */
  async function isValid({ alpha, beta, c0, c1, v0, v1 }, name) {
    if (![alpha, beta].every((x) => isBelow(x, p)) || ![c0, c1, v0, v1].every((x) => isBelow(x, q))) return false;
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

  /** The encrypted sum of selections. */
  function sum(selections) {
    const product = (part) =>
      P.product(
        selections.map((selection) => selection[part]),
        { as: 'bytes' },
      );
    return { alpha: product('alpha'), beta: product('beta') };
  }

  /** The sum, which is at most `most`. K^sum is β/α^s. */
  function decrypt({ alpha, beta }, secretKey, most) {
    const share = P.powSecret(alpha, secretKey, { exponentBits: 256 });
    const power = P.mul(beta, P.invSecret(share));
    let next = 1n;
    for (let votes = 0; votes <= most; votes++) {
      if (next === power) return votes;
      next = P.mul(next, publicKey);
    }
    throw new RangeError(`the sum is more than ${most}`);
  }

  return { encrypt, isValid, sum, decrypt };
}

/** The challenge of a proof: a hash of everything that comes before it, modulo q. */
export async function challenge(publicKey, name, elements) {
  const hash = await crypto.subtle.digest(
    'SHA-256',
    concat(p, q, g, publicKey, ...elements, new TextEncoder().encode(name)),
  );
  return toBytes(toBigint(new Uint8Array(hash)) % toBigint(q), q.length);
}

function concat(...parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Whether a number from outside is as long as the limit, and below it. */
const isBelow = (x, limit) => x instanceof Uint8Array && x.length === limit.length && toBigint(x) < toBigint(limit);
