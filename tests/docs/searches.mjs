// What visitors ask the documents, and the pages that answer: one of them is to be among the first three results.

const ERRORS = 'Errors';

/** The first result for a name. */
export const FIRST = {
  modPow: 'powmod.modPow',
  rsaPrivateKey: 'powmod.Powmod.rsaPrivateKey',
  init: 'powmod.init',
  evaluate: 'powmod/pool.Pool.evaluate',
  verifyVdf: 'powmod/chia.verifyVdf',
};

/** By the page that answers. */
export const TASKS = {
  'Getting started': ['install', 'npm', 'hello world', 'first steps', 'license'],
  Powers: [
    ...['x^e mod N', 'modular exponentiation', 'AbortSignal', 'cancel a run', 'how to stop a computation'],
    ...['web worker', 'prime number', 'miller rabin', 'is this number prime'],
  ],
  'powmod.init': ['init()'],
  'powmod.modPow': ['modPow(x, e, n)'],
  'Secret exponents, RSA keys': [
    ...['RSA private key', 'JWK', 'PEM', 'blind signatures', 'SRP login', 'diffie hellman', 'secret exponent'],
    ...['decrypt with RSA'],
  ],
  'A time lock with a server and clients': ['timelock', 'open a letter later', 'sealed bid auction'],
  'A randomness beacon': ['random number beacon', 'lottery'],
  'Draw lots': ['raffle', 'giveaway', 'draw a winner'],
  Elections: ['ElGamal ballots', 'voting'],
  'Sets and sums': ['private set intersection', 'Paillier'],
  'From the command line': ['terminal command', 'CLI'],
  'In a Rust program': ['Rust', 'no_std', 'cargo'],
  'Entries and kernels': ['Cloudflare Workers', 'server', 'typescript'],
  'Bundlers, CDN, policies, workers': [
    ...['CSP', 'nextjs', 'next.js', 'workers with CSP', 'service worker', 'webpack', 'vite', 'Trusted Types'],
    ...['React Native', 'import map', 'Failed to resolve module specifier "powmod"', 'without a bundler'],
  ],
  'On chain': ['Solidity contract', 'Ethereum gas', 'on chain'],
  'Size and support': ['bundle size', 'which browsers are supported', 'Safari', 'size'],
  Limits: ['maximum length of a number', 'out of memory', 'limits'],
  'Verify elsewhere: Node, Python': ['verify on a server', 'Python', 'C++'],
  'Many machines': ['Redis', 'many machines'],
  'Delay proofs in RSA groups': ['what is Tokamak', 'VDF', 'proof format'],
  "Chia's delay proofs": ['Chia', 'class group'],
  'Migrating from another library': ['jsbn', 'sjcl', 'bn.js', 'migrate', 'pm.crtKey is not a function'],
  Security: ['report a vulnerability', 'side channel', 'timing attack', 'constant time'],
  Report: ['benchmarks', 'compare with gmp-wasm'],
  Devices: ['how fast is it on a phone'],
  Contributing: ['pull request'],
  [ERRORS]: ['error messages', 'ERR_WORKER', 'what does ERR_LOAD mean'],
};

/** What a message has where the page of errors has …, in turn. */
const VALUES = ['exponent', '5', 'undefined', '12'];

/** A message as it is printed. */
export const printed = (text) => {
  let i = 0;
  return text.replaceAll('…', () => VALUES[i++ % VALUES.length]);
};
