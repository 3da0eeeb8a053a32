// The race: the times to check the opening proof, by powmod and by BigInt, and the time to make it, as bars on one scale.
import { announce } from '../announce.ts';
import { byId, make } from '../dom.ts';
import { formatTime } from '../format.ts';
import type { Times } from '../opening/times.ts';
import { hostPool } from '../prove/worker-host.ts';
import type { Reply } from './messages.ts';

/** The scale begins here, and each of its lines is ten times the one before. */
const LEAST_MS = 0.1;
const LINES = ['0.1 ms', '1 ms', '10 ms', '100 ms', '1 s', '10 s', '100 s', '1,000 s', '10,000 s'];
/** The lines of the scale at first. A slower device gets more. */
const FEW_LINES = 6;

type Racer = 'powmod' | 'bigint' | 'prover';

/** The first race begins when the visitor sees its place. `time` measures the two verifiers for the next one. */
export async function startRace(first: Times, time: () => Promise<Times>): Promise<void> {
  const again = byId<HTMLButtonElement>('race-again');
  const race = async (times: Times) => {
    byId('race-verdict').textContent = '';
    showStart(times);
    try {
      const prover = await runProver();
      byId('race-verdict').textContent = verdictOn(times, prover);
      announce(verdictOn(times, prover));
    } catch (error) {
      show('prover', undefined);
      const [reason] = (error as Error).message.split('\n');
      byId('race-verdict').textContent = `The prover cannot run here: ${reason}`;
    }
    again.removeAttribute('aria-disabled');
  };
  again.addEventListener('click', async () => {
    if (again.hasAttribute('aria-disabled')) return;
    again.setAttribute('aria-disabled', 'true'); // `disabled` would take the focus away
    await race(await time());
  });
  showStart(first);
  await seen(byId('race-lanes'));
  await race(first);
}

/** Shows the times of the verifiers, and no time of the prover. */
function showStart({ powmod, bigint }: Times) {
  drawScale(FEW_LINES);
  show('powmod', powmod);
  show('bigint', bigint);
  show('prover', undefined);
}

/** Resolves once an element is on the screen. */
function seen(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(element);
  });
}

/** The time of the prover, whose bar grows meanwhile. */
function runProver(): Promise<number> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  let frame = 0;
  return new Promise<number>((resolve, reject) => {
    const grow = (start: number) => {
      show('prover', performance.now() - start);
      frame = requestAnimationFrame(() => grow(start));
    };
    hostPool(worker, (reply: Reply) => {
      if (reply.kind === 'begun') return grow(performance.now());
      if (reply.kind === 'failed') return reject(new Error(reply.reason));
      cancelAnimationFrame(frame);
      show('prover', reply.ms);
      resolve(reply.ms);
    });
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'its worker could not be loaded')));
    worker.postMessage('begin');
  }).finally(() => {
    cancelAnimationFrame(frame);
    worker.terminate();
  });
}

/** Shows a time and its bar, on a scale that is long enough. */
function show(racer: Racer, ms: number | undefined) {
  const decades = ms === undefined ? 0 : Math.max(0, Math.log10(ms / LEAST_MS));
  const axis = byId('race-axis');
  const lines = Math.min(LINES.length, Math.ceil(decades) + 1);
  if (lines > axis.childElementCount) drawScale(lines);
  byId(`race-${racer}`).textContent = ms === undefined ? '…' : formatLongTime(ms);
  byId(`race-${racer}-bar`).style.setProperty('--decades', `${decades}`);
}

function formatLongTime(ms: number): string {
  return ms < 1000 ? formatTime(ms) : `${(ms / 1000).toLocaleString('en', { maximumSignificantDigits: 3 })} s`;
}

function drawScale(lines: number) {
  byId('race-axis').replaceChildren(...LINES.slice(0, lines).map((line) => make('span', '', line)));
  byId('race-lanes').style.setProperty('--all', `${lines - 1}`);
}

function verdictOn({ powmod, bigint }: Times, prover: number): string {
  const times = (ratio: number) => Number(ratio.toPrecision(2)).toLocaleString('en');
  const beside =
    powmod <= bigint ? `${times(bigint / powmod)} times as fast as` : `${times(powmod / bigint)} times as long as`;
  return `powmod checks the proof ${times(prover / powmod)} times as fast as this device makes it, and ${beside} BigInt checks it.`;
}
