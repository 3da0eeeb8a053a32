// Keys as they come: PEM, DER, KeyObject, CryptoKey, as OpenSSL writes them; and files that are damaged or of another
// kind.
import assert from 'node:assert/strict';
import {
  constants,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  type PrivateKeyInput,
  privateDecrypt,
  webcrypto,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { type Powmod, type RsaPrivateKey, toBytes } from 'powmod';
import { readKeyFile } from '../../../crate/js/src/arithmetic/key-file.ts';
import { keyFileReader } from '../../../crate/js/src/arithmetic/key-reader.ts';
import { loadedKey } from '../../../crate/js/src/arithmetic/rsa-key.ts';
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
  const kept = pm.rsaPrivateKey(key);
  try {
    return kept.pow(x);
  } finally {
    kept.free();
  }
}

const pem = (type: 'pkcs1' | 'pkcs8', key = privateKey) => key.export({ format: 'pem', type }) as string;
const der = (type: 'pkcs1' | 'pkcs8', key = privateKey) => new Uint8Array(key.export({ format: 'der', type }));
const jwk = privateKey.export({ format: 'jwk' });
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
      const kept = await pm.rsaPrivateKeyFrom(key);
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
      const kept = await pm.rsaPrivateKeyFrom(key);
      assert.deepEqual(kept.pow(padded), opened);
      kept.free();
      throwsType(() => pm.rsaPrivateKey(key as never), /^key: is a CryptoKey, .*: await pm\.rsaPrivateKeyFrom\(key\)$/);
      await assert.rejects(
        pm.rsaPrivateKeyFrom(await imported(false)),
        /^TypeError: key: is a CryptoKey that is not extractable/,
      );
    }
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
  for (const [key, message] of cases) throwsRange(() => pm.rsaPrivateKey(key), message);
  throwsType(() => pm.rsaPrivateKey(der('pkcs8').buffer as never), /^key: must be .*, not an ArrayBuffer: wrap it/);
  throwsType(() => pm.rsaPrivateKey([] as never), /^key: must be .*, not an array: write Uint8Array/);
});

test('what has the private key inside it, or none, is told what to give', async () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const algorithm = { name: 'RSA-PSS', hash: 'SHA-256', modulusLength: 1024, publicExponent: Uint8Array.of(1, 0, 1) };
  const pair = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const open = await webcrypto.subtle.importKey('spki', spki, algorithm, true, ['verify']);
  const secret = await webcrypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['encrypt']);
  const cases: [key: unknown, message: RegExp][] = [
    [pair, /^TypeError: key: is a pair of keys: give its privateKey$/],
    [{ privateKey, publicKey }, /^TypeError: key: is a pair of keys: give its privateKey$/],
    [Promise.resolve(privateKey), /^TypeError: key: is a promise: await it$/],
    [{ keys: [privateKey.export({ format: 'jwk' })] }, /^TypeError: key: is a set of JWKs: give one of its keys$/],
    [publicKey, /^TypeError: key: is a KeyObject of type public: give the private one$/],
    [createSecretKey(new Uint8Array(16)), /^TypeError: key: is a KeyObject of type secret: give the private one$/],
    [open, /^TypeError: key: is a CryptoKey of type public: give the private one$/],
    [secret, /^TypeError: key: is a CryptoKey of type secret: give the private one$/],
    [JSON.stringify(privateKey.export({ format: 'jwk' })), /^RangeError: key: is JSON: give the JWK that JSON\.parse/],
  ];
  for (const [key, message] of cases) {
    assert.throws(() => pm.rsaPrivateKey(key as never), message);
    await assert.rejects(pm.rsaPrivateKeyFrom(key as never), message);
  }
  assert.equal((await pm.rsaPrivateKeyFrom(pair.privateKey)).pow(base).length, 128);
});

type Table<Row> = [name: string, content: string, verdict: string, ...more: Row[]][];
interface Files {
  numbers: Record<string, string>;
  parts: Record<string, string>;
  reasons: Record<string, string | { package: string }>;
  der: Table<string>;
  text: Table<string | [from: string, to: string]>;
}
/** The crate's tests read the same table. */
const files: Files = JSON.parse(readFileSync(new URL('../../vectors/keys/files.json', import.meta.url), 'utf8'));

