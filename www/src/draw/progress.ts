// A draw under way: one counter, the time left, and below it where a loop of BigInt stands after the same time.
import { byId } from '../dom.ts';
import { counted, grouped } from '../format.ts';
import type { Progress, Stage, Task } from '../prove/messages.ts';
import type { RunView } from '../prove/section.ts';
import { timeLeft } from '../prove/task-text.ts';
import { lotsOf } from './link.ts';
import type { Lots } from './rule.ts';

const bar = () => byId<HTMLProgressElement>('draw-bar');

export class DrawProgress implements RunView {
  readonly section = 'draw';
  readonly pause = 'draw-cancel';
  readonly first = 'draw-begin';
  #loop: Worker | undefined;
  #rate: number | undefined;
  #began = 0;
  readonly #showList: (lots: Lots) => void;

  constructor(showList: (lots: Lots) => void) {
    this.#showList = showList;
  }

  start(task: Task) {
    this.#showList(lotsOf(task));
    byId('draw-count').textContent = '0';
    for (const id of ['draw-total', 'draw-left', 'draw-bigint']) byId(id).textContent = '…';
    bar().removeAttribute('value');
    this.#began = performance.now();
    this.#rate = undefined;
    this.#loop = new Worker(new URL('./bigint-loop.ts', import.meta.url), { type: 'module' });
    this.#loop.addEventListener('message', ({ data }: MessageEvent<{ done: number; ms: number }>) => {
      this.#rate = data.done / data.ms;
    });
  }

  progress(stage: Stage, progress: Progress) {
    if (stage === 'prove') {
      byId('draw-left').textContent = 'Making the proof…';
      return;
    }
    bar().max = progress.total;
    bar().value = progress.done;
    byId('draw-count').textContent = grouped(progress.done);
    byId('draw-total').textContent = `of ${counted(progress.total, 'squaring')}`;
    byId('draw-left').textContent = `${timeLeft(progress)} left`;
    const rate = this.#rate;
    if (!rate) return;
    const inTime = (ms: number) => grouped(Math.floor(rate * ms));
    byId('draw-bigint').textContent =
      'A loop of BigInt, begun with this page’s run, would stand at ' +
      `${inTime(performance.now() - this.#began)}: ${inTime(1000)} squarings a second, measured beside it in this ` +
      'browser.';
  }

  end() {
    this.#loop?.terminate();
  }

  say(status: string) {
    byId('draw-status').textContent = status;
  }
}
