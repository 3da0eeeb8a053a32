// A second verifier, in BigInt. It shares no code with ballot.mjs: whoever trusts no program can write one. Arguments
// from outside may have any form, so lengths and ranges are checked first, as in ballot.mjs.

/** @typedef {{ p: Uint8Array, q: Uint8Array, g: Uint8Array }} Group */

/**
 * Whether an encrypted selection is 0 or 1, and is the one of this name.
 *
 * @param {Group} group
 * @param {Uint8Array} publicKey
 * @param {import('./ballot.mjs').Selection} selection
 * @param {string} name
 */
export async function verify(group, publicKey, selection, name) {
  const { alpha, beta, c0, c1, v0, v1 } = selection ?? {};
  if (!areMembers(group, [publicKey, alpha, beta]) || !areBelow([c0, c1, v0, v1], group.q)) return false;
  const [p, q, g, K, A, B] = [group.p, group.q, group.g, publicKey, alpha, beta].map(read);
  if (K === 1n) return false;

  /** @type {(value: bigint, c: bigint, v: bigint) => bigint[]} gives g^v · α^c and K^(v − value · c) · β^c */
  const commitment = (value, c, v) => [
    (pow(g, v, p) * pow(A, c, p)) % p,
    (pow(K, (v + (q - value) * c) % q, p) * pow(B, c, p)) % p,
  ];
  const elements = [A, B, ...commitment(0n, read(c0), read(v0)), ...commitment(1n, read(c1), read(v1))];
  return (await challenge(group, publicKey, elements, name)) === (read(c0) + read(c1)) % q;
}

/**
 * Whether a tally is that of these selections, which are valid.
 *
 * @param {Group} group
 * @param {Uint8Array} publicKey
 * @param {import('./ballot.mjs').Sum[]} selections
 * @param {import('./ballot.mjs').Tally} tally
 */
export async function verifyTally(group, publicKey, selections, tally) {
  const { votes, c, v } = tally ?? {};
  if (!areMembers(group, [publicKey]) || !areBelow([c, v], group.q)) return false;
  if (!Number.isSafeInteger(votes) || votes < 0) return false;
  const [p, q, g, K, C, V] = [group.p, group.q, group.g, publicKey, c, v].map(read);
  if (K === 1n) return false;
  const A = selections.reduce((product, { alpha }) => (product * read(alpha)) % p, 1n);
  const B = selections.reduce((product, { beta }) => (product * read(beta)) % p, 1n);
  const M = (B * pow(K, q - BigInt(votes), p)) % p; // β/K^votes, which is α^s if the tally is true

  // g^v · K^c and α^v · M^c
  const commitments = [(pow(g, V, p) * pow(K, C, p)) % p, (pow(A, V, p) * pow(M, C, p)) % p];
  return (await challenge(group, publicKey, [A, B, M, ...commitments], 'tally')) === C;
}

/** @type {(numbers: Uint8Array[], limit: Uint8Array) => boolean} */
const areBelow = (numbers, limit) =>
  numbers.every((x) => x instanceof Uint8Array && x.length === limit.length && read(x) < read(limit));

/** @type {(group: Group, numbers: Uint8Array[]) => boolean} */
const areMembers = ({ p, q }, numbers) =>
  areBelow(numbers, p) && numbers.every((x) => pow(read(x), read(q), read(p)) === 1n);

/**
 * A hash of all that comes before the challenge, modulo q.
 *
 * @param {Group} group
 * @param {Uint8Array} publicKey
 * @param {bigint[]} elements
 * @param {string} name
 */
async function challenge({ p, q, g }, publicKey, elements, name) {
  const bytes = elements.flatMap((x) => {
    const digits = x.toString(16).padStart(2 * p.length, '0');
    return Array.from(p, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
  });
  const input = Uint8Array.of(...p, ...q, ...g, ...publicKey, ...bytes, ...new TextEncoder().encode(name));
  return read(new Uint8Array(await crypto.subtle.digest('SHA-256', input))) % read(q);
}

/** @param {Uint8Array} bytes */
function read(bytes) {
  return BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`);
}

/** @type {(base: bigint, exponent: bigint, modulus: bigint) => bigint} */
function pow(base, exponent, modulus) {
  let power = 1n;
  for (const bit of exponent.toString(2)) {
    power = (power * power) % modulus;
    if (bit === '1') power = (power * base) % modulus;
  }
  return power;
}
