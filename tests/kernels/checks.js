// The checks of the kernels, which run inside each engine. kernels.test.mjs reads the report.
import { init } from '../../crate/js/dist/index.js';
import { breathe, loadBench, read } from '../../workshop/engines/inside.js';
import { available } from '../support/available.js';
import { selfTester } from './self-test.js';

/** Numbers of 32-bit limbs. Native tests run every one up to 70; engines run those that differ in their last steps. */
const LIMBS = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 24, 31, 32, 33, 44, 45, 46, 47, 48, 56,
].concat([63, 64, 65, 96, 97, 112, 130]);

/**
 * Lengths around those from which `short`, `relaxed` and `simd128` are used, from which `relaxed` squares by
 * differences, and at which a modulus needs more limbs of 13, 30 or 50 bits.
 */
const BITS = [2, 3, 31, 33, 63, 65, 148, 149, 248, 249, 255, 257, 299, 300, 301, 449, 479, 480, 481, 508, 509].concat([
  1023, 1025, 1447, 1448, 1449, 2047, 2049,
]);

/**
 * More lengths for `relaxed`: it multiplies by Karatsuba's method from the first one on. From the second one on it
 * squares by this method too, and reduces in halves.
 */
const KARATSUBA = [4849, 9849];

/** The kernel for short moduli, and `relaxed` as the modules of powers have it. */
const IN_EVERY_MODULE = 'short';
const IN_MODULES_OF_POWERS = 'relaxed without Karatsuba';

/** The lengths of moduli, if none are given. */
const LENGTHS = [...LIMBS.map((limbs) => 32 * limbs), ...BITS];

/** The check of a build that rounds twice. An engine without SIMD cannot compile the build. */
export const IN_ANY_ENGINE = 'the self-test rejects a build that rounds twice';

/** The check of the package's `relaxed` in an engine that accepts its module but rounds twice. */
export const IN_UNFUSED_ENGINE = 'the self-test rejects relaxed, because the engine rounds twice';

/**
 * @typedef {object} Report
 * @property {string[]} kernels the kernels that `init` accepts by name
 * @property {string} auto the kernel that `init` chooses by itself
 * @property {string} reason why
 * @property {{ name: string, problem?: string }[]} checks
 *
 * @param {object} task
 * @param {string[]} task.proofFiles paths of lists of valid proofs
 * @param {string[]} [task.withPowers] the kernels that have a module of powers alone
 * @param {string[]} [task.known] the kernels that need no checks here
 * @param {number[]} [task.lengths] of the moduli of the conformance suite, in bits
 * @param {number[]} [task.karatsuba] more of them for `relaxed`
 * @param {number} [task.tierUpMs] the time after which the engine has optimised a kernel
 * @returns {Promise<Report>}
 */
export default async function run(task) {
  const { proofFiles, withPowers = [], known = [], lengths = LENGTHS, karatsuba = KARATSUBA, tierUpMs = 1200 } = task;
  const proofs = await Promise.all(proofFiles.map(read));
  const checks = [];
  const check = async (name, work) => {
    const problem = await work().catch((error) => `${error} ${error.stack}`);
    checks.push({ name, problem });
    await breathe();
  };

  const kernels = (await available(init)).map(({ kernel }) => kernel);
  for (const kernel of kernels.filter((kernel) => !known.includes(kernel))) {
    if (kernel !== 'bigint') {
      await check(`${kernel} passes the conformance suite`, () =>
        conforms(kernel, kernel === 'relaxed' ? [...lengths, ...karatsuba] : lengths),
      );
      await check(`${kernel} passes its self-test before and after the engine has optimised it`, () =>
        staysRight(kernel, tierUpMs),
      );
      if (withPowers.includes(kernel))
        await check(`${kernel}-powers passes its self-test`, async () => selfTester(await powersOf(kernel))());
    }
    await check(`${kernel} accepts the proofs made in Python`, async () => accepts(await init({ kernel }), proofs));
  }
  const { choice } = await init();

  const unfused = await read('target/wasm/relaxed-unfused/package/powmod_bg.wasm');
  const relaxed = await packaged('relaxed');
  if (WebAssembly.validate(unfused)) await check(IN_ANY_ENGINE, () => isRejected(unfused));
  if (kernels.includes('relaxed')) {
    await check('init rejects that build by name, and gives the reason', () => initRejects(unfused));
    await check('init chooses another kernel instead of that build', () => initPassesOver(unfused));
  } else if (WebAssembly.validate(relaxed)) {
    await check(IN_UNFUSED_ENGINE, () => isRejected(relaxed));
  }
  return { kernels, auto: choice.kernel, reason: choice.reason, checks };
}

/**
 * The module of powers alone: the package has it in a script, whose bytes tests/node/kernels/streams.test.ts compares.
 */
const powersOf = async (kernel) =>
  WebAssembly.compile(await read(`target/wasm/${kernel}-powers/package/powmod_bg.wasm`));

const packaged = (kernel) => read(`crate/js/dist/kernels/${kernel}.wasm`);

async function conforms(kernel, lengths) {
  const { conformance } = await loadBench(kernel);
  for (const bits of lengths) {
    const others = [bits <= 256 && IN_EVERY_MODULE, bits >= KARATSUBA[0] && IN_MODULES_OF_POWERS].filter(Boolean);
    const problem = [kernel, ...others].map((name) => conformance(name, bits, 1)).find(Boolean);
    if (problem) return `at ${bits} bits: ${problem}`;
    await breathe();
  }
}

async function staysRight(kernel, tierUpMs) {
  const module = await WebAssembly.compile(await packaged(kernel));
  const selfTest = selfTester(module);
  // An instance of the same module: the self-test runs the code that these calls make the engine optimise.
  const pm = await init({ kernel, wasm: () => module });
  const ones = 2n ** 2048n - 1n;
  const modulus = pm.modulus(ones);
  const end = performance.now() + tierUpMs;
  do {
    const problem = selfTest();
    if (problem) return problem;
    modulus.square(ones >> 8n, 5000);
    modulus.pow(ones >> 8n, ones);
    await breathe();
  } while (performance.now() < end);
  modulus.free();
  return selfTest();
}

async function accepts(pm, files) {
  for (const file of files) {
    for (const proof of JSON.parse(new TextDecoder().decode(file)))
      if (!pm.verify(proof, { expect: { profile: proof.profile } }))
        return `${proof.scheme} ${proof.profile}, ${proof.iterations} squarings`;
    await breathe();
  }
}

async function isRejected(wasm) {
  const module = await WebAssembly.compile(wasm); // not inside the `try`: a module that does not compile was not tested
  let found;
  try {
    found = selfTester(module)();
  } catch (trap) {
    found = String(trap);
  }
  if (found === undefined) return 'its self-test found nothing';
}

function initRejects(wasm) {
  return init({ kernel: 'relaxed', wasm: () => WebAssembly.compile(wasm) }).then(
    () => 'init took it',
    (error) => (/its self-test failed: ./.test(error.message) ? undefined : String(error)),
  );
}

async function initPassesOver(wasm) {
  const pm = await init({ wasm: (kernel) => (kernel === 'relaxed' ? WebAssembly.compile(wasm) : packaged(kernel)) });
  if (pm.kernel === 'relaxed') return 'init took it';
}
