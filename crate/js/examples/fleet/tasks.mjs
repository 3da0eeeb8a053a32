// What a job may ask for. Whoever can add a job may write anything into it, so each part is checked by type and bound
// before any work. A task that is refused here costs no time, and fails for good.
import { UnrecoverableError } from 'bullmq';
import { groups } from 'powmod';

export const LIMITS = {
  /** Bits of any number. */
  bits: 4096,
  /** Proofs of a job, and characters of each. More would share hardly more squarings. */
  proofs: 128,
  characters: 2 ** 16,
  /** Terms of a job, and jobs of a list: a list has at most 2^20 terms. */
  terms: 256,
  parts: 4096,
  /** Squarings of a delay: with 2048 bits, days. `jobs.mjs` ends one. */
  iterations: 2 ** 38,
};

function refuse(reason) {
  throw new UnrecoverableError(reason);
}

function fields(value, name, names) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(`${name}: must be an object`);
  for (const key of Object.keys(value))
    if (!names.includes(key)) refuse(`${name}: has a field that is not one of ${names}`);
  return Object.fromEntries(names.map((key) => [key, Object.hasOwn(value, key) ? value[key] : undefined]));
}

function list(value, name, most) {
  if (!Array.isArray(value) || value.length < 1 || value.length > most)
    refuse(`${name}: must be a list of ${most === Infinity ? 'at least 1' : `1 to ${most}`}`);
  return value;
}

function text(value, name, most) {
  if (typeof value !== 'string' || value.length > most) refuse(`${name}: must be a text of at most ${most} characters`);
  return value;
}

const HEX = new RegExp(`^0x[0-9a-f]{1,${LIMITS.bits / 4}}$`, 'i');

function integer(value, name, orElse = '') {
  if (typeof value !== 'string' || !HEX.test(value))
    refuse(`${name}: must be ${orElse}hex after 0x, of at most ${LIMITS.bits} bits`);
  return BigInt(value);
}

/** The modulus that a group's name or a number stands for. */
export function modulus(value) {
  if (typeof value === 'string' && Object.hasOwn(groups, value)) return groups[value];
  return integer(value, 'modulus', `${Object.keys(groups).join(', ')}, or `);
}

function iterations(value) {
  if (!Number.isInteger(value) || value < 1 || value > LIMITS.iterations)
    refuse(`iterations: must be a whole number from 1 to ${LIMITS.iterations}`);
  return value;
}

function scheme(value) {
  if (value !== 'wesolowski' && value !== 'pietrzak') refuse('scheme: must be wesolowski or pietrzak');
  return value;
}

function profile(value) {
  if (value !== 'powmod-v1' && value !== 'tokamak') refuse('profile: must be powmod-v1 or tokamak');
  return value;
}

function delay(data, more = []) {
  const task = fields(data, 'data', ['modulus', 'input', 'iterations', ...more]);
  return {
    modulus: modulus(task.modulus),
    input: integer(task.input, 'input'),
    iterations: iterations(task.iterations),
    ...(more.length && { scheme: scheme(task.scheme) }),
  };
}

/**
 * For each kind of job: reads its data. `most` is more for a list that is not divided into jobs yet.
 *
 * @throws UnrecoverableError
 */
export const read = {
  verify(data, most = LIMITS.proofs) {
    const { proofs, expect = {} } = fields(data, 'data', ['proofs', 'expect']);
    const expected = fields(expect, 'expect', ['modulus', 'input', 'iterations', 'profile']);
    return {
      proofs: list(proofs, 'proofs', most).map((proof, i) => text(proof, `proofs[${i}]`, LIMITS.characters)),
      expect: {
        ...(expected.modulus !== undefined && { modulus: modulus(expected.modulus) }),
        ...(expected.input !== undefined && { input: integer(expected.input, 'input') }),
        ...(expected.iterations !== undefined && { iterations: iterations(expected.iterations) }),
        ...(expected.profile !== undefined && { profile: profile(expected.profile) }),
      },
    };
  },
  powers(data, most = LIMITS.terms) {
    const task = fields(data, 'data', ['modulus', 'terms']);
    return {
      modulus: modulus(task.modulus),
      terms: list(task.terms, 'terms', most).map((term, i) => {
        if (list(term, `terms[${i}]`, 2).length !== 2) refuse(`terms[${i}]: must be a base and an exponent`);
        return [integer(term[0], `terms[${i}][0]`), integer(term[1], `terms[${i}][1]`)];
      }),
    };
  },
  /** `values` are the results of the parts. */
  join(data, values) {
    const task = fields(data, 'data', ['modulus', 'parts']);
    if (list(values, 'parts', LIMITS.parts).length !== task.parts) refuse('parts: some are missing');
    return { modulus: modulus(task.modulus), factors: values.map((value) => integer(value, 'part')) };
  },
  evaluate: (data) => delay(data),
  prove: (data) => delay(data, ['scheme']),
};
