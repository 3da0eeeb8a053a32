// The checks of the package on every platform, with every kernel that runs there. runtimes.test.mjs reads the report.
// Imports the package by its name, as users do. Plain JavaScript, because it also runs in pages and workers.
import * as functions from 'powmod';
import { groups, init, initSync, MalformedProofError, PowmodError, toBigint } from 'powmod';
import { modInv, modPow } from 'powmod/bigint-mod-arith';
import { verifyVdf } from 'powmod/chia';
import { init as initPowers } from 'powmod/powers';
import { verify } from 'powmod/verify';
import operations from '../fuzz/operations.js';
import { available } from '../support/available.js';
import { nativePow as power } from '../support/native.js';

/** The lengths of moduli in bits: short, between the lengths that suit the kernels, and long. */
const BITS = [1, 2, 31, 64, 255, 521, 1024, 1500, 2048, 3072, 4097];

const P = 2n ** 521n - 1n;
const Q = 2n ** 607n - 1n;

const isPage = typeof document === 'object';

/** A long power while the program starts, where workerd has no timers. */
const atTheStart = problemOf(() => {
  const n = 2n ** 2203n - 1n;
  if (functions.modPow(3n, n - 2n, n) !== power(3n, n - 2n, n)) return 'a wrong power';
});

/** A file of the package, for pages, which cannot read it themselves. */
async function kernelBytes(kernel) {
  const response = await fetch(new URL(`../../crate/js/dist/kernels/${kernel}.wasm`, import.meta.url));
  return new Uint8Array(await response.arrayBuffer());
}

