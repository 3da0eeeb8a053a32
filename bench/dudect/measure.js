// Times single calls with inputs of two classes, fixed and random, in random order. Runs in the measured engine.
import { generateKeyPairSync, getRandomValues } from 'node:crypto';
import { init } from 'powmod';
import { compare } from './welch.js';

/** A short modulus gives many measurements, in which each digit of the exponent is a large share of the call. */
const BITS = 512;
const BYTES = BITS / 8;
const EXPONENT_BYTES = 32;

const BATCH = 200;

/** @param {{ seconds: number }} task the time for each case */
export default async function measureSecrets({ seconds }) {
  const pm = await init();
  const cases = prepared(pm).map(({ name, shows, fixed, call }) => {
    for (let i = 0; i < BATCH; i++) call(random(fixed.length));
    return { name, shows, ...compare(...timed(call, fixed, seconds)) };
  });
  return { kernel: pm.kernel, cases };
}

/**
 * The cases: a call, the input that varies, and the input's fixed value. `shows` marks a control: its time must differ
 * between the classes, otherwise this bench cannot see differences.
 */
function prepared(pm) {
  const modulus = random(BYTES);
  modulus[0] |= 128;
  modulus[BYTES - 1] |= 1;
  const [x, y] = [random(BYTES), random(BYTES)];
  for (const base of [x, y]) base[0] &= 127;
  const exponent = random(EXPONENT_BYTES);
  const options = { exponentBits: 8 * EXPONENT_BYTES };
  // As long as the other exponents, with a single digit that is not zero.
  const sparse = new Uint8Array(EXPONENT_BYTES);
  sparse[0] = 128;

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: BITS });
  const jwk = privateKey.export({ format: 'jwk' });
  const [p, q, dp, dq, qInv, e] = [jwk.p, jwk.q, jwk.dp, jwk.dq, jwk.qi, jwk.e].map(
    (text) => new Uint8Array(Buffer.from(text, 'base64url')),
  );
  const half = BYTES / 2;
  /** With wrong exponents both classes end in the same error, after all computations with the key. */
  const withExponents = (bytes) => {
    try {
      pm.modPowCrt(x, { p, q, dp: bytes.subarray(0, half), dq: bytes.subarray(half), qInv, e });
    } catch (error) {
      if (error.code !== 'ERR_FAULT') throw error;
    }
  };

  return [
    { name: 'modPow, exponent', shows: true, fixed: sparse, call: (bytes) => pm.modPow(x, bytes, modulus) },
    {
      name: 'modPowSecret, exponent',
      fixed: sparse,
      call: (bytes) => pm.modPowSecret(x, bytes, modulus, options),
    },
    {
      name: 'modPowSecret, base',
      fixed: new Uint8Array(BYTES),
      call: (bytes) => pm.modPowSecret(bytes, exponent, modulus, options),
    },
    {
      name: 'modPow2Secret, exponent',
      fixed: sparse,
      call: (bytes) => pm.modPow2Secret(x, bytes, y, exponent, modulus, options),
    },
    { name: 'modPowCrt, dp and dq', fixed: new Uint8Array(BYTES), call: withExponents },
    {
      name: 'modPowCrt, base',
      fixed: new Uint8Array(BYTES),
      call: (bytes) => pm.modPowCrt(bytes, { p, q, dp, dq, qInv, e }),
    },
  ].map((made) => ({ shows: false, ...made }));
}

/**
 * The nanoseconds of each call, and its class; class 0 is the fixed input. The inputs of a batch are made before it is
 * timed, in the same way for both classes.
 */
function timed(call, fixed, seconds) {
  const times = [];
  const classes = [];
  const end = performance.now() + 1000 * seconds;
  do {
    const coins = random(BATCH);
    const batch = Array.from(coins, (coin) => {
      const isRandom = coin & 1;
      const [drawn, bytes] = [random(fixed.length), new Uint8Array(fixed.length)];
      bytes.set(isRandom ? drawn : fixed);
      return { class: isRandom, bytes };
    });
    for (const { class: which, bytes } of batch) {
      const start = process.hrtime.bigint();
      call(bytes);
      const time = process.hrtime.bigint() - start;
      times.push(Number(time));
      classes.push(which);
    }
  } while (performance.now() < end);
  return [times, classes];
}

function random(length) {
  return getRandomValues(new Uint8Array(length));
}
