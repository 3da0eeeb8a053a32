// The calculator: x, e and N, the power as they are typed, its race against BigInt, and the code of both.
import { formatDuration } from '../../../workshop/duration.js';
import { seededNumber } from '../../../workshop/numbers.js';
import { readInteger } from '../../../workshop/typed.js';
import { copyButton } from '../copy.ts';
import { byId, make, selectExample } from '../dom.ts';
import { formatTime } from '../format.ts';
import { codeOf, highlighted } from './code.ts';
import { lanes } from './lanes.ts';
import type { NoRace, Order, Reply, Times } from './messages.ts';

const BITS = 2048;
/** A power of small numbers, such as `2^10`, is a number up to this length, the most that the page takes. */
const MAX_BITS = 65_536;
const NAMES = ['x', 'e', 'N'] as const;
type Name = (typeof NAMES)[number];

/** The names of the package's arguments. */
const ARGUMENTS: Record<string, Name> = { base: 'x', exponent: 'e', modulus: 'N' };

/** How long the visitor may pause between two keys. */
const PAUSE_MS = 150;

/** Address bars and messengers still accept links of this length. */
const MAX_CHARACTERS = 1 << 15;

const NO_RACE: Record<NoRace, string> = {
  long: 'No race: one power of these numbers takes long.',
  trivial: 'No race: nobody needs a library for this power.',
  short: 'No race: BigInt is as fast for a power this short, so powmod leaves it to BigInt.',
  unmeasured: 'No race: the steps of this browser’s clock are longer than this power takes.',
};

const written = (value: bigint, isHex: boolean) =>
  isHex ? `${value < 0n ? '-' : ''}0x${(value < 0n ? -value : value).toString(16)}` : String(value);
const bitsOf = (value: bigint) => (value === 0n ? 0 : (value < 0n ? -value : value).toString(2).length);
const bits = (value: bigint) => `${bitsOf(value).toLocaleString('en')} ${bitsOf(value) === 1 ? 'bit' : 'bits'}`;

/** `0x1b2c…9d0e` */
function short(text: string, digits = 12): string {
  const start = text.startsWith('0x') ? digits + 2 : digits;
  return text.length <= start + digits + 1 ? text : `${text.slice(0, start)}…${text.slice(-digits)}`;
}

