// The big numbers of SJCL, which its default build leaves out. Runs in every engine.
import { read } from '../../workshop/engines/inside.js';
import { repeat } from '../../workshop/timing.js';

/** The files of core/ that core/bn.js needs, in the order of SJCL's build. */
const FILES = ['sjcl', 'bitArray', 'bn'];

let loading;

/** Runs the files in one scope, which the scripts of a page also share. */
function load() {
  loading ??= Promise.all(FILES.map((name) => read(`node_modules/sjcl/core/${name}.js`))).then((files) => {
    const sources = files.map((bytes) => new TextDecoder().decode(bytes));
    return new Function(`${sources.join('\n')}\nreturn sjcl;`)();
  });
  return loading;
}

/** `montpowermod` of SJCL. */
export const sjcl = {
  name: 'SJCL',
  async prepare(base, exponent, modulus) {
    const { bn } = await load();
    const [x, e, n] = [base, exponent, modulus].map((value) => new bn(`0x${value.toString(16)}`));
    const run = () => x.montpowermod(e, n);
    return { result: BigInt(run().toString()), run: repeat(run) };
  },
};
