// The verdict on the opening proof, and the time that it took.
import { kernel } from 'powmod/verify';
import { byId, painted } from '../dom.ts';
import { formatTime } from '../format.ts';
import { HEADINGS } from '../verify/headings.ts';
import { isValid } from './proof.ts';

/** Resolves once the verdict is on the screen. `start` is when the page's script began. */
export async function showVerdict(start: number) {
  const by = kernel;
  try {
    const kind = (await isValid()) ? 'valid' : 'invalid';
    const ms = performance.now() - start;
    show(kind);
    byId('first').textContent = `${formatTime(ms)} (${by})`;
  } catch (error) {
    show('unreadable');
    byId('opening-why').textContent = error instanceof Error ? error.message : String(error);
  }
  requestAnimationFrame(() => performance.mark('verdict')); // which the browser's own tools show
  await painted();
}

function show(kind: keyof typeof HEADINGS) {
  byId('opening-result').dataset.state = kind;
  byId('opening-verdict').textContent = HEADINGS[kind];
}
