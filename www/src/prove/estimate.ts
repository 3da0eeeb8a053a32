// How long the squarings of the form take on this device, and how many squarings take a given time.
import { formatDuration } from '../../../workshop/duration.js';
import { readIterations } from '../../../workshop/typed.js';
import { byId } from '../dom.ts';
import { capitalize, grouped } from '../format.ts';
import type { Task } from './messages.ts';

type Modulus = Task['modulus'];

/** The delay that the form has at first, unless the visitor has chosen another. */
const SECONDS = 5;

/** The squarings of a second, by the length of the modulus: as measured at first, and then as the last run had them. */
export class Speeds {
  readonly #known = new Map<number, Promise<number | undefined>>();
  /** The fastest that this browser was seen, also in earlier visits: a busy moment makes no letter open too early. */
  #fastest = Number(stored() ?? 0);
  onLearned = () => {};

  /** Undefined where powmod cannot compute with that modulus. */
  of(modulus: Modulus): Promise<number | undefined> {
    const measure = async () => {
      const measured = await (await import('./speed.ts')).speedOf(modulus);
      if (bitsOf(modulus) === 2048) this.#note(measured);
      return measured;
    };
    const speed = this.#known.get(bitsOf(modulus)) ?? measure();
    this.#known.set(bitsOf(modulus), speed);
    return speed;
  }

  #note(perSecond: number | undefined) {
    if (!perSecond || perSecond <= this.#fastest) return;
    this.#fastest = perSecond;
    try {
      localStorage.setItem(KEY, String(perSecond));
    } catch {} // in some private windows
  }

  learn(modulus: Modulus, perSecond: number) {
    this.#known.set(bitsOf(modulus), Promise.resolve(perSecond));
    if (bitsOf(modulus) === 2048) this.#note(perSecond);
    this.onLearned();
  }

  /** As many squarings modulo a number of 2048 bits as take that time here; undefined where powmod cannot compute. */
  async iterationsIn(seconds: number): Promise<number | undefined> {
    const speed = await this.of('RSA-2048');
    return speed && Math.max(1, Number((seconds * speed).toPrecision(3)));
  }

  /** As many as take at least that time here, by the fastest speed that was seen. */
  async iterationsAtLeast(seconds: number): Promise<number | undefined> {
    const speed = await this.of('RSA-2048');
    return speed && Math.max(1, Number((seconds * Math.max(speed, this.#fastest)).toPrecision(3)));
  }

  /** The time of squarings as text, which is empty where it is not known. */
  async timeOf(iterations: number, modulus: Modulus = 'RSA-2048'): Promise<string> {
    const speed = await this.of(modulus);
    if (!speed) return '';
    const duration = formatDuration(Number((iterations / speed).toPrecision(2)));
    return iterations < speed ? duration : `about ${duration}`;
  }
}

/** The speed that earlier visits have left, modulo a number of 2048 bits. */
const KEY = 'powmod squarings a second';

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const bitsOf = (modulus: Modulus) => (typeof modulus === 'string' ? 2048 : modulus.toString(2).length);

/**
 * Shows an estimate for the form whenever its field or the speed changes. Returns a function that shows the first one.
 */
export function startEstimate(speeds: Speeds): () => Promise<void> {
  const field = byId<HTMLInputElement>('iterations');
  let last = 0;
  async function show() {
    const id = ++last;
    const time = field.validity.valid ? await speeds.timeOf(readIterations(field.value.trim())) : '';
    if (id === last) byId('estimate').textContent = time && `${capitalize(time)} on this device.`;
  }

  /** `isWanted` is asked when the speed is known. */
  async function choose(seconds: number, isWanted = () => true) {
    const iterations = await speeds.iterationsIn(seconds);
    if (!iterations || !isWanted()) return;
    field.value = grouped(iterations);
    field.dispatchEvent(new Event('input'));
  }

  speeds.onLearned = show;
  field.addEventListener('input', show);
  for (const button of byId('delays').querySelectorAll('button'))
    button.addEventListener('click', () => choose(Number(button.dataset.seconds)));
  const isUntouched = () => field.value === field.defaultValue && document.activeElement !== field;
  return () => (isUntouched() ? choose(SECONDS, isUntouched) : show());
}
