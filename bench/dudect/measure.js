// Times single calls with inputs of two classes, fixed and random, in random order. Runs in the measured engine.
import { init, toBytes } from 'powmod';
import { seldom } from '../../workshop/engines/inside.js';
import { clockStep } from '../../workshop/timing.js';
import { compare } from './welch.js';

/** A short modulus gives many measurements, in which each digit of the exponent is a large share of the call. */
const BITS = 512;
const BYTES = BITS / 8;
const EXPONENT_BYTES = 32;

const BATCH = 200;

/** However slow the machine is: fewer measurements would not show the control. */
const LEAST_MEASUREMENTS = 4 * BATCH;

/** The least ticks of the clock in a measurement. Browsers have coarse clocks. */
const TICKS = 20;

/** @param {{ seconds: number }} task the time for each case */
export default async function measureSecrets({ seconds }) {
  const pm = await init();
  const tick = clockStep();
  const cases = [];
  for (const { name, shows, fixed, call } of prepared(pm)) {
    const start = performance.now();
    for (let i = 0; i < BATCH; i++) call(random(fixed.length));
    const calls = Math.ceil((TICKS * tick * BATCH) / (performance.now() - start));
    cases.push({ kernel: pm.kernel, name, shows, ...compare(...(await timed(call, fixed, calls, seconds))) });
  }
  return cases;
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

  const m = pm.modulus(modulus);
  const prime = pm.modulus(pm.randomPrime(BITS));
  const table = m.fixedBase(x, { exponentBits: 8 * EXPONENT_BYTES });

  const key = rsaKey(pm);
  const { p, q, qInv, e } = key;
  const kept = pm.rsaPrivateKey(key);
  const half = BYTES / 2;
  /** With wrong exponents both classes end in the same error, after all computations with the key. */
  const withExponents = (bytes) => {
    try {
      const other = pm.rsaPrivateKey({ p, q, dp: bytes.subarray(0, half), dq: bytes.subarray(half), qInv, e });
      try {
        other.pow(x);
      } finally {
        other.free();
      }
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
    {
      name: 'rsaPrivateKey.pow, base',
      fixed: new Uint8Array(BYTES),
      call(bytes) {
        bytes[0] &= 127; // below p·q
        kept.pow(bytes);
      },
    },
    {
      name: 'fixedBase.powSecret, exponent',
      fixed: sparse,
      call: (bytes) => table.powSecret(bytes),
    },
    {
      name: 'mulAddSecret, a',
      fixed: sparse,
      call: (bytes) => m.mulAddSecret(bytes, exponent, exponent),
    },
    { name: 'invSecret, a', fixed: sparse, call: (bytes) => prime.invSecret(bytes) },
    { name: 'rsaPrivateKey, dp and dq', fixed: new Uint8Array(BYTES), call: withExponents },
  ].map((made) => ({ shows: false, ...made }));
}

/** A key of {@link BITS} bits. */
function rsaKey(pm) {
  const e = 65537n;
  for (;;) {
    const [p, q] = [pm.randomPrime(BITS / 2), pm.randomPrime(BITS / 2)];
    if (p === q || p % e === 1n || q % e === 1n) continue;
    const half = (x) => toBytes(x, BYTES / 2);
    const [dp, dq] = [p, q].map((prime) => half(pm.modInv(e, prime - 1n)));
    return { p: half(p), q: half(q), dp, dq, qInv: half(pm.modInv(q, p)), e: toBytes(e) };
  }
}

/**
 * The milliseconds of each measurement, which makes the same call `calls` times, and its class; class 0 is the fixed
 * input. The inputs of a batch are made before it is timed, in the same way for both classes.
 */
async function timed(call, fixed, calls, seconds) {
  const breathe = seldom(); // a page answers its driver in time
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
      const start = performance.now();
      for (let i = 0; i < calls; i++) call(bytes);
      times.push(performance.now() - start);
      classes.push(which);
    }
    await breathe();
  } while (performance.now() < end || times.length < LEAST_MEASUREMENTS);
  return [times, classes];
}

function random(length) {
  return crypto.getRandomValues(new Uint8Array(length));
}