/** The bytes that the table writes so: its head has the notation. */
function assembled(content: string): Uint8Array<ArrayBuffer> {
  const open: number[][] = [[]];
  for (const [token] of content.matchAll(/\$\w+|[\da-f]{2}|\(|\)(?:[+-]\d+)?/g)) {
    if (token === '(') {
      open.push([]);
      continue;
    }
    let bytes = [Number.parseInt(token, 16)];
    if (token.startsWith('$')) {
      const name = token.slice(1);
      bytes = [...assembled((files.numbers[name] ?? files.parts[name]) as string)];
    } else if (token.startsWith(')')) {
      const inside = open.pop() as number[];
      const length = inside.length + Number(token.slice(1));
      const form = length < 0x80 ? [] : length < 0x100 ? [0x81] : [0x82, length >> 8];
      bytes = [...form, length & 0xff, ...inside];
    }
    open.at(-1)?.push(...bytes);
  }
  return Uint8Array.from(open[0] as number[]);
}

const textOf = (content: string, [from, to]: readonly [string, string]) => {
  const line = Buffer.from(assembled('$pkcs8')).toString('base64');
  const parts = { begin: 'BEGIN', end: 'END' };
  return content
    .replace(/\$(begin|end)/g, (_, name: 'begin' | 'end') => `-----${parts[name]} PRIVATE KEY-----`)
    .replace('$lines', line.replace(/.{64}(?=.)/g, '$&\n'))
    .replace('$line', line)
    .replaceAll(from, to);
};

describe('the table of files', () => {
  const numbers = Object.entries(files.numbers).map(([name, hex]) => [name, Buffer.from(hex, 'hex')] as const);
  const unsigned = ([name, bytes]: (typeof numbers)[number]) =>
    [name === 'qInv' ? 'qi' : name, bytes.subarray(bytes[0] === 0 ? 1 : 0).toString('base64url')] as const;
  const openssl = createPrivateKey({
    key: { kty: 'RSA', ...Object.fromEntries(numbers.map(unsigned)) },
    format: 'jwk',
  });
  const { padded, opened } = expected(openssl);

  function check(
    file: string | Uint8Array,
    verdict: string,
    marks: readonly unknown[],
    forms: readonly PrivateKeyInput[],
  ) {
    const reason = files.reasons[verdict];
    if (verdict === 'accepted') assert.deepEqual(power(file, padded), opened);
    else {
      assert.ok(reason, verdict);
      const message = `key: ${typeof reason === 'string' ? reason : reason.package}`;
      assert.throws(() => pm.rsaPrivateKey(file), { name: 'RangeError', message });
    }
    const isTaken = forms.some((form) => {
      try {
        return createPrivateKey(form).type === 'private';
      } catch {
        return false;
      }
    });
    // A newer OpenSSL may decide as we do.
    const mark = isTaken ? 'OpenSSL takes it' : 'OpenSSL refuses it';
    assert.ok(isTaken === (verdict === 'accepted') || marks.includes(mark), mark);
  }

  for (const [name, content, verdict, ...marks] of files.der)
    test(name, () => {
      const file = assembled(content);
      const key = Buffer.from(file);
      const types = ['pkcs1', 'pkcs8'] as const;
      check(
        file,
        verdict,
        marks,
        types.map((type) => ({ key, format: 'der', type })),
      );
    });

  for (const [name, content, verdict, ...marks] of files.text)
    test(name, () => {
      const text = textOf(content, marks.find((mark) => typeof mark !== 'string') ?? ['', '']);
      for (const file of [text, utf8(text)]) check(file, verdict, marks, [{ key: text }]);
    });

  test('each other tag, length and version', () => {
    for (const form of ['$pkcs1', '$pkcs8']) {
      const file = assembled(form);
      // The bytes outside of the numbers.
      const frame = new Set(file.keys());
      let at = 0;
      for (const number of Object.values(readKeyFile(file, 1024, () => {}))) {
        for (let i = 0; i < number.length; i++) frame.delete(number.byteOffset + i);
        at += number.length;
      }
      assert.ok(at > 250 && frame.size > 20, `${frame.size}`);
      const accepted: string[] = [];
      for (const i of frame)
        for (let byte = 0; byte < 256; byte++) {
          if (byte === file[i]) continue;
          try {
            readKeyFile(file.with(i, byte), 1024, () => {});
            accepted.push(`${byte} at ${i}`);
          } catch (error) {
            assert.match(String(error), /^RangeError: key: /);
          }
        }
      assert.deepEqual(accepted, form === '$pkcs8' ? ['1 at 6'] : []); // another version, without a public key
    }
  });
});

