// Reads the published vectors, whose numbers are hexadecimal. The arithmetic here is BigInt's.

/** An object with every text but the name turned into bytes. */
export function bytes({ name, ...fields }) {
  const decode = (text) => Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, decode(text)]));
}

export const hex = (given) => Array.from(given, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const integer = (given) => BigInt(`0x${hex(given)}`);

/** The private key of the example, of the numbers that the vectors give. */
export function privateKeyOf({ p, q, n, e, d }) {
  const [P, Q, D] = [p, q, d].map((text) => BigInt(`0x${text}`));
  let [qInv, base] = [1n, Q];
  for (let k = P - 2n; k > 0n; k >>= 1n, base = (base * base) % P) if (k & 1n) qInv = (qInv * base) % P;
  const parts = { dp: D % (P - 1n), dq: D % (Q - 1n), qInv };
  const padded = ([name, part]) => [name, part.toString(16).padStart(p.length, '0')];
  return bytes({ n, e, p, q, ...Object.fromEntries(Object.entries(parts).map(padded)) });
}
