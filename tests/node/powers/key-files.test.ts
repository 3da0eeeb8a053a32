// Keys as they come: PEM, DER, KeyObject, CryptoKey, as OpenSSL writes them; and files that are damaged or of another
// kind.
import assert from 'node:assert/strict';
import {
  constants,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
  webcrypto,
} from 'node:crypto';
import { describe, test } from 'node:test';
import { type Powmod, type RsaPrivateKey, toBytes } from 'powmod';
import { loadedKey } from '../../../crate/js/src/arithmetic/crt-key.ts';
import { keyFileReader } from '../../../crate/js/src/arithmetic/key-reader.ts';
import { throwsRange, throwsType } from '../../support/errors.ts';
import { instances } from '../../support/instances.ts';
import { runProgram } from '../../support/package.ts';
import { Random } from '../../support/random.ts';

const pm = instances.find(({ kernel }) => kernel === 'scalar') as Powmod;
const random = new Random();

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const base = toBytes(random.bits(992), 128);
const expected = (key: KeyObject) => {
  const length = (key.asymmetricKeyDetails?.modulusLength as number) / 8;
  const padded = toBytes(random.bits(8 * length - 64), length);
  return { padded, opened: new Uint8Array(privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, padded)) };
};
const { padded, opened } = expected(privateKey);

function power(key: RsaPrivateKey, x = padded): Uint8Array {
  const kept = pm.crtKey(key);
  try {
    return kept.pow(x);
  } finally {
    kept.free();
  }
}

const pem = (type: 'pkcs1' | 'pkcs8', key = privateKey) => key.export({ format: 'pem', type }) as string;
const der = (type: 'pkcs1' | 'pkcs8', key = privateKey) => new Uint8Array(key.export({ format: 'der', type }));
const CERTIFICATE = ['a note: 7', '-----BEGIN CERTIFICATE-----', 'AAAA', '-----END CERTIFICATE-----'];
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('the same key in each form', () => {
  const forms: Record<string, RsaPrivateKey> = {
    'PKCS #8 in PEM': pem('pkcs8'),
    'PKCS #1 in PEM': pem('pkcs1'),
    'PEM with CRLF, and without the last line feed': pem('pkcs8').replaceAll('\n', '\r\n').trimEnd(),
    'PEM in one line': pem('pkcs8').replace(/(?<=[\w+/=])\n(?=[\w+/])/g, ''),
    'PEM behind a certificate and a note': [...CERTIFICATE, `${pem('pkcs1')}more`].join('\n'),
    'PEM as bytes': utf8(pem('pkcs8')),
    'PEM as a Buffer': Buffer.from(pem('pkcs1')),
    'PKCS #8 in DER': der('pkcs8'),
    'PKCS #1 in DER': der('pkcs1'),
    'a KeyObject': privateKey,
    'a JWK': privateKey.export({ format: 'jwk' }),
  };
  for (const [name, key] of Object.entries(forms)) {
    test(name, async () => {
      const before = key instanceof Uint8Array ? Buffer.from(key).toString('hex') : '';
      assert.deepEqual(power(key), opened);
      const kept = await pm.crtKeyFrom(key);
      assert.deepEqual(kept.pow(padded), opened);
      kept.free();
      if (key instanceof Uint8Array) assert.equal(Buffer.from(key).toString('hex'), before);
    });
  }

  test('a CryptoKey', async () => {
    for (const name of ['RSA-PSS', 'RSA-OAEP', 'RSASSA-PKCS1-v1_5']) {
      const usages: KeyUsage[] = name === 'RSA-OAEP' ? ['decrypt'] : ['sign'];
      const imported = (extractable: boolean) =>
        webcrypto.subtle.importKey('pkcs8', der('pkcs8'), { name, hash: 'SHA-256' }, extractable, usages);
      const key = await imported(true);
      const kept = await pm.crtKeyFrom(key);
      assert.deepEqual(kept.pow(padded), opened);
      kept.free();
      throwsType(() => pm.crtKey(key as never), /^key: is a CryptoKey, .*: await pm\.crtKeyFrom\(key\)$/);
      await assert.rejects(
        pm.crtKeyFrom(await imported(false)),
        /^TypeError: key: is a CryptoKey that is not extractable/,
      );
    }
    const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
    const algorithm = { name: 'RSA-PSS', hash: 'SHA-256' };
    const open = await webcrypto.subtle.importKey('spki', spki, algorithm, true, ['verify']);
    await assert.rejects(pm.crtKeyFrom(open), /^TypeError: key: must be a private CryptoKey, not one of type public$/);
  });
});

