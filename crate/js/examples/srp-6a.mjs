// SRP-6a (RFC 5054, with SHA-256): the client proves that it knows a password without revealing it. This program plays
// both sides. It computes every power in constant time, since exponents and bases would both help to guess the password.
import { init } from 'powmod';

const pm = await init();

/** The 2048-bit group of RFC 5054, appendix A. */
const N = BigInt(
  `0x${`
  AC6BDB41 324A9A9B F166DE5E 1389582F AF72B665 1987EE07 FC319294 3DB56050 A37329CB B4A099ED 8193E075 7767A13D
  D52312AB 4B03310D CD7F48A9 DA04FD50 E8083969 EDB767B0 CF609517 9A163AB3 661A05FB D5FAAAE8 2918A996 2F0B93B8
  55F97993 EC975EEA A80D740A DBF4FF74 7359D041 D5C33EA7 1D281E44 6B14773B CA97B43A 23FB8016 76BD207A 436C6481
  F1D2B907 8717461A 5B9D32E6 88F87748 544523B5 24B0D57D 5EA77A27 75D2ECFA 032CFBDB F52FB378 61602790 04E57AE6
  AF874E73 03CE5329 9CCC041C 7BC308D8 2A5698F3 A8D0C382 71AE35F8 E9DBFBB6 94B5C803 D89F7AE4 35DE236D 525F5475
  9B65E372 FCD68EF2 0FA7111F 9E4AFF73`.replace(/\s/g, '')}`,
);
const g = 2n;
const k = toInteger(await hash(toBytes(N), toBytes(g)));

/** base^exponent for a secret exponent of 32 bytes, as bytes. */
const power = (base, exponent) => pm.modPowSecret(base, exponent, N, { exponentBits: 256 });
/** x^a · y^b for secret exponents of 32 bytes, as bytes. */
const product = (x, a, y, b) => pm.modPow2Secret(x, a, y, b, N, { exponentBits: 256 });
const random = () => crypto.getRandomValues(new Uint8Array(32));

// The user signs up. The server stores v = g^x, not the password.
const salt = random();
const v = power(g, await privateKey('correct horse'));

console.log(`the right password: ${(await logIn('correct horse')) ? 'the same key' : 'different keys'}`);
console.log(`a wrong password: ${(await logIn('battery staple')) ? 'the same key' : 'different keys'}`);

/** Whether client and server compute the same key. */
async function logIn(password) {
  const a = random();
  const A = power(g, a); // the client sends A
  const b = random();
  const B = toBytes((k * toInteger(v) + toInteger(power(g, b))) % N); // the server answers with B and the salt
  if (toInteger(A) % N === 0n || toInteger(B) % N === 0n) throw new RangeError('RFC 5054 forbids this value');
  const u = await hash(A, B);

  // The client: S = (B − k·g^x)^(a + u·x), as base^a · (base^u)^x, which avoids the sum of secrets a + u·x.
  const x = await privateKey(password);
  const base = (toInteger(B) + k * (N - toInteger(power(g, x)))) % N;
  const client = product(base, a, power(base, u), x);

  // The server: S = (A · v^u)^b.
  const server = product(A, b, power(v, u), b);

  return toInteger(await hash(client)) === toInteger(await hash(server));
}

/** x = H(salt, H(name ":" password)) */
async function privateKey(password) {
  return hash(salt, await hash(new TextEncoder().encode(`alice:${password}`)));
}

async function hash(...parts) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer()));
}

/** Bytes as long as N: PAD of RFC 5054. */
function toBytes(integer) {
  return Uint8Array.from(integer.toString(16).padStart(512, '0').match(/../g), (digits) => Number.parseInt(digits, 16));
}

function toInteger(bytes) {
  return BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`);
}