/** A check returns nothing if it passes. It fails if it returns a problem or throws. */
const CHECKS = {
  'modPow agrees with BigInt'(pm) {
    for (const n of moduli())
      for (const b of [n / 3n, n - 1n, 2n * n + 5n, -3n])
        if (pm.modPow(b, 0xfff1n, n) !== power(b, 0xfff1n, n)) return `${b}^0xfff1 mod ${n}`;
  },
  'products of powers agree with BigInt'(pm) {
    for (const n of moduli()) {
      const bases = [n / 3n, n / 5n + 1n, n / 7n + 2n];
      const [x, y, z] = bases.map((base) => power(base, 1000n, n));
      if (pm.modPow2(bases[0], 1000n, bases[1], 1000n, n) !== (x * y) % n) return `two, modulo ${n}`;
      const terms = bases.map((base) => [base, 1000n]);
      if (pm.modMultiPow(terms, n) !== (x * y * z) % n) return `three, modulo ${n}`;
    }
  },
  'inverses and negative exponents agree with BigInt'(pm) {
    const inverse = pm.modInv(12345n, P);
    if ((inverse * 12345n) % P !== 1n) return 'modInv';
    if (pm.modPow(12345n, -5n, P) !== power(inverse, 5n, P)) return 'modPow';
    return refuses(() => pm.modInv(6n, 9n), RangeError, 'a: has no inverse modulo the modulus');
  },
  'calls take and give bytes'(pm) {
    const bytes = pm.modPow(new Uint8Array([0, 3]), new Uint8Array([5]), new Uint8Array([1, 0, 1]), { as: 'bytes' });
    if (String(bytes) !== '0,0,243') return String(bytes);
  },
  'a kept modulus and its tables agree with BigInt'(pm) {
    const m = pm.modulus(P);
    const expected = power(3n, 99n, P);
    const base = m.fixedBase(3n, { exponentBits: 64 });
    const tables = m.tables([3n, 5n]);
    if (m.pow(3n, 99n) !== expected || base.pow(99n) !== expected) return 'a power';
    if (tables.multiPow([99n, 2n]) !== (expected * 25n) % P) return 'a product';
    if (m.fixedBase(3n, { exponentBits: 64, method: 'residues' }).pow(99n) !== expected) return 'a table of residues';
    if (
      m.multiPow([
        [5n, 2n],
        [base, 99n],
      ]) !==
      (expected * 25n) % P
    )
      return 'a product with a table';
    m.free();
    return refuses(() => m.pow(3n, 5n), TypeError, 'modulus: was freed');
  },
  'secret powers agree with BigInt'(pm) {
    const n = P * Q;
    const exponent = Uint8Array.from({ length: 32 }, (_, i) => 7 * i + 1);
    if (pm.kernel === 'bigint') return; // it has no calls for secrets
    const secret = pm.modPowSecret(5n, exponent, n, { exponentBits: 256 });
    const bytes = (x) => pm.modMul(x, 1n, n, { as: 'bytes' });
    if (String(secret) !== String(bytes(power(5n, toBigint(exponent), n)))) return 'modPowSecret';
    const both = pm.modPow2Secret(5n, exponent, 5n, exponent, n, { exponentBits: 256 });
    if (String(both) !== String(bytes(power(25n, toBigint(exponent), n)))) return 'modPow2Secret';
    if (String(pm.modulus(n).fixedBase(5n, { exponentBits: 256 }).powSecret(exponent)) !== String(secret))
      return 'powSecret';
    const e = 65537n;
    const d = pm.modInv(e, (P - 1n) * (Q - 1n));
    const key = { p: P, q: Q, dp: d % (P - 1n), dq: d % (Q - 1n), qInv: pm.modInv(Q, P), e };
    const inBytes = Object.fromEntries(Object.entries(key).map(([name, x]) => [name, bytes(x)]));
    const cipher = bytes(power(7n, e, n));
    const kept = pm.rsaPrivateKey(inBytes);
    if (String(kept.pow(cipher)) !== String(bytes(7n))) return 'rsaPrivateKey';
    kept.free();
  },
  async 'initSync gives the same kernel, from bytes in a page'({ kernel }) {
    const hasFiles = globalThis.process?.getBuiltinModule?.('node:fs') !== undefined;
    if (kernel === 'bigint' && !hasFiles)
      return refuses(() => initSync({ kernel }), PowmodError, 'the kernel bigint could not be loaded: ');
    const bytes = isPage ? await kernelBytes(kernel) : undefined;
    const pm = initSync({ kernel, maxBits: 600, ...(bytes && { wasm: () => bytes }) });
    if (pm.kernel !== kernel) return pm.kernel;
    if (pm.modPow(3n, 99n, P) !== power(3n, 99n, P)) return 'a power';
    if (pm.isProbablePrime(P) !== true) return 'isProbablePrime';
    return refuses(() => pm.modPow(3n, 5n, 1n << 600n), RangeError, 'modulus: has more than 600 bits');
  },
  'the example proofs are valid'(pm, proofs) {
    const expect = { modulus: 'RSA-2048', seed: new TextEncoder().encode('powmod'), iterations: 2 ** 20 };
    for (const proof of proofs) {
      if (!pm.verify(proof, { expect })) return proof.scheme;
      if (!pm.verify(JSON.stringify(proof))) return `${proof.scheme}, as text`;
    }
    if (String(pm.verifyBatch(proofs, { batch: true })) !== 'true,true') return 'verifyBatch';
    if (pm.hashToGroup(expect.seed, groups['RSA-2048']) !== BigInt(proofs[0].input)) return 'hashToGroup';
  },
  'a proof with one bit flipped is invalid'(pm, proofs) {
    for (const proof of proofs)
      for (const field of ['input', 'output', 'proof']) {
        const value = proof[field];
        const wrong = typeof value === 'string' ? flipped(value) : value.with(-1, flipped(value.at(-1)));
        if (pm.verify({ ...proof, [field]: wrong })) return `${proof.scheme}, ${field}`;
      }
  },
  'an error names the wrong argument'(pm) {
    return (
      refuses(() => pm.modPow(3, 5n, 7n), TypeError, 'base: must be a bigint or a Uint8Array, not a number') ??
      refuses(() => pm.modPow(3n, 5n, 0n), RangeError, 'modulus: must be positive') ??
      refuses(() => pm.modPow(3n, 1n << 65536n, 7n), RangeError, 'exponent: has more than 65536 bits') ??
      refuses(() => pm.modPow(3n, 5n, 7n, { method: 'magic' }), TypeError, 'options.method: ')
    );
  },
  'arguments that throw and detached bytes are refused'(pm) {
    const fails = {
      get as() {
        throw 'mine';
      },
    };
    const taken = Uint8Array.of(3);
    structuredClone(taken, { transfer: [taken.buffer] });
    return (
      refuses(() => pm.modPow(3n, 5n, 7n, fails), TypeError, 'options.as: could not be read') ??
      refuses(() => pm.modPow(taken, 5n, 7n), TypeError, 'base: its buffer was detached') ??
      refuses(() => pm.modPow(new Proxy(Uint8Array.of(3), {}), 5n, 7n), TypeError, 'base: must be a bigint') ??
      (pm.modPow(3n, 5n, 7n) === 5n ? undefined : 'the next call')
    );
  },
};

