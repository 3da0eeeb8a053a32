import { SingleBar } from 'cli-progress';
import type { OnProgress, Progress } from '../pool/calls/progress.js';

/** The seconds between two lines, if there is no terminal. */
const LINE_SECONDS = 10;

/** Shows progress on standard error, until `end` removes the bar. */
export interface Display {
  show: OnProgress;
  end(): void;
}

/** `what` names the work: `evaluating`. */
export function display(what: string): Display {
  return process.stderr.isTTY ? bar(what) : lines(what);
}

function bar(what: string): Display {
  let shown: SingleBar | undefined;
  return {
    show(progress) {
      const { done, total } = progress;
      if (!shown) {
        const format = `${what} {bar} {percentage} %  {words}`;
        shown = new SingleBar({ stream: process.stderr, format, hideCursor: true, clearOnComplete: true, barsize: 30 });
        shown.start(total, done, { words: '' });
      }
      shown.setTotal(total);
      shown.update(done, { words: inWords(progress) });
    },
    end() {
      shown?.stop();
    },
  };
}

function lines(what: string): Display {
  let next = performance.now() + 1000 * LINE_SECONDS;
  return {
    show(progress) {
      const now = performance.now();
      if (now < next) return;
      next = now + 1000 * LINE_SECONDS;
      const percent = Math.floor((100 * progress.done) / progress.total);
      process.stderr.write(`${what}: ${percent} %, ${inWords(progress)}\n`);
    },
    end() {},
  };
}

function inWords({ done, total, perSecond }: Progress): string {
  const speed = `${Math.round(perSecond).toLocaleString('en')} a second`;
  return perSecond > 0 ? `${speed}, ${duration((total - done) / perSecond)} left` : speed;
}

/** `1 d 2 h`, `3 h 4 min`, `5 min 6 s`, `7 s`. */
function duration(seconds: number): string {
  const units: [number, string][] = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
    [1, 's'],
  ];
  let rest = Math.ceil(seconds);
  const parts: string[] = [];
  for (const [size, name] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || (parts.length === 0 && size === 1)) parts.push(`${count} ${name}`);
  }
  return parts.slice(0, 2).join(' ');
}