/** The number in a field, or the reason why there is none. */
function readField(text: string): { value?: bigint; problem?: string } {
  try {
    const [, base = '', exponent = ''] = /^\s*(\d{1,9})\s*\^\s*(\d{1,5})\s*$/.exec(text) ?? [];
    if (base && Number(exponent) * Math.log2(Number(base)) < MAX_BITS)
      return { value: BigInt(base) ** BigInt(exponent) };
    return { value: readInteger(text) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** Resolves once the first power is shown and raced, or has no answer. The power waits for `earlier`. */
export function startCompute(earlier: Promise<unknown>): Promise<void> {
  const form = byId<HTMLFormElement>('compute');
  const field = (name: string) => byId<HTMLInputElement>(name);
  const isSecret = byId<HTMLInputElement>('secret');
  const stop = byId<HTMLButtonElement>('compute-stop');
  const other = byId<HTMLButtonElement>('answer-base');
  let worker: Worker | undefined;
  let id = 0;
  let answer: bigint | undefined;
  /** Whether the answer is in hex: at first as N is. */
  let isHex = true;
  let isBusy = false;

  const first = [seededNumber(BITS, 2), seededNumber(BITS, 50), seededNumber(BITS, 1) | 1n];
  const example = new Map<Name, string>();
  for (const [i, name] of NAMES.entries()) {
    example.set(name, written(first[i] as bigint, true));
    byId(`${name}-copy`).append(copyButton('Copy', name, 'Copied', () => field(name).value, true));
    selectExample(field(name), () => field(name).value === example.get(name));
  }
  byId('answer-copy').append(copyButton('Copy', 'the answer', 'Copied', () => written(answer ?? 0n, isHex), true));
  const shownCode = () => byId('example').textContent ?? '';
  byId('example-copy').append(copyButton('Copy', 'the code', 'Copied', shownCode, true));
  byId('figure').textContent = 'Racing against BigInt…';
  say('Loading the arithmetic…');
  readAddress();

  /** The numbers of the address, by which a calculation is a link, or else the example. */
  function readAddress(): boolean {
    const given = new URLSearchParams(location.hash.slice(1));
    const isGiven = NAMES.every((name) => given.has(name));
    for (const name of NAMES)
      if (isGiven || !field(name).value)
        field(name).value = (isGiven && given.get(name)) || (example.get(name) as string);
    if (isGiven) isSecret.checked = given.has('secret');
    return isGiven;
  }

  function writeAddress() {
    if (/^#(?:proof|letter|draw)=/.test(location.hash)) return; // what the visitor opened keeps its address
    const numbers = NAMES.map((name): [string, string] => [name, field(name).value]);
    const secret = isSecret.checked ? [['secret', '']] : [];
    const hash = `#${new URLSearchParams([...numbers, ...secret] as [string, string][])}`;
    // If the numbers are too long for a link, the address keeps no earlier ones.
    const address = hash.length <= MAX_CHARACTERS ? hash : location.pathname + location.search;
    history.replaceState(undefined, '', address);
  }

  /** The one place of what happens, and of what is wrong. */
  function say(status: string, wrong: Name[] = []) {
    byId('compute-status').textContent = status;
    byId('compute-status').classList.toggle('problem', wrong.length > 0);
    for (const name of NAMES)
      if (wrong.includes(name)) field(name).setAttribute('aria-invalid', 'true');
      else field(name).removeAttribute('aria-invalid');
  }

  return new Promise((resolve) => {
    /** Clears the answer, the race and the code, which belong to the numbers before. */
    function reset() {
      answer = undefined;
      for (const part of ['answer-copy', 'answer-base', 'example-copy', 'compute-stop']) byId(part).hidden = true;
      byId('answer').textContent = '…';
      for (const part of ['race', 'figure', 'example', 'answer-bits']) byId(part).replaceChildren();
    }

    function compute() {
      id++;
      reset();
      const read = NAMES.map((name) => readField(field(name).value));
      for (const [i, name] of NAMES.entries()) {
        const value = read[i]?.value;
        byId(`${name}-bits`).textContent = value === undefined ? '' : bits(value);
      }
      const [base, exponent, modulus] = read.map(({ value }) => value);
      if (base === undefined || exponent === undefined || modulus === undefined) {
        const wrong = NAMES.filter((_, i) => read[i]?.problem);
        resolve();
        return say(wrong.map((name) => `${name}: ${read[NAMES.indexOf(name)]?.problem}.`).join(' '), wrong);
      }
      isHex = /^\s*-?0x/i.test(field('N').value);
      say('Computing…');
      // A power of long numbers takes long, and only the end of its worker ends it.
      if (isBusy) worker?.terminate();
      if (isBusy || !worker) worker = start();
      isBusy = true;
      worker.postMessage({ id, base, exponent, modulus, isSecret: isSecret.checked } satisfies Order);
    }

    function start(): Worker {
      isCold = true;
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
    let time = '';
    let isCold = true;
    function show(reply: Reply) {
      switch (reply.kind) {
        case 'begins':
          stop.hidden = false;
          return say(`Computing, some ${formatDuration(Number(reply.seconds.toPrecision(1)))}…`);
        case 'answer':
          ({ answer, kernel } = reply);
          time = `${formatTime(reply.ms)}${isCold ? ', cold' : ''}`;
          isCold = false;
          stop.hidden = true;
          say(`Computed in your browser, on the kernel ${kernel}: ${time}.`);
          return showAnswer();
        case 'raced':
          isBusy = false;
          showRace(reply.times, kernel, isSecret.checked);
          if (reply.times === 'short') say(`Computed in your browser, by BigInt: ${time}.`);
          return resolve();
        case 'failed': {
          isBusy = false;
          reset();
          const [, argument = '', reason = ''] = /^(base|exponent|modulus): (.*)$/s.exec(reply.reason) ?? [];
          const name = ARGUMENTS[argument];
          const told = /maxBits/.test(reason)
            ? 'has more than 65,536 bits, the most that this page takes'
            : reason.replace(/\bthe (base|exponent|modulus)\b/g, (_, word) => ARGUMENTS[word] as string);
          say(name ? `${name}: ${told}.` : `Not computed: ${reply.reason}.`, name ? [name] : []);
          return resolve();
        }
      }
    }

    /** Also after a tap on the other base. */
    function showAnswer() {
      if (answer === undefined) return;
      for (const part of ['answer-copy', 'answer-base', 'example-copy']) byId(part).hidden = false;
      other.textContent = isHex ? 'In decimal' : 'In hex';
      byId('answer').textContent = short(written(answer, isHex));
      byId('answer-bits').textContent = bits(answer);
      const [x, e, N] = NAMES.map((name) => written(readField(field(name).value).value ?? 0n, isHex)) as [
        string,
        string,
        string,
      ];
      const exponentBits = Math.max(8, 8 * Math.ceil(bitsOf(readField(field('e').value).value ?? 0n) / 8));
      const code = codeOf(
        { x, e, N, isSecret: isSecret.checked, exponentBits },
        `${short(written(answer, isHex), 6)}n`,
      );
      byId('example').replaceChildren(...highlighted(code));
    }

    let timer: ReturnType<typeof setTimeout>;
    form.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        writeAddress();
        compute();
      }, PAUSE_MS);
    });
    form.addEventListener('submit', (event) => event.preventDefault());
    other.addEventListener('click', () => {
      isHex = !isHex;
      showAnswer();
    });
    stop.addEventListener('click', () => {
      worker?.terminate();
      worker = undefined;
      isBusy = false;
      id++;
      reset();
      say('Stopped.');
      resolve();
      field('x').focus();
    });
    addEventListener('hashchange', () => {
      if (readAddress()) compute();
    });
    void earlier.then(compute);
  });
}

function showRace(times: Times | NoRace, kernel: string, isSecret: boolean) {
  if (typeof times === 'string') {
    byId('race').replaceChildren();
    byId('figure').textContent = NO_RACE[times];
    return;
  }
  const { powmod, bigint } = times;
  const [faster, ratio] = [powmod <= bigint, powmod <= bigint ? bigint / powmod : powmod / bigint];
  const factor = Number(ratio.toPrecision(2)).toLocaleString('en');
  const figure = `${factor} times as ${faster ? 'fast' : 'long'} as BigInt in this browser.`;
  byId('race').replaceChildren(
    ...lanes([
      [isSecret ? 'powmod, e stays secret' : 'powmod', powmod],
      [isSecret ? 'BigInt, its time tells e' : 'BigInt', bigint],
    ]),
  );
  byId('figure').replaceChildren(
    make('strong', '', figure),
    kernel === 'bigint'
      ? ' No kernel of WebAssembly works here, so powmod computes by BigInt too.'
      : ` This power takes ${formatTime(powmod)}, measured just now, warm.`,
  );
}