/** The checks that do not depend on a kernel. */
const ONCE = {
  async 'the reason of a choice names the engine and the processor that the host names'() {
    const { kernel, reason } = (await init()).choice;
    const begin = kernel === 'bigint' ? /^no WebAssembly can run here: \w/ : beginOfReason();
    if (!begin.test(reason)) return `${reason}, not ${begin}`;
  },
  async 'products that the BigInt of an engine does not hold are computed'() {
    const { modMul } = await init({ maxBits: 2 ** 20 });
    const long = 1n << 600_600n; // its square is beyond 2^20 bits, the limit of Firefox and WebKit
    if (modMul(long, long, 23n) !== 1n) return 'a product'; // the order of 2 is 11, which divides 1,201,200
  },
  async 'the kernel that `measure` chooses computes'() {
    const pm = await init({ kernel: 'measure' });
    if (pm.modPow(3n, 1000n, P) !== power(3n, 1000n, P)) return pm.kernel;
  },
  async 'WebAssembly of another package is refused'() {
    const module = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
    const { code } = await init({ kernel: 'scalar', wasm: () => module }).catch((error) => error);
    if (code !== (typeof WebAssembly === 'undefined' ? 'ERR_KERNEL_UNAVAILABLE' : 'ERR_LOAD')) return String(code);
  },
  async 'initSync chooses as init does, or says that a page must give the bytes'() {
    const { choice } = await init();
    if (isPage)
      return refuses(() => initSync(), PowmodError, 'the kernel bigint could not be loaded: initSync finds no');
    const pm = initSync();
    if (JSON.stringify(pm.choice) !== JSON.stringify(choice)) return JSON.stringify(pm.choice);
    if (initSync({ kernel: 'measure' }).modPow(3n, 1000n, P) !== power(3n, 1000n, P)) return 'measure';
  },
  async 'initSync computes in a worker of a page'() {
    if (!isPage || (await init()).kernel === 'bigint') return;
    const worker = new Worker(new URL('sync-worker.js', import.meta.url), { type: 'module' });
    const answer = new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => resolve(message ?? 'the worker failed');
    });
    worker.postMessage(await kernelBytes('scalar'));
    const computed = await answer;
    worker.terminate();
    if (computed !== power(3n, 99n, P)) return String(computed);
  },
  async 'powmod/verify gives the verdicts of an instance'(proofs) {
    for (const proof of proofs) {
      if (!(await verify(proof, { expect: { modulus: 'RSA-2048' } }))) return proof.scheme;
      if (await verify({ ...proof, output: proof.input })) return `${proof.scheme}, a wrong output`;
    }
    const error = await verify('{}').catch((error) => error);
    if (!(error instanceof MalformedProofError && error.field === 'scheme')) return String(error);
  },
  async 'powmod/chia verifies'() {
    const proof = {
      challenge: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
      iterations: 1000,
      output: '0300a6136a269d38208ef3f734dbfca8125ef7307ab0ef7084970100'.padEnd(200, '0'),
      witness: '010062f868814985949e159a7fb6ef1fbb164f7741972839221402'.padEnd(200, '0'),
      witnessType: 0,
    };
    // BigInt has no class groups.
    if ((await init()).kernel === 'bigint') {
      const error = await verifyVdf(proof, { discriminantBits: 256 }).catch((error) => error);
      return error.code === 'ERR_KERNEL_UNAVAILABLE' ? undefined : String(error);
    }
    if (!(await verifyVdf(proof, { discriminantBits: 256 }))) return 'a valid proof';
    if (await verifyVdf({ ...proof, iterations: 1001 }, { discriminantBits: 256 })) return 'other iterations';
    const error = await verifyVdf(proof).catch((error) => error);
    if (!(error instanceof MalformedProofError)) return String(error);
  },
  async 'powmod/powers computes, by the kernel of init'() {
    const pm = await initPowers();
    for (const n of moduli()) {
      const right = power(n / 3n, n, n);
      if ([pm.modPow(n / 3n, n, n), pm.modulus(n).pow(n / 3n, n)].some((x) => x !== right)) return `modulo ${n}`;
    }
    const other = await init();
    if (pm.kernel !== other.kernel) return `${pm.kernel} in place of ${other.kernel}: ${pm.choice.reason}`;
  },
  'the functions compute while a program starts': () => atTheStart,
  async 'the functions compute, at once and then by the kernel of init'() {
    const terms = moduli().map((n) => ({ n, right: power(n / 3n, n, n), five: power(5n, n >> 1n, n) }));
    for (let round = 0; round < 2; round++) {
      for (const { n, right, five } of terms) {
        if (functions.modPow(n / 3n, n, n) !== right) return `modPow modulo ${n}, by ${functions.choice.kernel}`;
        const product = functions.modPow2(n / 3n, n, 5n, n >> 1n, n);
        if (product !== (right * five) % n) return `modPow2 modulo ${n}, by ${functions.choice.kernel}`;
      }
      await functions.ready();
    }
    const other = await init();
    const { kernel, reason } = functions.choice;
    if (kernel !== other.kernel) return `${kernel} in place of ${other.kernel}: ${reason}`;
  },
  async 'random calls of the functions are right, by the first kernel and by the one that comes'() {
    const from = Math.floor(Math.random() * 2 ** 31);
    return (await operations({ kernel: 'functions', operations: 200, from })).problem;
  },
  'the drop-in replacement for bigint-mod-arith computes'() {
    for (const n of moduli()) if (modPow(n / 3n, 0x1_0001, n) !== power(n / 3n, 0x1_0001n, n)) return `modulo ${n}`;
    if (modPow(2, -1, 7) !== 4n || modInv(2, 7n) !== 4n) return 'numbers';
    return refuses(() => modPow(3n, -1n, 9n), RangeError, '3 does not have inverse modulo 9');
  },
};

