// The modules as the package ships them.
import './built.mjs';
import { existsSync, readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { joinStreams } from '../../crate/js/src/kernels/streams.ts';

const kernels = new URL('../../crate/js/dist/kernels/', import.meta.url);

/** Whether the package has the module `name`, as `scalar-prover`. */
export const isShipped = (name) => existsSync(new URL(`${name}.js`, kernels));

/** The bytes of a module's file or, where it is a script alone, of the script. */
export function shippedModule(name) {
  const file = new URL(`${name}.wasm`, kernels);
  return new Uint8Array(existsSync(file) ? readFileSync(file) : inScript(name));
}

/** The bytes of a module in its script. */
function inScript(name) {
  const text = readFileSync(new URL(`${name}.js`, kernels), 'utf8');
  const [, embedded] = /'([^']+)'/.exec(text);
  return joinStreams(new Uint8Array(inflateRawSync(Buffer.from(embedded, 'base64'))));
}
