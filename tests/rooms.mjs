// Which tests notice a change of a room's code: tests/mutants.mjs runs them for each change that it makes.

/** The tests that notice a change, by its folder in crate/js. */
export const ROOMS = {
  'src/bigint': [
    'kernels/bigint-kernel',
    'powers/native',
    'powers/primes',
    'proofs/bigint-verifier',
    'proofs/proof-file',
    'proofs/verify-entry',
  ],
  'src/first': ['powers/functions', 'kernels/first-kernel', 'kernels/first-world'],
  'src/vdf': ['proofs/proof-file', 'proofs/verify-entry', '../bad-input/bad-input'],
  'src/border': [
    'border/sessions',
    'border/crossings',
    'border/faults',
    'border/handles',
    'border/reentrance',
    'powers/secret',
    '../bad-input/bad-input',
  ],
  'src/arithmetic': [
    'border/handles',
    'border/reentrance',
    'powers/native',
    'powers/lists',
    'powers/many',
    'powers/key-files',
    'powers/secret',
    '../bad-input/bad-input',
  ],
  'src/kernels': ['kernels/kernels', 'kernels/order', 'kernels/streams', 'kernels/waiting', 'pool/pool'],
  'src/cli': ['cli/cli', 'cli/cli-chia', 'cli/cli-evaluate', 'cli/cli-mistakes'],
  'src/input': ['powers/native', 'powers/lists', 'border/reentrance', 'package/convert', '../bad-input/bad-input'],
  'src/pool': [
    'pool/pool',
    'pool/pow-all',
    'pool/evaluate',
    'pool/slices',
    'pool/long-calls',
    'border/reentrance',
    'powers/lists',
    'powers/secret',
  ],
  'examples/evm': ['workshop/consumers/evm-contract'],
};

/** The files of these tests, from the root of the repository. */
export const testsOf = (room) =>
  ROOMS[room].map((name) => (name.startsWith('workshop/') ? `${name}.test.mjs` : `tests/node/${name}.test.ts`));
