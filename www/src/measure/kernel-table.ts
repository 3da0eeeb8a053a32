// The table of kernels: the result of each self-test, and a bar for its speed. BigInt has a row too.
import { make } from '../dom.ts';
import { capitalize, formatTime } from '../format.ts';
import type { KernelReport, Speed } from './messages.ts';

export function kernelTable(kernels: KernelReport[], speed: Speed | undefined): HTMLTableElement {
  const timings = speed?.timings ?? {};
  const times = Object.values(timings).map(({ min }) => min);
  const slowest = Math.max(...times);
  const native = timings.BigInt?.min;

  const row = (name: string, outcome: string, state: 'pass' | 'fail' | 'native') => {
    const time = timings[name]?.min;
    const cell = make('td', 'speed');
    if (time !== undefined && native !== undefined) {
      const bar = make('div', `bar ${state}`);
      bar.style.setProperty('width', `${(100 * time) / slowest}%`);
      cell.append(bar, make('span', '', `${formatTime(time / 1000)}, ${timesAsFast(native / time)}`));
    } else cell.append('…');
    const header = make('th', '', name);
    header.scope = 'row';
    const result = make('td', state, outcome);
    if (state === 'fail') result.colSpan = 2; // a reason is longer than a word, and there is no speed
    const item = make('tr', '', header, result, state !== 'fail' && cell);
    item.dataset.kernel = name;
    return item;
  };

  return make(
    'table',
    'bars',
    make(
      'caption',
      '',
      speed
        ? `The time of one exponentiation, warm, with a modulus and an exponent of ${speed.bits} bits, and how ` +
            'many times as fast as BigInt that is. A shorter bar is faster.'
        : 'The kernels and the results of their self-tests.',
    ),
    make('thead', '', make('tr', '', heading('Kernel'), heading('Self-test'), heading('Speed'))),
    make(
      'tbody',
      '',
      ...kernels.map(({ kernel, problem }) =>
        problem === undefined ? row(kernel, 'Passed', 'pass') : row(kernel, capitalize(short(problem)), 'fail'),
      ),
      row('BigInt', 'Built in', 'native'),
    ),
  );
}

function heading(text: string): HTMLTableCellElement {
  const cell = make('th', '', text);
  cell.scope = 'col';
  return cell;
}

/** The message without the name of the kernel, which the row shows already. */
function short(problem: string): string {
  return problem.replace(/^the kernel \w+ cannot be used: /, '');
}

function timesAsFast(ratio: number): string {
  return `${ratio.toFixed(ratio < 9.95 ? 1 : 0)} ×`;
}
