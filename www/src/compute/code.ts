// The code of a power, whole, so that it runs when it is copied.
import { make } from '../dom.ts';

export interface Call {
  x: string;
  e: string;
  N: string;
  isSecret: boolean;
  /** The length of a secret exponent, a multiple of 8. */
  exponentBits: number;
}

export function codeOf({ x, e, N, isSecret, exponentBits }: Call, answer?: string): string {
  const comment = answer === undefined ? '' : ` // ${answer}`;
  const secretCall = `pm.modPowSecret(x, toBytes(e), N, { exponentBits: ${exponentBits} })`;
  const numbers = [`const x = ${x}n;`, `const e = ${e}n;`, `const N = ${N}n;`];
  const lines = isSecret
    ? [
        "import { init, toBigint, toBytes } from 'powmod';",
        '',
        ...numbers,
        // Older targets of bundlers take no await at the top.
        `init().then((pm) => toBigint(${secretCall})).then(console.log);${comment}`,
      ]
    : ["import { modPow } from 'powmod';", '', ...numbers, `console.log(modPow(x, e, N));${comment}`];
  return lines.join('\n');
}

const TOKEN = /(\/\/.*)|('[^']*')|\b(import|from|const|await)\b|(-?\b(?:0x[\da-f]+|\d+)n?\b)/g;
const CLASSES = ['comment', 'string', 'keyword', 'number-literal'];

/** The code with its comments, strings, words and numbers in colours. */
export function highlighted(code: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const found of code.matchAll(TOKEN)) {
    parts.push(code.slice(end, found.index));
    const kind = CLASSES[found.slice(1).findIndex((group) => group !== undefined)] as string;
    parts.push(make('span', kind, found[0]));
    end = found.index + found[0].length;
  }
  return [...parts, code.slice(end)];
}
