// SRP-6a (RFC 5054, with SHA-256): the client proves that it knows a password without revealing it. This program plays
// both sides. The calls for secrets compute what depends on the password, since its time would help to guess it.
import { init, toBigint, toBytes } from 'powmod';

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
/** PAD of RFC 5054: bytes as long as N, as the calls for secrets give them. */
const pad = (integer) => toBytes(integer, 256);
const m = pm.modulus(N);
const g = pad(2n);
const k = await hash(pad(N), g);
const minusK = pad(N - toBigint(k));

/** base^exponent for a secret exponent of 32 bytes. */
const power = (base, exponent) => m.powSecret(base, exponent, { exponentBits: 256 });
/** x^a · y^b for secret exponents of 32 bytes. */
const product = (x, a, y, b) => m.pow2Secret(x, a, y, b, { exponentBits: 256 });
const random = () => crypto.getRandomValues(new Uint8Array(32));

// The user signs up. The server stores the name, the salt and v = g^x, not the password.
const name = new TextEncoder().encode('alice');
const salt = random();
const v = power(g, await privateKey('correct horse'));

console.log(`the right password: ${await logIn('correct horse')}`);
console.log(`a wrong password: ${await logIn('battery staple')}`);

/** What comes of a login. */
async function logIn(password) {
  const a = random();
  const A = power(g, a); // the client sends its name and A
  if (toBigint(A) % N === 0n) throw new RangeError('the server refuses this A');
  const b = random();
  const B = m.mulAddSecret(k, v, power(g, b)); // the server answers with B = k·v + g^b and the salt
  if (toBigint(B) % N === 0n) throw new RangeError('the client refuses this B');
  const u = await hash(A, B);

  // The client: S = (B − k·g^x)^(a + u·x), as base^a · (base^u)^x, which avoids the sum of secrets a + u·x.
  const x = await privateKey(password);
  const base = m.mulAddSecret(minusK, power(g, x), B);
  const ofClient = await hash(product(base, a, power(base, u), x));
  const proof = await proofOf(A, B, ofClient); // the client sends this proof

  // The server: S = (A · v^u)^b. It allows few logins a minute, since each tries one password.
  const ofServer = await hash(product(A, b, power(v, u), b));
  if (!isEqual(proof, await proofOf(A, B, ofServer))) return 'refused';
  const answer = await hash(A, proof, ofServer); // the server sends this proof
  return isEqual(answer, await hash(A, proof, ofClient)) ? 'the same key' : 'this server does not know v';
}

/** x = H(salt, H(name ":" password)) */
async function privateKey(password) {
  return hash(salt, await hash(name, new TextEncoder().encode(`:${password}`)));
}

/** RFC 2945's proof of a key: H(H(N) xor H(g), H(name), salt, A, B, key). */
async function proofOf(A, B, key) {
  const [ofN, ofG] = [await hash(pad(N)), await hash(toBytes(2n))];
  const group = ofN.map((byte, i) => byte ^ ofG[i]);
  return hash(group, await hash(name), salt, A, B, key);
}

function isEqual(a, b) {
  return toBigint(a) === toBigint(b);
}

async function hash(...parts) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer()));
}
