// What code of the package reads of `Object.prototype`: a getter for each name, index and symbol tells who asks.
import { readdirSync, readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';

const dist = new URL('../../crate/js/dist/', import.meta.url);

/** The words of the shipped code, the indices of lists, −1, and all symbols of the language. */
function keys() {
  const texts = readdirSync(dist)
    .filter((file) => file.endsWith('.js') && file !== 'cli.js')
    .map((file) => readFileSync(new URL(file, dist), 'utf8'));
  const words = texts.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []);
  const indices = Array.from({ length: 704 }, (_, i) => String(i - 4));
  const symbols = Object.getOwnPropertyNames(Symbol)
    .map((name) => Symbol[name])
    .filter((value) => typeof value === 'symbol');
  return [...new Set([...words, ...indices, ...symbols])].filter(
    (key) => !(key in Object.prototype) && !OF_THE_ENGINE.has(key),
  );
}

/** Reads that are allowed: the engine's own, of any object, whoever wrote the program. */
const OF_THE_ENGINE = new Map([
  ['return', 'it closes its own iterator, at the end of a loop or of a destructuring'],
  ['then', 'it asks each object that a promise gets'],
]);

/** The same of Node: its own code in `new Worker` reads its own lists and options. */
const OF_NODE = / at make /;

/**
 * Records each read until `stop` is called.
 *
 * @param {(read: string) => void} tell gets `key @ file:line function`, once for each
 * @param {{ but?: readonly string[], enumerable?: boolean }} [options] the names `but` are not recorded; `enumerable`:
 *   a loop with `in` has the names
 */
export function recordReads(tell, { but = [], enumerable = true } = {}) {
  const told = new Set();
  const added = keys().filter((key) => !but.includes(key));
  let isReading = false;
  const define = (object, key, value) =>
    Object.defineProperty(object, key, {
      __proto__: null,
      configurable: true,
      enumerable: true,
      writable: true,
      value,
    });
  for (const key of added)
    Object.defineProperty(Object.prototype, key, {
      __proto__: null,
      configurable: true,
      enumerable,
      get() {
        if (isReading) return undefined;
        isReading = true;
        const lines = String(new Error().stack).split('\n').slice(2);
        const caller = lines.find((line) => !line.includes('node:internal')) ?? '';
        const isOfNode = caller !== lines[0] && OF_NODE.test(caller);
        if (/js.dist/.test(caller) && !isOfNode) {
          const read = `${String(key)} @ ${caller.trim().replace(/file:.*dist./, '')}`;
          if (!told.has(read)) tell(read);
          told.add(read);
        }
        isReading = false;
        return undefined;
      },
      set(value) {
        define(this, key, value);
      },
    });
  return () => {
    for (const key of added) delete Object.prototype[key];
  };
}

/** A control: a read that inherits, in what seems a file of the package. */
export const readAsPackage = () => runInThisContext('({}).modPow', 'file:///control/js/dist/control.js');
