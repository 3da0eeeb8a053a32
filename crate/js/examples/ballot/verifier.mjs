// A second verifier, in BigInt, which shares no code with ballot.mjs: whoever trusts no program can write one.
const read = (bytes) => BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') || 0}`);

function pow(base, exponent, modulus) {
  let power = 1n;
  for (const bit of exponent.toString(2)) {
    power = (power * power) % modulus;
    if (bit === '1') power = (power * base) % modulus;
  }
  return power;
}

/** Whether an encrypted selection is 0 or 1. */
export async function verify(group, publicKey, selection, name) {
  const [p, q, g, K] = [group.p, group.q, group.g, publicKey].map(read);
  const { alpha, beta, c0, c1, v0, v1 } = Object.fromEntries(
    Object.entries(selection).map(([part, bytes]) => [part, read(bytes)]),
  );
  if ([alpha, beta].some((x) => x >= p || pow(x, q, p) !== 1n) || [c0, c1, v0, v1].some((x) => x >= q)) return false;

  // a = g^v · α^c, b = K^(v − value · c) · β^c
  const commitment = (value, c, v) => [
    (pow(g, v, p) * pow(alpha, c, p)) % p,
    (pow(K, (v + (q - value) * c) % q, p) * pow(beta, c, p)) % p,
  ];
  const numbers = [p, q, g, K, alpha, beta, ...commitment(0n, c0, v0), ...commitment(1n, c1, v1)];
  const bytes = numbers.flatMap((x) => {
    const digits = x.toString(16).padStart(x === q ? 64 : 1024, '0');
    return digits.match(/../g).map((pair) => Number.parseInt(pair, 16));
  });
  const input = Uint8Array.of(...bytes, ...new TextEncoder().encode(name));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', input));
  return read(hash) % q === (c0 + c1) % q;
}
