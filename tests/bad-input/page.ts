// Mistakes in the page's fields and links, and the messages that the page shows for them.
import { FieldError } from '../../www/src/fields.ts';
import { readTask } from '../../www/src/prove/form.ts';
import { fromFragment } from '../../www/src/verify/fragment.ts';

export interface PageRow {
  field: string;
  written: string;
  says: string;
}

/** What the page says, by the field. */
export const SAYS: Record<string, string> = {
  modulus: 'Write it in decimal, or in hex after 0x.',
  iterations: 'Write a whole number from 1 to 2^53 − 1, such as 1048576 or 2^20.',
  seed: 'After 0x, write two hex digits for each byte.',
  'a link': 'the link is damaged: a part of it may be missing',
};

const RIGHT = { group: 'own', modulus: '35', scheme: 'pietrzak', iterations: '16', seed: 's' };
const WRONG: [field: keyof typeof RIGHT, written: string][] = [
  ['modulus', ''],
  ['modulus', 'x'],
  ['modulus', '-35'],
  ['modulus', '0x'],
  ['modulus', '3.5'],
  ['iterations', ''],
  ['iterations', '0'],
  ['iterations', '-1'],
  ['iterations', '1.5'],
  ['iterations', '1e6'],
  ['iterations', '2^53'],
  ['iterations', '2^9999'],
  ['iterations', '9007199254740992'],
  ['seed', '0x123'],
  ['seed', '0xzz'],
];

export async function pageRows(): Promise<PageRow[]> {
  const rows: PageRow[] = WRONG.map(([field, written]) => ({
    field,
    written,
    says: problemOf({ ...RIGHT, [field]: written }, field),
  }));
  for (const link of ['proof=', 'proof=AAAA', 'proof=!'])
    rows.push({
      field: 'a link',
      written: `#${link}`,
      says: await fromFragment(link, 1e6).then(
        () => '-',
        ({ message }) => message,
      ),
    });
  return rows;
}

/** The page's message for a form, which is given by its values. */
function problemOf(values: typeof RIGHT, field: string): string {
  const { FormData } = globalThis;
  globalThis.FormData = Map as never;
  try {
    readTask(Object.entries(values) as never);
    return '-';
  } catch (error) {
    return error instanceof FieldError && error.field === field ? error.message : '-';
  } finally {
    globalThis.FormData = FormData;
  }
}
