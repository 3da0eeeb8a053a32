// The calculator: x, e and N, the power as they are typed, its race against BigInt, and the code of both.
import { formatDuration } from '../../../workshop/duration.js';
import { copyButton } from '../copy.ts';
import { byId } from '../dom.ts';
import { formatTime } from '../format.ts';
import { codeOf, highlighted } from './code.ts';
import { Computer } from './computer.ts';
import { showFigure } from './figure.ts';
import type { Reply } from './messages.ts';
import {
  bits,
  bitsOf,
  markWrong,
  type Name,
  type Numbers,
  readAddress,
  readNumbers,
  short,
  startNumbers,
  writeAddress,
  written,
} from './numbers.ts';

/** The names of the package's arguments. */
const ARGUMENTS: Record<string, Name> = { base: 'x', exponent: 'e', modulus: 'N' };

/** How long the visitor may pause between two keys. */
const PAUSE_MS = 150;

/** Resolves once the first power is shown and raced, or has no answer. The power waits for `earlier`. */
export function startCompute(earlier: Promise<unknown>): Promise<void> {
  startNumbers();
  const first = new Promise<void>((resolve) => {
    const calculator = new Calculator(resolve);
    calculator.listen();
    void earlier.then(() => calculator.compute());
  });
  byId('figure').textContent = 'Racing against BigInt…';
  say('Loading the arithmetic…');
  return first;
}

/** The one place of what happens, and of what is wrong. */
function say(status: string, wrong: Name[] = []) {
  byId('compute-status').textContent = status;
  byId('compute-status').classList.toggle('problem', wrong.length > 0);
  markWrong(wrong);
}

class Calculator {
  readonly #computer = new Computer((reply) => this.#show(reply));
  readonly #onEnd: () => void;
  #numbers: Numbers | undefined;
  #answer: bigint | undefined;
  #isHex = true;
  #kernel = 'bigint';
  #time = '';

  /** `onEnd` is called when a power is raced, or has no answer. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  listen() {
    let timer: ReturnType<typeof setTimeout>;
    const form = byId<HTMLFormElement>('compute');
    form.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        writeAddress();
        this.compute();
      }, PAUSE_MS);
    });
    form.addEventListener('submit', (event) => event.preventDefault());
    byId('answer-base').addEventListener('click', () => {
      this.#isHex = !this.#isHex;
      this.#showAnswer();
    });
    byId('compute-stop').addEventListener('click', () => {
      this.#computer.stop();
      this.#reset();
      say('Stopped.');
      this.#onEnd();
      byId('x').focus();
    });
    addEventListener('hashchange', () => {
      if (readAddress()) this.compute();
    });
    const shown = () => written(this.#answer ?? 0n, this.#isHex);
    const shownCode = () => byId('example').textContent ?? '';
    byId('answer-copy').append(copyButton('Copy', 'the answer', 'Copied', shown, true));
    byId('example-copy').append(copyButton('Copy', 'the code', 'Copied', shownCode, true));
  }

  compute() {
    this.#computer.drop();
    this.#reset();
    const read = readNumbers();
    if ('problem' in read) {
      this.#onEnd();
      return say(read.problem, read.wrong);
    }
    this.#numbers = read;
    this.#isHex = read.isHex;
    say('Computing…');
    const { x: base, e: exponent, N: modulus, isSecret } = read;
    this.#computer.compute({ base, exponent, modulus, isSecret });
  }

  /** Clears the answer, the race and the code, which belong to the numbers before. */
  #reset() {
    this.#answer = undefined;
    for (const part of ['answer-copy', 'answer-base', 'example-copy', 'compute-stop']) byId(part).hidden = true;
    byId('answer').textContent = '…';
    for (const part of ['race', 'figure', 'example', 'answer-bits']) byId(part).replaceChildren();
  }

  #show(reply: Reply) {
    switch (reply.kind) {
      case 'begins':
        byId('compute-stop').hidden = false;
        return say(`Computing, some ${formatDuration(Number(reply.seconds.toPrecision(1)))}…`);
      case 'answer':
        this.#answer = reply.answer;
        this.#kernel = reply.kernel;
        this.#time = `${formatTime(reply.ms)}${this.#computer.isCold ? ', cold' : ''}`;
        byId('compute-stop').hidden = true;
        say(`Computed in your browser, on the kernel ${reply.kernel}: ${this.#time}.`);
        return this.#showAnswer();
      case 'raced':
        showFigure(reply.times, this.#kernel, this.#numbers?.isSecret ?? false);
        if (reply.times === 'short') say(`Computed in your browser, by BigInt: ${this.#time}.`);
        return this.#onEnd();
      case 'failed':
        this.#reset();
        showFailure(reply.reason);
        return this.#onEnd();
    }
  }

  /** Shows the result, and shows it again when a tap changes its base. */
  #showAnswer() {
    if (this.#answer === undefined || !this.#numbers) return;
    for (const part of ['answer-copy', 'answer-base', 'example-copy']) byId(part).hidden = false;
    const write = (value: bigint) => written(value, this.#isHex);
    byId('answer-base').textContent = this.#isHex ? 'In decimal' : 'In hex';
    byId('answer').textContent = short(write(this.#answer));
    byId('answer-bits').textContent = bits(this.#answer);
    const { x, e, N, isSecret } = this.#numbers;
    const exponentBits = Math.max(8, 8 * Math.ceil(bitsOf(e) / 8));
    const call = { x: write(x), e: write(e), N: write(N), isSecret, exponentBits };
    byId('example').replaceChildren(...highlighted(codeOf(call, `${short(write(this.#answer), 6)}n`)));
  }
}

/** With the names of the fields in place of the package's. */
function showFailure(failure: string) {
  const [, argument = '', reason = ''] = /^(base|exponent|modulus): (.*)$/s.exec(failure) ?? [];
  const name = ARGUMENTS[argument];
  const told = /maxBits/.test(reason)
    ? 'has more than 65,536 bits, the most that this page takes'
    : reason.replace(/\bthe (base|exponent|modulus)\b/g, (_, word) => ARGUMENTS[word] as string);
  say(name ? `${name}: ${told}.` : `Not computed: ${failure}.`, name ? [name] : []);
}
