// How fast powmod is on this device, beside BigInt: a power, and one for a ballot.
import { announce } from '../announce.ts';
import { lanes } from '../compute/lanes.ts';
import { byId, make } from '../dom.ts';
import { engine } from '../measure/device-report.ts';
import type { Reply } from './messages.ts';

/** Measures, and again when the visitor asks. */
export function startSpeed(): Promise<void> {
  const again = byId<HTMLButtonElement>('speed-again');
  const run = async () => {
    again.setAttribute('aria-disabled', 'true'); // `disabled` would take the focus away
    again.textContent = 'Measuring…';
    const reply = await measure();
    if (reply.kind === 'failed')
      byId('speed-verdict').textContent = `powmod could not be measured here: ${reply.reason}`;
    else show(reply);
    again.removeAttribute('aria-disabled');
    again.textContent = 'Measure again';
  };
  again.addEventListener('click', async () => {
    if (again.hasAttribute('aria-disabled')) return;
    await run();
    announce(byId('speed-verdict').innerText);
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
  const native = `BigInt of ${engine()}`;
  const chart: HTMLElement[] = [make('h3', '', 'One power: x, e and N of 2048 bits')];
  chart.push(
    ...lanes([
      [`powmod, kernel ${kernel}`, power.powmod],
      [native, power.bigint],
    ]),
  );
  if (table) {
    chart.push(make('h3', '', 'One power for a ballot: from a table, e of 256 bits, N of 2048'));
    chart.push(
      ...lanes([
        ['powmod, e stays secret', table.powmod],
        ['powmod, the time tells e', table.open],
        [`${native}, the time tells e`, table.bigint],
      ]),
    );
  }
  byId('speed-chart').replaceChildren(...chart);
  byId('speed-verdict').textContent = table
    ? `The secret is kept for ${table.powmod > table.bigint ? 'more' : 'less'} time than BigInt’s open table takes: powmod reads its whole table at each step.`
    : 'WebAssembly is off here, so powmod computes by BigInt too, and keeps no secrets.';
}
