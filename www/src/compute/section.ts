// The top of the page: x, e and N, the power as they are typed, its race against BigInt, and the code of both.
import { seededNumber } from '../../../workshop/numbers.js';
import { readInteger } from '../../../workshop/typed.js';
import { copyButton } from '../copy.ts';
import { byId, make } from '../dom.ts';
import { formatTime } from '../format.ts';
import { lanes } from './lanes.ts';
import type { Order, Reply, Times } from './messages.ts';

const BITS = 2048;
const NAMES = ['x', 'e', 'N'] as const;

/** How long the visitor may pause between two keys. */
const PAUSE_MS = 150;

const hex = (value: bigint) => `0x${value.toString(16)}`;
const bitsOf = (value: bigint) => (value === 0n ? 0 : value.toString(2).length);

/** `0x1b2c…9d0e` */
function short(value: bigint, digits: number): string {
  const text = hex(value);
  return text.length <= 2 * digits + 3 ? text : `${text.slice(0, 2 + digits)}…${text.slice(-digits)}`;
}

/** The number in a field, or the reason why there is none. */
function readField(text: string): { value?: bigint; problem?: string } {
  try {
    return { value: readInteger(text) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** Resolves with the kernel once the first power, which waits for `earlier`, is shown and raced. */
export function startCompute(earlier: Promise<unknown>): Promise<string> {
  const form = byId<HTMLFormElement>('compute');
  const field = (name: string) => byId<HTMLInputElement>(name);
  const isSecret = byId<HTMLInputElement>('secret');
  let worker: Worker | undefined;
  let id = 0;
  let answer: bigint | undefined;
  let isBusy = false;

  const first = [seededNumber(BITS, 2), seededNumber(BITS, 50), seededNumber(BITS, 1) | 1n];
  for (const [i, name] of NAMES.entries()) {
    field(name).value = hex(first[i] as bigint);
    byId(`${name}-copy`).append(copyButton('Copy', name, 'Copied', () => field(name).value));
  }
  byId('answer-copy').append(copyButton('Copy', 'the answer', 'Copied', () => hex(answer ?? 0n)));

  return new Promise((resolve) => {
    /** Clears the answer, the race and their sentences, which belong to the numbers before. */
    function reset() {
      answer = undefined;
      byId('answer-copy').hidden = true;
      byId('answer').textContent = '…';
      for (const part of ['race', 'figure', 'engine']) byId(part).replaceChildren();
    }

    function compute() {
      id++;
      if (answer !== undefined) reset();
      const problem = byId('compute-problem');
      problem.textContent = '';
      const read = NAMES.map((name) => readField(field(name).value));
      for (const [i, name] of NAMES.entries()) {
        const value = read[i]?.value;
        byId(`${name}-bits`).textContent = value === undefined ? '' : `${bitsOf(value).toLocaleString('en')} bits`;
        if (value === undefined) field(name).setAttribute('aria-invalid', 'true');
        else field(name).removeAttribute('aria-invalid');
      }
      const [base, exponent, modulus] = read.map(({ value }) => value);
      if (base === undefined || exponent === undefined || modulus === undefined) {
        const wrong = read.flatMap(({ problem }, i) => (problem ? [`${NAMES[i]}: ${problem}.`] : []));
        problem.textContent = wrong.join(' ');
        return;
      }
      // A power of long numbers takes long, and only the end of its worker ends it.
      if (isBusy) worker?.terminate();
      if (isBusy || !worker) worker = start();
      isBusy = true;
      worker.postMessage({ id, base, exponent, modulus, isSecret: isSecret.checked } satisfies Order);
      showCode(base, exponent, modulus);
    }

    function start(): Worker {
      const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      started.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
        if (data.id === id) show(data);
      });
      started.addEventListener('error', ({ message }) =>
        show({ kind: 'failed', id, reason: message || 'its worker could not be loaded' }),
      );
      return started;
    }

    let kernel = 'bigint';
    function show(reply: Reply) {
      if (reply.kind === 'answer') {
        ({ answer, kernel } = reply);
        byId('answer-copy').hidden = false;
        byId('answer').textContent = `${short(answer, 12)} (${bitsOf(answer).toLocaleString('en')} bits)`;
        byId('engine').textContent =
          isSecret.checked || kernel === 'bigint'
            ? `Computed in your browser, on the kernel ${kernel}.`
            : `Computed in your browser. The kernel here is ${kernel}; powers of short numbers are BigInt’s.`;
        byId('example').textContent = `${byId('example').textContent} // ${short(answer, 4)}n`;
        return;
      }
      isBusy = false;
      if (reply.kind === 'raced') showRace(reply.times, kernel, isSecret.checked);
      else {
        reset();
        byId('compute-problem').textContent = `Not computed: ${reply.reason}.`;
      }
      resolve(kernel);
    }

    function showCode(base: bigint, exponent: bigint, modulus: bigint) {
      const [x, e, n] = [base, exponent, modulus].map((value) => `${short(value, 4)}n`);
      const call = isSecret.checked
        ? `pm.modPowSecret(x, toBytes(e), N, { exponentBits: ${Math.max(8, 8 * Math.ceil(bitsOf(exponent) / 8))} })`
        : 'pm.modPow(x, e, N)';
      byId('example').textContent = [
        `import { init${isSecret.checked ? ', toBytes' : ''} } from 'powmod';`,
        `const [x, e, N] = [${x}, ${e}, ${n}];`,
        `init().then((pm) => ${call});`,
      ].join('\n');
    }

    let timer: ReturnType<typeof setTimeout>;
    form.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(compute, PAUSE_MS);
    });
    form.addEventListener('submit', (event) => event.preventDefault());
    void earlier.then(compute);
  });
}

function showRace(times: Times | undefined, kernel: string, isSecret: boolean) {
  if (!times) {
    byId('race').replaceChildren();
    byId('figure').textContent = 'No race: one power of these numbers takes long.';
    return;
  }
  const { powmod, bigint } = times;
  const [faster, ratio] = [powmod <= bigint, powmod <= bigint ? bigint / powmod : powmod / bigint];
  const figure = `${Number(ratio.toPrecision(2)).toLocaleString('en')} times as ${faster ? 'fast' : 'long'} as BigInt in this browser.`;
  byId('race').replaceChildren(
    ...lanes([
      [isSecret ? 'powmod, e stays secret' : 'powmod', powmod],
      [isSecret ? 'BigInt, its time tells e' : 'BigInt', bigint],
    ]),
  );
  byId('figure').replaceChildren(
    make('strong', '', figure),
    kernel === 'bigint'
      ? ' WebAssembly is off here, so powmod computes by BigInt too.'
      : ` One power in ${formatTime(powmod)}, measured just now, warm.`,
  );
}
