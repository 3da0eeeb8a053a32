// The peers that also run in a page. Those of peers.mjs run in Node alone.
import { bigintModPow } from '../../workshop/bigint/mod-pow.js';
import { read } from '../../workshop/engines/inside.js';
import { repeat } from '../../workshop/timing.js';

/** A peer that takes native bigints. */
export const call = (name, run) => ({
  name,
  prepare: async (...numbers) => ({ result: run(...numbers), run: repeat(() => run(...numbers)) }),
});

/**
 * The files of SJCL's core/ that its big numbers need, which its default build leaves out, in the order of the build.
 */
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
const sjcl = {
  name: 'SJCL',
  async prepare(base, exponent, modulus) {
    const { bn } = await load();
    const [x, e, n] = [base, exponent, modulus].map((value) => new bn(`0x${value.toString(16)}`));
    const run = () => x.montpowermod(e, n);
    return { result: BigInt(run().toString()), run: repeat(run) };
  },
};

export const everywhere = { bigint: call('BigInt', bigintModPow), sjcl };
