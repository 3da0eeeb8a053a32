// Writing a letter, which gives a link, and opening the letter of a link.
import { byId, make } from '../dom.ts';
import { fragmentIn, toFragment } from '../verify/fragment.ts';
import { copyLinkButton } from '../verify/result-item.ts';
import type { Speeds } from './estimate.ts';
import { readLetter, taskOf } from './letter.ts';
import type { Request } from './messages.ts';
import { otherReader } from './run-list.ts';

/** The longest work that begins by itself when somebody opens a link. */
const MAX_SECONDS = 120;

export function startLetters(speeds: Speeds, send: (request: Request) => void) {
  const text = byId<HTMLTextAreaElement>('message');
  const status = byId('letter-status');

  byId<HTMLFormElement>('letter-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    if (text.value.trim() === '') return text.focus();
    const seconds = Number(new FormData(event.target as HTMLFormElement).get('seconds'));
    status.replaceChildren('Making two primes and sealing…');
    const iterations = await speeds.iterationsIn(seconds);
    if (iterations) await showSealed(iterations);
    else status.textContent = 'powmod cannot compute here, so it seals no letters.';
  });

  async function showSealed(iterations: number) {
    try {
      const { seal } = await import('./seal.ts');
      const fragment = await toFragment(await seal(text.value, iterations), 'letter');
      if (!fragment) throw new Error('it is too long for a link');
      const [time, size] = [await speeds.timeOf(iterations), fragment.length.toLocaleString('en')];
      const sealed = `Sealed. The link has ${size} characters, and the letter opens after ${time} of squaring on a device like this one.`;
      status.replaceChildren(
        make('p', '', sealed),
        make('p', 'actions', copyLinkButton(fragment, 'the letter'), otherReader(fragment)),
      );
    } catch (error) {
      status.textContent = `No letter: ${(error as Error).message}.`;
    }
  }

  async function open() {
    const fragment = fragmentIn(location.hash, 'letter');
    if (!fragment) return;
    byId('make').scrollIntoView();
    try {
      const letter = await readLetter(fragment);
      const task = taskOf(letter);
      const start = () => {
        status.replaceChildren();
        send({ kind: 'start', task, ...(letter.proof && { proof: JSON.stringify(letter.proof) }) });
      };
      const seconds = letter.proof ? 0 : task.iterations / ((await speeds.of(task.modulus)) ?? 1);
      if (seconds <= MAX_SECONDS) return start();
      const button = make('button', '', 'Open the letter');
      button.type = 'button';
      button.addEventListener('click', start);
      const time = await speeds.timeOf(task.iterations, task.modulus);
      status.replaceChildren(`The letter in your link opens after ${time} of squaring on this device. `, button);
    } catch (error) {
      status.textContent = `No letter: ${(error as Error).message}.`;
    }
  }
  addEventListener('hashchange', open);
  void open();
}
