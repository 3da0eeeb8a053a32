// How fast powmod is on this device, beside BigInt: a figure at the top of the page, and bars.
import { announce } from '../announce.ts';
import { byId, make } from '../dom.ts';
import { formatTime } from '../format.ts';
import type { Reply, Times } from './messages.ts';

/** Measures, and again when the visitor asks. Resolves once the first measurement is shown. */
export function startSpeed(): Promise<void> {
  const again = byId<HTMLButtonElement>('speed-again');
  const run = async () => {
    again.setAttribute('aria-disabled', 'true'); // `disabled` would take the focus away
    const reply = await measure();
    if (reply.kind === 'failed') byId('figure').textContent = `powmod could not be measured here: ${reply.reason}`;
    else show(reply);
    again.removeAttribute('aria-disabled');
  };
  again.addEventListener('click', async () => {
    if (again.hasAttribute('aria-disabled')) return;
    await run();
    announce(byId('figure').innerText);
  });
  return run();
}

function measure(): Promise<Reply> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Reply>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => resolve(data));
    worker.addEventListener('error', ({ message }) =>
      resolve({ kind: 'failed', reason: message || 'its worker could not be loaded' }),
    );
    worker.postMessage('begin');
  }).finally(() => worker.terminate());
}

function show({ kernel, ...times }: Times & { kernel: string }) {
  byId('figure').replaceChildren(
    make('strong', '', figureOf(times)),
    kernel === 'bigint'
      ? ' WebAssembly is off here, so powmod computes by BigInt too.'
      : ` One power in ${formatTime(times.powmod)}, by BigInt in ${formatTime(times.bigint)}: x, e and N of 2048 bits, measured just now, warm.`,
  );
  const slowest = Math.max(times.powmod, times.bigint);
  const lane = (name: string, style: string, ms: number) => {
    const bar = make('div', `bar ${style}`);
    bar.style.setProperty('width', `${(100 * ms) / slowest}%`);
    return [make('p', '', name, ' ', make('b', '', formatTime(ms))), make('div', 'lane', bar)];
  };
  byId('speed-chart').replaceChildren(
    ...lane(`powmod, kernel ${kernel}`, '', times.powmod),
    ...lane('BigInt', 'native', times.bigint),
  );
}

function figureOf({ powmod, bigint }: Times): string {
  const ratio = (one: number, other: number) => Number((one / other).toPrecision(2)).toLocaleString('en');
  return powmod <= bigint
    ? `${ratio(bigint, powmod)} times as fast as BigInt in this browser.`
    : `${ratio(powmod, bigint)} times as long as BigInt in this browser.`;
}