test('a copy of a key is made when the reader of files is there, and only where it is wiped', async (t) => {
  const shared = new Uint8Array(new SharedArrayBuffer(der('pkcs8').length));
  shared.set(der('pkcs8'));
  const { mock: copied } = t.mock.method(Uint8Array.prototype, 'set');
  const exported = t.mock.method(webcrypto.subtle, 'exportKey', async () => {
    assert.ok(keyFileReader());
    return new ArrayBuffer(8);
  });
  const key = { type: 'private', extractable: true };
  assert.deepEqual(await loadedKey(key), { loaded: new Uint8Array(8), copy: new Uint8Array(8) });
  assert.equal(exported.mock.callCount(), 1);
  const before = copied.callCount();
  assert.deepEqual(await loadedKey(shared), { loaded: shared, copy: undefined });
  assert.equal(copied.callCount(), before);
});

test('keys of each length, with exponents of each length, and for PSS alone', () => {
  for (const modulusLength of [512, 1000, 2048])
    for (const publicExponent of [3, 257, 65537]) {
      const key = generateKeyPairSync('rsa', { modulusLength, publicExponent }).privateKey;
      const { padded, opened } = expected(key);
      for (const form of [pem('pkcs1', key), der('pkcs8', key), key]) assert.deepEqual(power(form, padded), opened);
    }
  const pss = generateKeyPairSync('rsa-pss', { modulusLength: 1024, hashAlgorithm: 'sha256' }).privateKey;
  assert.equal(power(pss, base).length, 128);
});

