// SJCL's big numbers, which its default build leaves out. Runs in every engine.
import { read } from '../../workshop/engines/inside.js';
import { repeat } from '../../workshop/timing.js';

/** Those of core/ that core/bn.js needs, in the order of SJCL's own build. */
const FILES = ['sjcl', 'bitArray', 'bn'];

let loading;

/** They share one scope, as scripts of a page do. */
function load() {
  loading ??= Promise.all(FILES.map((name) => read(`node_modules/sjcl/core/${name}.js`))).then((files) => {
    const sources = files.map((bytes) => new TextDecoder().decode(bytes));
    return new Function(`${sources.join('\n')}\nreturn sjcl;`)();
  });
  return loading;
}

/** SJCL's montpowermod. */
export const sjcl = {
  name: 'SJCL',
  async prepare(base, exponent, modulus) {
    const { bn } = await load();
    const [x, e, n] = [base, exponent, modulus].map((value) => new bn(`0x${value.toString(16)}`));
    const run = () => x.montpowermod(e, n);
    return { result: BigInt(run().toString()), run: repeat(run) };
  },
};
