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
    again.textContent = 'Measuring…';
    const reply = await measure();
    if (reply.kind === 'failed') byId('figure').textContent = `powmod could not be measured here: ${reply.reason}`;
    else show(reply);
    again.removeAttribute('aria-disabled');
    again.textContent = 'Measure again';
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

function show({ kernel, power, table }: Extract<Reply, { kind: 'measured' }>) {
  byId('figure').replaceChildren(
    make('strong', '', figureOf(power)),
    kernel === 'bigint'
      ? ' WebAssembly is off here, so powmod computes by BigInt too.'
      : ` One power in ${formatTime(power.powmod)}, by BigInt in ${formatTime(power.bigint)}: x, e and N of 2048 bits, measured just now, warm.`,
  );
  byId('speed-chart').replaceChildren(
    ...lanes('One power, e of 2048 bits', power, [`powmod, kernel ${kernel}`, 'BigInt']),
    ...(table
      ? lanes('One power for a ballot, from a table, e of 256 bits', table, [
          'powmod, e stays secret',
          'BigInt, the time tells e',
        ])
      : []),
  );
}

/** Two bars on one scale, below their title. */
function lanes(title: string, times: Times, [powmod, bigint]: [string, string]): HTMLElement[] {
  const slowest = Math.max(times.powmod, times.bigint);
  const lane = (name: string, style: string, ms: number) => {
    const bar = make('div', `bar ${style}`);
    bar.style.setProperty('width', `${(100 * ms) / slowest}%`);
    return [make('p', '', name, ' ', make('b', '', formatTime(ms))), make('div', 'lane', bar)];
  };
  return [make('h3', '', title), ...lane(powmod, '', times.powmod), ...lane(bigint, 'native', times.bigint)];
}

function figureOf({ powmod, bigint }: Times): string {
  const ratio = (one: number, other: number) => Number((one / other).toPrecision(2)).toLocaleString('en');
  return powmod <= bigint
    ? `${ratio(bigint, powmod)} times as fast as BigInt in this browser.`
    : `${ratio(powmod, bigint)} times as long as BigInt in this browser.`;
}