/**
 * @typedef {object} Report
 * @property {string[]} kernels the kernels that `init` accepts by name
 * @property {string} auto the kernel that `init` chooses by itself
 * @property {string} reason why
 * @property {{ name: string, problem?: string }[]} checks
 *
 * @param {object} task
 * @param {object[]} task.proofs the package's examples
 * @param {string[]} [task.known] the kernels that need no checks here
 * @returns {Promise<Report>}
 */
export default async function run({ proofs, known = [] }) {
  const instances = await available(init);
  const checks = [];
  for (const pm of instances.filter(({ kernel }) => !known.includes(kernel)))
    for (const [name, check] of Object.entries(CHECKS))
      checks.push({ name: `${pm.kernel}: ${name}`, problem: await problemOf(() => check(pm, proofs)) });
  for (const [name, check] of Object.entries(ONCE))
    checks.push({ name, problem: await problemOf(() => check(proofs)) });
  const { kernel: auto, reason } = (await init()).choice;
  return { kernels: instances.map(({ kernel }) => kernel), auto, reason, checks };
}

async function problemOf(check) {
  try {
    return await check();
  } catch (error) {
    return `${error} ${error.stack}`;
  }
}

/** Returns nothing if `work` throws the expected error. */
function refuses(work, kind, message) {
  try {
    return `${message} was expected, not the result ${work()}`;
  } catch (error) {
    if (!(error instanceof kind) || !error.message.startsWith(message)) return `${message} was expected, not ${error}`;
  }
}

/** Moduli: all ones, odd and even, and mixed bits. */
function moduli() {
  return BITS.flatMap((bits) => {
    const ones = 2n ** BigInt(bits) - 1n;
    return [ones, ones + 1n, ones / 3n + 2n];
  });
}

/** The begin of a reason. Pages do not tell scripts the processor, and workerd compiles no probe. */
function beginOfReason() {
  const { Bun, navigator, process } = globalThis;
  const agent = navigator?.userAgent ?? '';
  const isWebKit = agent.includes('AppleWebKit') && !agent.includes('Chrome');
  const engine = agent.includes('Firefox') ? 'SpiderMonkey' : Bun || isWebKit ? 'JavaScriptCore' : 'V8';
  const processor = isPage ? '(ARM|x86)' : ({ arm64: 'ARM', x64: 'x86' }[process?.arch] ?? 'unknown');
  return new RegExp(`^${engine}, processor ${processor}: the first that works of `);
}

/** Flips the last bit. The number stays in range and keeps its width. */
function flipped(hex) {
  return hex.slice(0, -1) + (Number.parseInt(hex.slice(-1), 16) ^ 1).toString(16);
}
