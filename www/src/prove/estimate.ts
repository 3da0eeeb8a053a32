// How long the squarings of the form take on this device, and how many squarings take a given time.
import { byId } from '../dom.ts';
import { capitalize } from '../format.ts';
import { clearProblems, FieldError, readIterations, readModulus, showProblem, textOf } from './form.ts';
import type { Task } from './messages.ts';
import { formatDuration } from './task-text.ts';

type Modulus = Task['modulus'];

/** The delay that the form has at first, unless the visitor has chosen another. */
const SECONDS = 5;

/**
 * Shows how long the form's squarings take, and again when the form changes. `speedOf` measures the squarings of a second; it
 * gives undefined where powmod cannot compute with that modulus.
 *
 * Returns two functions. `showFirst` chooses the first delay and shows its estimate; `timeOf` tells the time of squarings
 * modulo RSA-2048.
 */
export function startEstimate(form: HTMLFormElement, speedOf: (modulus: Modulus) => Promise<number | undefined>) {
  const speeds = new Map<Modulus, Promise<number | undefined>>();
  const measured = (modulus: Modulus) => {
    const speed = speeds.get(modulus) ?? speedOf(modulus);
    speeds.set(modulus, speed);
    return speed;
  };

  const field = byId<HTMLInputElement>('iterations');
  let last = 0;
  async function show() {
    const id = ++last;
    const estimate = await estimateOf(form, measured);
    if (id === last) byId('estimate').textContent = estimate;
  }

  /** `isWanted` is asked when the speed is known. */
  async function choose(seconds: number, isWanted = () => true) {
    clearProblems(form);
    try {
      const speed = await measured(readModulus(form));
      if (!speed || !isWanted()) return;
      const iterations = Math.max(1, Number((seconds * speed).toPrecision(3)));
      field.value = iterations.toLocaleString('en');
      await show();
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      showProblem(error);
    }
  }

  field.addEventListener('input', show);
  form.addEventListener('change', show);
  for (const button of byId('delays').querySelectorAll('button'))
    button.addEventListener('click', () => choose(Number(button.dataset.seconds)));
  const isUntouched = () => field.value === field.defaultValue && document.activeElement !== field;
  return {
    showFirst: () => (isUntouched() ? choose(SECONDS, isUntouched) : show()),
    timeOf: async (iterations: number) => durationText(iterations, await measured('RSA-2048')),
  };
}

function durationText(iterations: number, speed: number | undefined): string {
  if (!speed) return '';
  const duration = formatDuration(Number((iterations / speed).toPrecision(2)));
  return iterations < speed ? duration : `about ${duration}`;
}

/** The estimate as text, which is empty while the form has a mistake. */
async function estimateOf(form: HTMLFormElement, speedOf: (modulus: Modulus) => Promise<number | undefined>) {
  try {
    const iterations = readIterations(textOf(form, 'iterations'));
    const duration = durationText(iterations, await speedOf(readModulus(form)));
    return duration && `${capitalize(duration)} on this device.`;
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    return '';
  }
}
