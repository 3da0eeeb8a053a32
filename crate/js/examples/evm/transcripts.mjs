// Wesolowski proofs for contracts that hash their challenges in ways of their own. The challenge of each contract is a
// function for `pool.prove`. `pm` is what `init` gave, and `keccak256` takes and gives bytes, as that of @noble/hashes.
import { readProof, toBigint, toBytes } from 'powmod';

/** 0xProject/VDF, whose input has 32 bytes, and whose output and proof are elements: at most (N − 1)/2. */
export function challengeOf0x(pm) {
  return async (modulus, input, output) => {
    const message = [toBytes(input, 32), toBytes(pm.element(output, modulus), 256)];
    const hash = await crypto.subtle.digest('SHA-256', await new Blob(message).arrayBuffer());
    return primeFrom(pm, toBigint(new Uint8Array(hash)) | (1n << 255n));
  };
}

/** usgeeus/A-Study-on-VDF-Verification-in-the-Ethereum-Network, which takes numbers in the fewest words. */
export function challengeOfUsgeeus(pm, keccak256) {
  return (_modulus, input, output, iterations) => {
    const message = joined(...[input, output, BigInt(iterations)].map(words));
    return primeFrom(pm, toBigint(keccak256(message)) | (1n << 255n));
  };
}

/** kilic/evmvdf: see `nonceOfKilic`. */
export function challengeOfKilic(pm, keccak256, tag) {
  return (_modulus, input, output) => nonceOfKilic(pm, keccak256, input, output, tag).prime;
}

/** The challenge of kilic/evmvdf, and its argument `nonce`. `tag` is the argument `dst`. */
export function nonceOfKilic(pm, keccak256, input, output, tag = new Uint8Array()) {
  for (let nonce = 0; ; nonce++) {
    const message = joined(tag, toBytes(input, 256), toBytes(output, 256), toBytes(BigInt(nonce), 32));
    const prime = toBigint(keccak256(message)) | 1n;
    if (pm.isProbablePrime(prime)) return { prime, nonce };
  }
}

/**
 * Proves a task for a contract whose elements are residues modulo N. `output` is x^(2^T) mod N, and `proof` is the π with
 * π^prime · x^r = output, where the proof file may have N − π.
 */
export async function proveResidues(pm, pool, task, challengeOf) {
  let statement, prime;
  const challenge = async (...given) => {
    statement = given;
    prime = await challengeOf(...given);
    return prime;
  };
  const file = await pool.prove({ scheme: 'wesolowski', ...task, challenge });
  const [modulus, input, output, iterations] = statement;
  const [pi] = readProof(file).values;
  const claim = { modulus, input, output, iterations, prime };
  const proof = [pi, modulus - pi].find((proof) => isProof(pm, { ...claim, proof }));
  return { file, proof, ...claim };
}

/** Whether π^l · x^(2^T mod l) is y modulo N: what a contract of residues checks. */
export function isProof(pm, { modulus, input, output, iterations, proof, prime }) {
  const rest = pm.modPow(2n, BigInt(iterations), prime);
  return pm.modPow2(proof, prime, input, rest, modulus) === output;
}

function primeFrom(pm, candidate) {
  let prime = candidate;
  while (!pm.isProbablePrime(prime)) prime++;
  return prime;
}

/** The number in the fewest words of 32 bytes. */
function words(number) {
  return toBytes(number, 32 * Math.ceil(number.toString(16).length / 64));
}

function joined(...parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
