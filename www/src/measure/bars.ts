// The kernels in a table: the outcome of each self-test, and its speed beside native BigInt as a bar.
import { make } from '../dom.ts';
import { capital } from '../words.ts';
import type { KernelReport, Speed } from './messages.ts';

export function kernelTable(kernels: KernelReport[], speed: Speed | undefined): HTMLTableElement {
  const timings = speed?.timings ?? {};
  const times = Object.values(timings).map(({ min }) => min);
  const fastest = Math.min(...times);
  const native = timings.BigInt?.min;

  const row = (name: string, outcome: string, state: 'pass' | 'fail' | 'native') => {
    const time = timings[name]?.min;
    const cell = make('td', 'speed');
    if (time !== undefined && native !== undefined) {
      const bar = make('div', `bar ${state}`);
      bar.style.setProperty('width', `${(100 * fastest) / time}%`);
      cell.append(bar, make('span', '', `${milliseconds(time)}, ${timesAsFast(native / time)}`));
    } else cell.append(state === 'fail' ? '—' : '…');
    const header = make('th', '', name);
    header.scope = 'row';
    const item = make('tr', '', header, make('td', state, outcome), cell);
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
        ? `One exponentiation with a modulus and an exponent of ${speed.bits} bits; the longer the bar, the faster.`
        : 'The kernels, and how their self-tests ended.',
    ),
    make('thead', '', make('tr', '', heading('Kernel'), heading('Self-test'), heading('Speed'))),
    make(
      'tbody',
      '',
      ...kernels.map(({ kernel, problem }) =>
        problem === undefined ? row(kernel, 'Passed', 'pass') : row(kernel, capital(short(problem)), 'fail'),
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

/** The reason alone: the row says which kernel. */
function short(problem: string): string {
  return problem.replace(/^the kernel \w+ cannot be used: /, '');
}

function milliseconds(us: number): string {
  return `${(us / 1000).toFixed(us < 10_000 ? 2 : 1)} ms`;
}

function timesAsFast(ratio: number): string {
  return `${ratio.toFixed(ratio < 10 ? 1 : 0)} ×`;
}
