import { SingleBar } from 'cli-progress';
import { formatDuration } from '../../../../workshop/duration.js';
import type { OnProgress, Progress } from '../pool/calls/progress.js';
import { tell } from './messages.js';

/** The seconds between two lines, if there is no terminal. */
const LINE_SECONDS = 10;

/** Moves to the start of the line, and clears it. */
const CLEAR_LINE = '\r\x1b[2K';

/** Shows progress on standard error, until `end` removes the bar. */
export interface Display {
  show: OnProgress;
  /** Prints a line on standard output, above the bar. */
  print(line: string): void;
  /** Writes a line on standard error, above the bar. */
  say(line: string): void;
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
        shown = new SingleBar({ stream: process.stderr, format, clearOnComplete: true, barsize: 30 });
        shown.start(total, done, { words: '' });
      }
      shown.setTotal(total);
      shown.update(done, { words: speedOf(progress) });
    },
    print(line) {
      if (shown && process.stdout.isTTY) process.stderr.write(CLEAR_LINE);
      console.log(line);
    },
    say(line) {
      if (shown) process.stderr.write(CLEAR_LINE);
      tell(line);
    },
    end() {
      shown?.stop();
    },
  };
}

function lines(what: string): Display {
  let next: number | undefined;
  return {
    show(progress) {
      const now = performance.now();
      next ??= now + 1000 * LINE_SECONDS;
      if (now < next) return;
      next = now + 1000 * LINE_SECONDS;
      const percent = Math.floor((100 * progress.done) / progress.total);
      tell(`${what}: ${percent} %, ${speedOf(progress)}`);
    },
    print: console.log,
    say: tell,
    end() {},
  };
}

function speedOf({ done, total, perSecond }: Progress): string {
  const speed = `${Math.round(perSecond).toLocaleString('en')} a second`;
  return perSecond > 0 ? `${speed}, ${formatDuration((total - done) / perSecond)} left` : speed;
}
