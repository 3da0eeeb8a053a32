// A script for Gappa, which proves bounds on expressions with roundings, and what Gappa says to it.
import { spawnSync } from 'node:child_process';
import { program } from '../../workshop/programs/installed.mjs';

/** The rounding of doubles: to the nearest, and to even in a tie. */
const NEAREST_EVEN = 'ne';

/**
 * Bounds are computed exactly and kept when they improve at all, since ours are tight. Gappa splits a range only where
 * a script says so: it would try long.
 */
const OPTIONS = ['-Eprecision=160', '-Echange-threshold=0', '-Eno-auto-dichotomy'];

export class Script {
  #definitions = [];
  #given = [];
  #claims = [];
  #hints = [];

  /** @param {string} name @param {string} [rounding] Gappa's name for another direction of rounding */
  constructor(name, rounding = NEAREST_EVEN) {
    this.name = name;
    this.rounding = rounding;
  }

  define(name, expression) {
    this.#definitions.push(`${name} = ${expression};`);
    return name;
  }

  /** A double: the expression, rounded once. */
  rounded(name, expression) {
    return this.define(name, `double(${expression})`);
  }

  /** A double that is the expression without a rounding error. */
  exact(name, expression) {
    this.rounded(name, expression);
    this.claim(`${name} - (${expression}) in [0, 0]`);
    return name;
  }

  given(fact) {
    this.#given.push(fact);
  }

  /** An integer in this range. */
  integer(name, least, most) {
    this.given(`@FIX(${name}, 0)`);
    this.given(`${name} in [${least}, ${most}]`);
    return name;
  }

  claim(fact) {
    this.#claims.push(fact);
  }

  /** Another form of an expression. Gappa checks that both are equal. Conditions in braces may follow. */
  hint(expression, form) {
    this.#hints.push(`${expression} -> ${form};`);
  }

  /** Proves the claims for each of `parts` parts of the range of a variable. */
  split(name, parts) {
    this.#hints.push(`$ ${name} in ${parts};`);
  }

  text({ claims = this.#claims } = {}) {
    const given = this.#given.length ? `${this.#given.join(' /\\\n  ')}\n->\n  ` : '';
    return `@double = float<53, -1074, ${this.rounding}>;
${this.#definitions.join('\n')}
{ ${given}${claims.join(' /\\\n  ')} }
${this.#hints.join('\n')}
`;
  }

  /** Why Gappa does not prove the claims; undefined when it does. */
  failure() {
    return answer(this.text());
  }

  /** The same for a claim that is false, which Gappa proves only if the facts contradict each other. */
  failureOfFalseClaim() {
    return answer(this.text({ claims: ['1 in [0, 0]'] }));
  }
}

function answer(text) {
  const { status, stderr, error } = spawnSync(program('gappa', 'prover'), OPTIONS, {
    input: text,
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (error) throw error;
  // A wrong hint or a hint that changes nothing is a warning.
  const warning = stderr.split('\n').find((line) => /^Warning/.test(line) && !/number of iterations/.test(line));
  if (warning) throw new Error(`${warning}\n${text}`);
  if (status === 0) return undefined;
  if (!/no contradiction was found|some properties were not satisfied|is an empty interval/.test(stderr))
    throw new Error(`${stderr}\n${text}`);
  return stderr.trim();
}
