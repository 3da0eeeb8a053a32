import type { Instance } from '../border/instance.js';

/** How many moduli are remembered, as many as in crate/wasm/src/shared/moduli.rs. */
const MAX_RECENT = 8;

/**
 * What is remembered of a modulus, or else made. New engines keep the inverse of a divisor with its bigint, so the
 * first bigint of a value stands for all equal ones.
 *
 * @param recent the most recent last
 */
export function recall<T extends { readonly bigint: bigint }>(recent: T[], modulus: bigint, make: () => T): T {
  const last = recent.at(-1);
  if (last?.bigint === modulus) return last;
  const place = recent.findIndex(({ bigint }) => bigint === modulus);
  const known = place < 0 ? make() : (recent[place] as T);
  if (place >= 0) recent.splice(place, 1);
  else if (recent.length === MAX_RECENT) recent.shift();
  recent.push(known);
  return known;
}

/** The moduli that a kernel may have met in the last calls. */
export class MetModuli {
  /** The most recent last. */
  readonly #recent: MetModulus[] = [];

  of(modulus: bigint): MetModulus {
    return recall(this.#recent, modulus, () => new MetModulus(modulus));
  }
}

class MetModulus {
  readonly bigint: bigint;
  #by: Instance | undefined;

  constructor(modulus: bigint) {
    this.bigint = modulus;
  }

  /** Whether the instance has met this modulus before. From now on it has. */
  isMetBy(instance: Instance): boolean {
    const isMet = this.#by === instance;
    this.#by = instance;
    return isMet;
  }
}
