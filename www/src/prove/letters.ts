// Writing a letter, which gives a link, and opening the letter of a link.
import { byId, make, startButton } from '../dom.ts';
import { isFilled } from '../fields.ts';
import { counted, grouped } from '../format.ts';
import { showWholePage } from '../opened.ts';
import { fragmentIn } from '../verify/fragment.ts';
import { copyLinkButton, otherReader } from '../verify/result-item.ts';
import type { Speeds } from './estimate.ts';
import { readLetter, taskOf, writeLetter } from './letter.ts';
import type { Request } from './messages.ts';

/** The longest work that begins by itself when somebody opens a link. */
const MAX_SECONDS = 120;

/**
 * The most bytes of a message whose link, with the proof that opens it at once, is not too long. A link takes 4
 * characters for 3.
 */
const MAX_MESSAGE_BYTES = 23_000;

/** @throws Error on a page that is not secure, which has no cipher */
function checkSecure() {
  if (!crypto.subtle) throw new Error('sealing and opening need a page from https or from this machine');
}

export function startLetters(speeds: Speeds, send: (request: Request) => void) {
  const text = byId<HTMLTextAreaElement>('message');
  const status = byId('letter-status');
  const sealed = byId('letter-sealed');

  byId<HTMLFormElement>('letter-form').addEventListener('submit', (event) => {
    event.preventDefault();
    if (!isFilled(text, 'Write the message that opens later.')) return;
    // After that check, which takes its own word back at the next input.
    text.setCustomValidity(showRoom() ? '' : 'The message is too long for a link.');
    if (!text.reportValidity()) return;
    void showSealed(Number(new FormData(event.target as HTMLFormElement).get('seconds')));
  });

  /** Counts what is left while one writes. */
  function showRoom() {
    const left = MAX_MESSAGE_BYTES - new TextEncoder().encode(text.value).length;
    byId('letter-room').textContent =
      left < 0
        ? `${counted(-left, 'byte')} too long for a link.`
        : `${counted(left, 'byte')} left. A Latin letter takes one, a Chinese sign three.`;
    return left >= 0;
  }
  text.addEventListener('input', () => {
    text.setCustomValidity('');
    showRoom();
  });
  showRoom();

  async function showSealed(seconds: number) {
    // A second click replaces this place, so that nobody sees the earlier letter, even if it is sealed later.
    const place = make('div', '');
    sealed.replaceChildren(place);
    try {
      checkSecure();
      place.replaceChildren('Making two primes and sealing…');
      place.scrollIntoView({ block: 'nearest' }); // below the button, which may stand at the screen's end
      const iterations = await speeds.iterationsAtLeast(seconds);
      if (!iterations) throw new Error('powmod cannot compute here');
      const { seal } = await import('./seal.ts');
      const fragment = await writeLetter(await seal(text.value, iterations));
      if (!fragment) throw new Error('it is too long for a link');
      const [time, size] = [await speeds.timeOf(iterations), grouped(fragment.length)];
      const sentence =
        `Sealed. The link has ${size} characters after its #, and the letter opens after ${time} of ` +
        'squaring on a device like this one.';
      place.replaceChildren(
        make('p', '', sentence),
        make('p', 'actions', copyLinkButton(fragment, 'the letter'), otherReader(fragment)),
      );
      place.scrollIntoView({ block: 'nearest' });
    } catch (error) {
      place.textContent = `No letter: ${(error as Error).message}.`;
    }
  }

  async function open(fragment: string) {
    setView('opened');
    byId('opened').hidden = true;
    byId('make').scrollIntoView();
    try {
      checkSecure();
      const letter = await readLetter(fragment);
      const task = taskOf(letter);
      const start = () => {
        status.replaceChildren();
        send({ kind: 'start', task, ...(letter.proof && { proof: JSON.stringify(letter.proof) }) });
      };
      const seconds = letter.proof ? 0 : task.iterations / ((await speeds.of(task.modulus)) ?? 1);
      if (seconds <= MAX_SECONDS && byId('make').dataset.state === 'idle') return start();
      const squaring = letter.proof ? '' : await speeds.timeOf(task.iterations, task.modulus);
      // Where powmod cannot tell its speed, no time is told.
      const time = squaring ? `after ${squaring} of squaring on this device` : 'after squaring';
      const sentence = letter.proof
        ? 'The letter in your link opens at once. '
        : `The letter in your link opens ${time}, which keeps one core at work. You may close the page meanwhile: it ` +
          'goes on from where it stood. ';
      status.replaceChildren(sentence, ...startButton('Open the letter', start));
    } catch (error) {
      status.textContent = `No letter: ${(error as Error).message}.`;
    }
  }
  const openLink = (): boolean => {
    const fragment = fragmentIn(location.hash, 'letter');
    if (fragment) void open(fragment);
    return fragment !== undefined;
  };

  /** To a letter of one's own. */
  function leave() {
    status.replaceChildren();
    setView('write');
  }

  byId('letter-own').addEventListener('click', () => {
    history.pushState(undefined, '', location.pathname + location.search);
    showWholePage();
    leave();
    text.focus();
  });
  addEventListener('hashchange', () => {
    showWholePage();
    if (!openLink()) leave();
  });
  openLink();
}

/** Whoever opens a letter sees the letter, and not the form of who writes one. */
function setView(view: 'write' | 'opened') {
  byId('make').dataset.view = view;
  byId('make-title').textContent = view === 'opened' ? '✉ A letter for you' : 'A letter that opens later';
  byId<HTMLDetailsElement>('delay-details').open = view === 'write';
}