test('what is no private RSA key is named', () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const ed = generateKeyPairSync('ed25519').privateKey;
  const publicKey = createPublicKey(privateKey);
  const encrypted = { cipher: 'aes-256-cbc', passphrase: 'x' } as const;
  const locked = (format: 'pem' | 'der', type: 'pkcs1' | 'pkcs8') =>
    privateKey.export({ format, type, ...encrypted } as never) as unknown as string | Uint8Array;
  const cases: [key: string | Uint8Array, message: RegExp][] = [
    [locked('pem', 'pkcs8'), /^key: is encrypted: decrypt it first, in Node by createPrivateKey/],
    [locked('pem', 'pkcs1'), /^key: is encrypted/],
    [locked('der', 'pkcs8'), /^key: is encrypted/],
    [publicKey.export({ format: 'pem', type: 'spki' }) as string, /^key: is public, and the private one is needed$/],
    [publicKey.export({ format: 'pem', type: 'pkcs1' }) as string, /^key: is public/],
    [publicKey.export({ format: 'der', type: 'spki' }), /^key: is public/],
    [publicKey.export({ format: 'der', type: 'pkcs1' }), /^key: is public/],
    ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', /^key: is public/],
    [
      ec.export({ format: 'pem', type: 'sec1' }) as string,
      /^key: must be of RSA, but begins with -----BEGIN EC PRIVATE KEY/,
    ],
    [ec.export({ format: 'pem', type: 'pkcs8' }) as string, /^key: is of another algorithm than RSA$/],
    [ec.export({ format: 'der', type: 'sec1' }), /^key: is no RSA private key in PKCS #1 or PKCS #8$/],
    [ed.export({ format: 'der', type: 'pkcs8' }), /^key: is of another algorithm than RSA$/],
    [
      '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----',
      /^key: has the form of OpenSSH; ssh-keygen/,
    ],
    ['-----BEGIN X-----\nAAAA\n-----END X-----', /^key: is no RSA private key/],
    ['', /^key: must be PKCS #1 or PKCS #8, in PEM/],
    ['PEM', /^key: must be PKCS #1 or PKCS #8, in PEM/],
    [new Uint8Array(), /^key: must be PKCS #1 or PKCS #8, in PEM/],
    ['x'.repeat(2 ** 24), /^key: has more than 131072 bytes, too many for a key$/],
    [new Uint8Array(2 ** 24).fill(0x30), /^key: has more than 131072 bytes, too many for a key$/],
  ];
  for (const [key, message] of cases) throwsRange(() => pm.crtKey(key), message);
  throwsType(() => pm.crtKey(publicKey as never), /^key: must be a private KeyObject, not one of type public$/);
  throwsType(() => pm.crtKey(der('pkcs8').buffer as never), /^key: must be .*, not an ArrayBuffer: wrap it/);
  throwsType(() => pm.crtKey([] as never), /^key: must be .*, not an array: write Uint8Array/);
});

/** An element of DER. */
function element(tag: number, ...contents: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const content = Buffer.concat(contents);
  const [high, low] = [content.length >> 8, content.length & 255];
  const length = content.length < 128 ? [low] : high ? [0x82, high, low] : [0x81, low];
  return new Uint8Array(Buffer.concat([Uint8Array.of(tag, ...length), content]));
}

const jwk = privateKey.export({ format: 'jwk' });
const number = (text: string) => element(2, Uint8Array.of(0), Buffer.from(text, 'base64url'));
const numbers = [jwk.n, jwk.e, jwk.d, jwk.p, jwk.q, jwk.dp, jwk.dq, jwk.qi].map((text) => number(text as string));
const version = (x: number) => element(2, Uint8Array.of(x));
const OID = element(0x30, Uint8Array.of(6, 9, 42, 134, 72, 134, 247, 13, 1, 1, 1, 5, 0));

/** The first bytes of a file, which are headers and its version. */
const HEADERS = 12;

test('damaged files are refused, and what is damaged is said', () => {
  const whole = element(0x30, version(0), ...numbers);
  const wrapped = element(0x30, version(0), OID, element(4, whole));
  const attributes = element(0x30, version(1), OID, element(4, whole), element(0xa0, Uint8Array.of(5, 0)));
  for (const right of [whole, wrapped, attributes]) assert.deepEqual(power(right), opened);
  const negative = numbers.with(
    2,
    element(
      2,
      Buffer.from(jwk.d as string, 'base64url').map((x, i) => (i ? x : x | 0x80)),
    ),
  );
  const more = element(0x30, element(0x30, ...numbers.slice(1, 4)));
  const long = (at: number, ...length: number[]) =>
    new Uint8Array(Buffer.concat([whole.subarray(0, at), Uint8Array.from(length), whole.subarray(at + 3)]));
  const size = whole.length - 4;
  const cases: [key: Uint8Array, message: RegExp][] = [
    [element(0x30, version(1), ...numbers, more), /^key: has more than two primes, and a key here has two$/],
    [element(0x30, version(0), ...numbers, more), /^key: has more than two primes/],
    [element(0x30, version(1), ...numbers), /^key: has more than two primes/],
    [element(0x30, version(0), ...numbers.slice(1)), /^key: is no RSA private key/],
    [element(0x30, version(0), ...negative), /^key: its DER is damaged: a number is negative or empty$/],
    [element(0x30, version(0), ...numbers.with(4, Uint8Array.of(2, 0))), /a number is negative or empty$/],
    [new Uint8Array([...whole, 0]), /^key: its DER is damaged: (bytes stand behind its end|it ends too early)$/],
    [new Uint8Array([...whole, 5, 0]), /^key: its DER is damaged: bytes stand behind its end$/],
    [new Uint8Array([...whole.subarray(0, 1), 0x80, ...whole.subarray(4), 0, 0]), /it has an indefinite length$/],
    [long(1, 0x83, 0, size >> 8, size & 255), /a length has zeros in front$/],
    [long(1, 0x85, 1, 0, 0, 0, 0), /it ends too early$/],
    [long(1, 0xff), /it ends too early$/],
    [element(0x30, version(0), OID, element(4, wrapped)), /^key: is no RSA private key/],
    [element(0x30, element(0x30, element(0x30, whole))), /^key: is no RSA private key/],
    [element(0x30, version(0), OID, element(4, whole), element(4, whole)), /^key: is no RSA private key/],
    [new Uint8Array(1000).fill(0x30), /^key: /],
    [new Uint8Array(100_000).fill(0x30), /^key: /],
  ];
  for (const [key, message] of cases) throwsRange(() => pm.crtKey(key), message);
  // Cut anywhere, and with any byte of the headers changed, a file is refused or is the same key.
  for (const file of [whole, wrapped])
    for (let i = 1; i < file.length; i += 7) assert.throws(() => pm.crtKey(file.subarray(0, i)), /^RangeError: key/);
  for (const file of [whole, wrapped])
    for (let at = 0; at < HEADERS; at++)
      for (const bit of [1, 0x20, 0x80]) {
        const changed = file.with(at, (file[at] as number) ^ bit);
        let got: unknown;
        try {
          got = power(changed);
        } catch (error) {
          assert.match(String(error), /^RangeError: key/, `byte ${at}`);
          continue;
        }
        assert.deepEqual(got, opened, `byte ${at}`);
      }
  const text = pem('pkcs8');
  for (let i = 0; i < text.length - 1; i += 5) assert.throws(() => pm.crtKey(text.slice(0, i)), /^RangeError: key/);
  for (const [wrong, message] of [
    [text.replace(/\w\n/, '*\n'), /^key: its PEM is damaged: no base64$/],
    [text.replace(/\w\n/, '=\n'), /^key: its PEM is damaged: no base64$/],
    [text.replace(/\w\n/, '\n'), /^key: its (PEM|DER) is damaged/],
    [text.replace('-----END PRIVATE', '-----END RSA PRIVATE'), /^key: has no line -----END PRIVATE KEY-----$/],
  ] as const)
    throwsRange(() => pm.crtKey(wrong), message);
});

test('numbers of a file that contradict each other are named', () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ format: 'jwk' });
  const [n, d] = [number(other.n as string), number(other.d as string)];
  throwsRange(() => pm.crtKey(element(0x30, version(0), n, ...numbers.slice(1))), /^key\.n: is not p·q$/);
  throwsRange(
    () => pm.crtKey(element(0x30, version(0), ...numbers.with(2, d))),
    /^key\.d: does not agree with dp and dq$/,
  );
});