test('a file that is cut anywhere is refused', () => {
  for (const type of ['pkcs1', 'pkcs8'] as const) {
    const file = der(type);
    for (let i = 2; i < file.length; i++)
      throwsRange(() => pm.rsaPrivateKey(file.subarray(0, i)), /^key: its DER is damaged: it ends too early$/);
    const text = pem(type);
    for (let i = 0; i < text.length - 1; i += 5)
      assert.throws(() => pm.rsaPrivateKey(text.slice(0, i)), /^RangeError: key/);
  }
  throwsRange(() => pm.rsaPrivateKey(new Uint8Array(100_000).fill(0x30)), /^key: /);
});

test('what is made of a key on the way is wiped', (t) => {
  const secrets = Object.entries(jwk)
    .filter(([name]) => ['d', 'p', 'q', 'dp', 'dq', 'qi'].includes(name))
    .map(([, number]) => Buffer.from(number as string, 'base64url'));
  for (const type of ['pkcs1', 'pkcs8'] as const) secrets.push(Buffer.from(pem(type).split('\n')[5] as string));
  const [Native, { from }, { export: work }] = [Uint8Array, Buffer, privateKey];
  for (const [key, held] of [
    [pem('pkcs8'), 2],
    [pem('pkcs1'), 2],
    [utf8(pem('pkcs8')), 1],
    [privateKey, 1],
    [jwk, 6],
  ] as const) {
    const made = new Set<Uint8Array>();
    const kept = <T>(bytes: T) => {
      if (bytes instanceof Native && !(key instanceof Native && bytes.buffer === key.buffer)) made.add(bytes);
      return bytes;
    };
    const mocked = t.mock.method(Buffer, 'from', (...args: unknown[]) => kept(Reflect.apply(from, Buffer, args)));
    const exported = t.mock.method(privateKey, 'export', (...args: unknown[]) =>
      kept(Reflect.apply(work, privateKey, args)),
    );
    globalThis.Uint8Array = new Proxy(Native, {
      construct: (target, args, newTarget) => kept(Reflect.construct(target, args, newTarget)),
    });
    try {
      pm.rsaPrivateKey(key).free();
    } finally {
      globalThis.Uint8Array = Native;
      for (const { mock } of [mocked, exported]) mock.restore();
    }
    const zeros = [...made].filter((bytes) => bytes.length > 60 && bytes.every((byte) => byte === 0));
    assert.ok(zeros.length >= held, `${zeros.length}`);
    for (const bytes of made)
      assert.ok(!secrets.some((secret) => Buffer.from(bytes).includes(secret)), `${bytes.length} bytes`);
  }
});

test('numbers of a file that contradict each other are named', () => {
  const whole = der('pkcs1');
  const damaged = (name: 'n' | 'd') => {
    const number = Buffer.from(jwk[name] as string, 'base64url');
    const last = Buffer.from(whole).indexOf(number) + number.length - 1;
    return whole.with(last, (whole[last] as number) ^ 2);
  };
  throwsRange(() => pm.rsaPrivateKey(damaged('n')), /^key\.n: is not p·q$/);
  throwsRange(() => pm.rsaPrivateKey(damaged('d')), /^key\.d: does not agree with dp and dq$/);
});

test('a page loads the reader with the first file', () => {
  const program = `import { init } from './crate/js/dist/index.js';
    const pm = await init({ kernel: 'scalar' });
    const file = ${JSON.stringify(pem('pkcs8'))};
    const answers = [];
    try { pm.rsaPrivateKey(file); } catch (error) { answers.push(String(error)); }
    const jwk = await pm.rsaPrivateKeyFrom(${JSON.stringify(jwk)});
    const [first, second] = [await pm.rsaPrivateKeyFrom(file), pm.rsaPrivateKey(file)];
    answers.push(...[jwk, first, second].map((key) => key.pow(Uint8Array.from(${JSON.stringify([...padded])})).join()));
    console.log(JSON.stringify(answers));`;
  const { stdout, stderr } = runProgram(program);
  assert.match(stdout, /./, stderr);
  const [refused, ...powers] = JSON.parse(stdout);
  assert.match(
    refused,
    /^TypeError: key: is a file, whose reader is not loaded yet: await pm\.rsaPrivateKeyFrom\(key\)$/,
  );
  assert.deepEqual(powers, Array(3).fill(opened.join()));
});

test('CommonJS reads files at once', () => {
  const program = `import { createRequire } from 'node:module';
    const { initSync } = createRequire(import.meta.url)('powmod');
    const key = initSync({ kernel: 'scalar' }).rsaPrivateKey(${JSON.stringify(pem('pkcs1'))});
    console.log(key.pow(Uint8Array.from(${JSON.stringify([...padded])})).join());`;
  const { stdout, stderr } = runProgram(program);
  assert.equal(stdout.trim(), opened.join(), stderr);
});
