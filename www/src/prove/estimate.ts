// How long the squarings of the form take on this device, and how many squarings take a given time.
import { byId } from '../dom.ts';
import { clearProblems, FieldError, readIterations, readModulus, showProblem } from './form.ts';
import type { Task } from './messages.ts';
import { formatDuration } from './task-text.ts';

type Modulus = Task['modulus'];

/**
 * `speedOf` measures the squarings of a second, or gives undefined where powmod cannot compute with that modulus. Returns
 * what shows the estimate; it is shown anew when the form changes.
 */
export function startEstimate(form: HTMLFormElement, speedOf: (modulus: Modulus) => Promise<number | undefined>) {
  const speeds = new Map<Modulus, Promise<number | undefined>>();
  const measured = (modulus: Modulus) => {
    const speed = speeds.get(modulus) ?? speedOf(modulus);
    speeds.set(modulus, speed);
    return speed;
  };

  let last = 0;
  async function show() {
    const id = ++last;
    const estimate = await estimateOf(form, measured);
    if (id === last) byId('estimate').textContent = estimate;
  }

  async function choose(seconds: number) {
    clearProblems(form);
    try {
      const speed = await measured(readModulus(form));
      if (!speed) return;
      const iterations = Math.max(1, Number((seconds * speed).toPrecision(3)));
      byId<HTMLInputElement>('iterations').value = iterations.toLocaleString('en');
      await show();
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      showProblem(error);
    }
  }

  byId('iterations').addEventListener('input', show);
  form.addEventListener('change', show);
  for (const button of byId('delays').querySelectorAll('button'))
    button.addEventListener('click', () => choose(Number(button.dataset.seconds)));
  return show;
}

/** The estimate as text, which is empty while the form has a mistake. */
async function estimateOf(form: HTMLFormElement, speedOf: (modulus: Modulus) => Promise<number | undefined>) {
  try {
    const iterations = readIterations(form);
    const speed = await speedOf(readModulus(form));
    if (!speed) return '';
    return `About ${formatDuration(Number((iterations / speed).toPrecision(2)))} on this device.`;
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    return '';
  }
}
