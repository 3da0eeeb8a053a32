// Bytes, as strings and as big-endian numbers.

/** The text in ASCII. */
export const ascii = (text) => new TextEncoder().encode(text);

export function concat(...parts) {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A count in four bytes. */
export const fourBytes = (count) => Uint8Array.of(count >>> 24, count >>> 16, count >>> 8, count);

/** The bits of a number without leading zero bytes. */
export const bitLength = (n) => 8 * n.length + 24 - Math.clz32(n[0]);

/** Whether x < n, for as many bytes. Its time does not depend on the values. */
export function isBelow(x, n) {
  let borrow = 0;
  for (let i = n.length - 1; i >= 0; i--) borrow = (x[i] - n[i] - borrow) >>> 31;
  return borrow === 1;
}

export const randomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));

/** A uniformly random number from 1 to n − 1, for n > 1. */
export function random(n) {
  for (;;) {
    const x = randomBytes(n.length);
    x[0] &= 0xff >> (Math.clz32(n[0]) - 24);
    if (isBelow(x, n) && x.some((byte) => byte !== 0)) return x;
  }
}

/** The parts of an RSA key in the form JWK, as bytes under powmod's names. */
export function keyOfJwk(jwk) {
  const names = { n: 'n', e: 'e', p: 'p', q: 'q', dp: 'dp', dq: 'dq', qi: 'qInv' };
  const given = Object.entries(names).filter(([name]) => jwk[name] !== undefined);
  return Object.fromEntries(given.map(([name, ours]) => [ours, fromBase64Url(jwk[name])]));
}

function fromBase64Url(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}