test('a page loads the reader with the first file', () => {
  const program = `import { init } from './crate/js/dist/index.js';
    const pm = await init({ kernel: 'scalar' });
    const file = ${JSON.stringify(pem('pkcs8'))};
    const answers = [];
    try { pm.crtKey(file); } catch (error) { answers.push(String(error)); }
    const jwk = await pm.crtKeyFrom(${JSON.stringify(jwk)});
    const [first, second] = [await pm.crtKeyFrom(file), pm.crtKey(file)];
    answers.push(...[jwk, first, second].map((key) => key.pow(Uint8Array.from(${JSON.stringify([...padded])})).join()));
    console.log(JSON.stringify(answers));`;
  const { stdout, stderr } = runProgram(program);
  assert.match(stdout, /./, stderr);
  const [refused, ...powers] = JSON.parse(stdout);
  assert.match(refused, /^TypeError: key: is a file, for which a page loads a reader: await pm\.crtKeyFrom\(key\)$/);
  assert.deepEqual(powers, Array(3).fill(opened.join()));
});

test('CommonJS reads files at once', () => {
  const program = `import { createRequire } from 'node:module';
    const { initSync } = createRequire(import.meta.url)('powmod');
    const key = initSync({ kernel: 'scalar' }).crtKey(${JSON.stringify(pem('pkcs1'))});
    console.log(key.pow(Uint8Array.from(${JSON.stringify([...padded])})).join());`;
  const { stdout, stderr } = runProgram(program);
  assert.equal(stdout.trim(), opened.join(), stderr);
});
