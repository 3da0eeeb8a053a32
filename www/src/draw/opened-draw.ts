// The place of a draw that came with a link or a file, or is announced. The form of this device stands there else.
import { byId, make } from '../dom.ts';
import { shortened } from '../format.ts';
import { showWholePage } from '../opened.ts';
import { nameOfDraw } from '../prove/task-text.ts';
import { setTitle } from '../title.ts';
import type { Verifier } from '../verify/verifier.ts';
import { fillAnnouncement } from './announcement.ts';
import type { Draw } from './link.ts';
import { fillDraw } from './result.ts';
import type { Lots } from './rule.ts';

/** What it asks of the section. */
interface Section {
  begin(lots: Lots): Promise<void>;
  /** How long squarings take on this device; undefined or empty where that is not known. */
  timeOf(iterations: number): Promise<string | undefined>;
}

export class OpenedDraw {
  readonly #verifier: Verifier;
  readonly #section: Section;

  constructor(verifier: Verifier, section: Section) {
    this.#verifier = verifier;
    this.#section = section;
  }

  async show(read: () => Promise<Draw>) {
    const item = make('li', 'result');
    setTitle();
    byId('draw').dataset.view = 'opened';
    byId('opened').hidden = true;
    byId('draw-opened').replaceChildren(item);
    byId('draw').scrollIntoView();
    try {
      checkSecure();
      const title = await this.#fill(item, await read());
      if (item.isConnected) setTitle(title); // another one may have been opened meanwhile
    } catch (error) {
      item.dataset.state = 'unreadable';
      item.replaceChildren(make('p', 'verdict', `No draw: ${(error as Error).message}.`));
    }
  }

  /** Gives the tab's title. */
  async #fill(item: HTMLElement, draw: Draw): Promise<string> {
    if (!draw.proof) {
      await fillAnnouncement(item, draw, (lots) => {
        this.leave();
        void this.#section.begin(lots);
      });
      return nameOfDraw(draw.names);
    }
    const winner = await fillDraw(item, draw, this.#verifier, async () => {
      const time = await this.#section.timeOf(draw.iterations);
      return time ? `To make it, this device would work for ${time}.` : '';
    });
    scrollToWinner(item);
    return titleOfWinner(winner);
  }

  /** To a draw of one's own. */
  leave() {
    showWholePage();
    byId('draw').dataset.view = 'write';
    byId('draw-opened').replaceChildren();
    setTitle();
  }
}

export const titleOfWinner = (winner: string | undefined) => (winner ? `${shortened(winner)} wins` : 'No winner');

export function scrollToWinner(item: HTMLElement) {
  item.querySelector('.winner')?.scrollIntoView({ block: 'nearest' });
}

/** @throws Error on a page that is not secure, which has no hash */
export function checkSecure() {
  if (!crypto.subtle) throw new Error('drawing and checking need a page from https or from this machine');
}
