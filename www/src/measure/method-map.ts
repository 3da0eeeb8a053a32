// A table of the fastest method for each length of the modulus and of the exponent, coloured by method.
import { regret } from '../../../workshop/methods.js';
import { make } from '../dom.ts';
import type { Cell } from './messages.ts';

/** The map for one base or two. Cells that are not measured yet are empty. */
export function methodMap(bases: number, sizes: number[], cells: Cell[]): HTMLElement {
  const title = make(
    'p',
    'caption',
    `${bases === 1 ? 'One base' : 'Two bases'}: the fastest method and its window in bits. Rows: bits of the ` +
      'modulus. Columns: bits of the exponent.',
  );
  title.id = `map-${bases}`;
  const table = tableOf(bases, sizes, cells);
  table.setAttribute('aria-labelledby', title.id);
  return make('div', '', title, table);
}

function tableOf(bases: number, sizes: number[], cells: Cell[]): HTMLTableElement {
  const heading = (bits: number, scope: string) => {
    const cell = make('th', '', `${bits}`);
    cell.scope = scope;
    return cell;
  };
  const rows = sizes.map((bits) =>
    make(
      'tr',
      '',
      heading(bits, 'row'),
      ...sizes.map((exponentBits) => {
        const known = cells.find((c) => c.bases === bases && c.bits === bits && c.exponentBits === exponentBits);
        return known ? fastestIn(known) : make('td', '');
      }),
    ),
  );
  const columns = sizes.map((bits) => heading(bits, 'col'));
  return make(
    'table',
    'map',
    make('thead', '', make('tr', '', make('td', ''), ...columns)),
    make('tbody', '', ...rows),
  );
}

function fastestIn(cell: Cell): HTMLTableCellElement {
  const { best } = regret(cell);
  const [method, window] = best.split(' ');
  const shown = make('td', '', make('span', 'method', method), window && ' ', window);
  shown.dataset.method = method ?? '';
  return shown;
}

/** How often `auto`, the package's own choice, is as fast as the fastest method. */
export function verdictOnAuto(cells: Cell[]): string {
  const losses = cells.map((cell) => regret(cell).loss);
  const close = losses.filter((loss) => loss <= 0.05).length;
  return (
    `In ${close} of ${cells.length} cells the method that powmod chooses by itself is the fastest, or ` +
    'within 5 % or the noise of it.'
  );
}
