// What the documents take from bench/results/results.json, by name. In a document a figure or a word stands before its
// query's name, as `54.5 kB<!--=size.powers-->`; words with spaces are in backticks. Above a table or a chart the name
// has a line of its own, as `<!--=engines-->`; what goes on to the next empty line is drawn anew.
// `draw` says what it becomes; a query without it is one figure. The typedef in report.mjs has the other fields.

const about = (name, field) => ({ bench: 'about', where: { part: 'runs', name }, cases: [field] });

/** One power by powmod's fastest kernel in Node, beside peers. */
const peers = (shape, more) => ({ bench: 'modpow', where: { part: 'peers', kernel: 'relaxed', shape }, ...more });
const power = (shape) => peers(shape, { cases: ['powmod'], digits: 2 });
const peer = (name) => peers('2048/256', { cases: [name], over: 'powmod', ratios: true, digits: 2 });

const engines = (shape, pick) => ({
  ...{ bench: 'modpow', where: { part: 'engines', auto: 'yes', shape }, cases: ['powmod'], per: 'BigInt' },
  ...{ ratios: true, digits: 2, pick },
});

const proof = (where, name, more) => ({ bench: 'verify', where, cases: [name], digits: 2, ...more });
const one = { part: 'one', kernel: 'relaxed' };
const prove = (scheme) => ({ part: 'prove', scheme });

const ENTRIES = ['modPow of powmod', 'powmod/verify', 'powmod/powers', 'powmod'];
const PARTS = ['`toBigint`', '`groups`', '`PowmodError`', 'the entry `powmod/pool`'];
const imports = (what, more) => ({
  bench: 'sizes',
  where: { part: 'import', bundler: 'Vite', what },
  ...more,
  unit: 'kB',
});
const program = (feature) => ({
  ...{ bench: 'sizes', where: { part: 'program', feature }, cases: ['gzipped'], unit: 'kB' },
});

const board = (name) => ({
  ...{ bench: 'native', where: { part: 'board', target: 'thumbv7em-none-eabi', bits: 2048 }, cases: [name] },
});
const fleet = (name) => ({ bench: 'fleet', where: { part: 'one Redis' }, cases: [name] });
const residues = (bits, name) => ({
  ...{ bench: 'papers', where: { part: 'residues', bits }, cases: [`plain, ${name}`], over: `Montgomery, ${name}` },
  ...{ ratios: true, digits: 2 },
});

const tableOf = (bench, part, lines, columns, more) => ({
  ...{ draw: 'table', bench, where: { part }, lines: [lines].flat(), columns: [columns].flat(), ...more },
});

const pythons = (cases, over) => tableOf('papers', 'python', 'case', 'bits', { cases, over, ratios: true });
const exits = (...cases) =>
  tableOf('papers', 'exit times', 'name', 'case', { cases, over: cases[0], names: { name: 'power' } });

const curves = (bench, where, column, cases, title, x, y) => ({
  ...{ draw: 'curves', bench, where, lines: ['case'], columns: [column], cases, per: 'separate', ratios: true },
  ...{ title, x, y },
});
const DOUBLE = ['ary 2', 'ary 3', 'yll 2', 'yll 3', 'interleaved 4'];
const COUNTED = ['ary 2', 'ary 3', 'ary 4', 'yll 2', 'yll 3', 'yll 4', 'interleaved 4'];
const best = (bases, title, x) => ({
  ...{ draw: 'map', bench: 'methods', where: { part: 'best', kernel: 'relaxed', bases } },
  ...{ lines: ['bits'], columns: ['case'], title, x, y: 'bits of the modulus' },
});

export const QUERIES = {
  // The machine and the runs
  'about.processor': { bench: 'about', where: { name: 'processor' }, cases: ['version'] },
  'about.date': about('modpow', 'date'),
  'about.limits.processor': about('limits', 'processor'),
  'about.papers.commit': about('papers', 'commit'),
  'about.papers.date': about('papers', 'date'),
  'about.papers.processor': about('papers', 'processor'),
  'about.machine': tableOf('about', ['machine', 'versions'], 'name', 'case'),
  'about.slower': {
    ...{ bench: 'about', where: { part: 'runs' }, cases: ['times as long a native loop took'] },
    ...{ pick: 'most', digits: 3 },
  },
  'about.runs': tableOf('about', 'runs', 'name', 'case'),

  // Powers
  'power.short': power('2048/256'),
  'power.long': power('2048/2048'),
  'power.openssl': peer('OpenSSL'),
  'power.gmp': peer('GMP'),
  'power.gmp-wasm': peer('gmp-wasm'),
  'power.jsbn': peer('jsbn'),
  'power.sjcl': peer('SJCL'),
  'power.chart': peers('2048/2048', {
    ...{ draw: 'bars', lines: ['case'], columns: ['shape'], unit: 'ms' },
    cases: ['OpenSSL', 'powmod', 'gmp-wasm', 'BigInt', 'bigint-mod-arith'],
    names: { OpenSSL: 'OpenSSL, native', BigInt: 'native BigInt' },
    title: 'The time of one power modulo a number of 2048 bits, with an exponent of 2048 bits',
    x: 'milliseconds',
  }),
  'power.libraries': peers(['2048/256', '2048/2048'], {
    ...{ draw: 'table', lines: ['case'], columns: ['shape'], over: 'powmod', digits: 2 },
    cases: ['powmod', 'OpenSSL', 'GMP', 'gmp-wasm', 'BigInt', 'bigint-mod-arith', 'bn.js', 'SJCL'],
    names: {
      OpenSSL: 'OpenSSL, native (`node:crypto`)',
      GMP: 'GMP, native (gmpy2)',
      BigInt: 'native BigInt, sliding windows',
    },
  }),
  'power.all': {
    ...{ draw: 'table', bench: 'modpow', where: { part: 'peers', kernel: 'relaxed' } },
    ...{ lines: ['case'], columns: ['shape'], over: 'powmod' },
  },
  'power.lengths': tableOf('modpow', 'lengths', 'shape', 'case', { over: 'powmod' }),
  'power.no-std': tableOf('modpow', 'no std', ['feature', 'kernel'], 'case', { over: 'powmod' }),
  'power.packages': tableOf('modpow', 'packages', ['consumer', 'operation'], 'case', { over: 'powmod' }),
  'power.consumers': tableOf('modpow', 'packages', ['consumer', 'operation'], 'case', {
    ...{ cases: ['own'], over: 'powmod', ratios: true, digits: 2, names: { own: 'times as fast' } },
  }),
  'power.strengths': tableOf('modpow', 'strengths', ['system', 'engine', 'case'], 'strength', {
    ...{ cases: ['powmod', 'BigInt'], per: 'SJCL' },
  }),

  // Powers beside BigInt, in each engine
  'engines.short.least': engines('2048/256', 'least'),
  'engines.short.most': engines('2048/256', 'most'),
  'engines.long.least': engines('2048/2048', 'least'),
  'engines.long.most': engines('2048/2048', 'most'),
  'engines.chart': {
    ...{ draw: 'bars', bench: 'modpow', where: { part: 'engines', auto: 'yes', shape: ['2048/256', '2048/2048'] } },
    ...{ lines: ['engine'], columns: ['shape'], cases: ['powmod'], per: 'BigInt', ratios: true },
    title: "The time of BigInt over powmod's in each engine",
    x: "BigInt's time over powmod's",
  },
  engines: {
    ...{ draw: 'table', bench: 'modpow' },
    where: { part: 'engines', shape: ['1024/1024', '2048/256', '2048/2048', '4096/256'] },
    ...{ lines: ['engine', 'kernel', 'auto'], columns: ['shape'], cases: ['powmod'], per: 'BigInt' },
  },

  // Tables, products, lists, ballots and keys
  'fixed.secret': {
    ...{ bench: 'modpow', where: { part: 'fixed', group: 'electionguard, 4096/256' }, cases: ['table.powSecret'] },
    ...{ over: 'BigInt, open table', ratios: true, digits: 2 },
  },
  fixed: tableOf('modpow', 'fixed', 'case', 'group', { over: 'BigInt, open table' }),
  several: tableOf('modpow', 'several', 'case', 'group', { over: 'three times m.pow' }),
  product: tableOf('modpow', 'product', 'case', 'group', { over: 'BigInt' }),
  inverses: tableOf('modpow', 'inverses', 'case', 'group', { over: 'bigint-mod-arith' }),
  members: tableOf('modpow', 'members', 'case', 'group', { over: 'BigInt' }),
  list: tableOf('modpow', 'list', ['count', 'workers'], 'case'),
  'pool.start': tableOf('modpow', 'pool start', 'engine', 'case', { over: 'from its file' }),
  'ballot.powmod': { bench: 'modpow', where: { part: 'ballot' }, cases: ['powmod'], digits: 2 },
  'ballot.bigint': { bench: 'modpow', where: { part: 'ballot' }, cases: ['BigInt'], digits: 2 },
  ballot: tableOf('modpow', 'ballot', ['engine', 'selections'], 'case', { over: 'BigInt' }),
  'keys.2048': {
    ...{ bench: 'modpow', where: { part: 'keys', bits: 2048 }, cases: ['rsaPrivateKey.pow'] },
    ...{ over: 'OpenSSL', ratios: true, digits: 2 },
  },
  keys: tableOf('modpow', 'keys', 'bits', 'case', { over: 'OpenSSL' }),
  'secrets.chart': {
    ...{ draw: 'bars', bench: 'modpow', columns: ['case'], unit: 'ms' },
    of: [
      {
        where: { part: 'fixed', group: 'electionguard, 4096/256' },
        lines: ['group'],
        cases: ['table.powSecret', 'BigInt, open table'],
        names: {
          'table.powSecret': 'powmod',
          'BigInt, open table': 'BigInt',
          'electionguard, 4096/256': 'secret power 4096/256',
        },
      },
      {
        where: { part: 'keys', bits: [2048, 3072] },
        lines: ['bits'],
        cases: ['rsaPrivateKey.pow', 'OpenSSL'],
        names: { 2048: 'RSA key, 2048 bits', 3072: 'RSA key, 3072 bits', 'rsaPrivateKey.pow': 'powmod' },
      },
    ],
    title: 'The time of a secret power and of RSA keys',
    x: 'milliseconds',
  },

  // Proofs
  'proof.verify': proof(one, 'verify'),
  'proof.bigint': proof(one, 'BigInt', { over: 'verify', ratios: true }),
  'proof.evaluate': proof(prove('wesolowski'), 'evaluate'),
  'proof.wesolowski': proof(prove('wesolowski'), 'prove'),
  'proof.pietrzak': proof(prove('pietrzak'), 'prove'),
  'proof.chart': proof(one, 'verify', {
    ...{ draw: 'bars', lines: ['case'], columns: ['case'], unit: 'ms' },
    cases: ['verify', 'two powers by OpenSSL', 'BigInt'],
    names: { verify: 'verify, powmod', 'two powers by OpenSSL': 'two powers, OpenSSL', BigInt: 'verify, BigInt' },
    heads: { verify: 'powmod', 'two powers by OpenSSL': 'OpenSSL', BigInt: 'BigInt' },
    title: 'The time to verify 2^22 squarings modulo RSA-2048',
    x: 'milliseconds',
  }),
  'proof.one': tableOf('verify', 'one', 'case', 'kernel', { over: 'verify' }),
  'proof.pool': tableOf('verify', 'pool', ['kernel', 'batch'], 'case', { over: 'two workers' }),
  'proof.squaring': tableOf('verify', 'squaring', 'case', 'engine', { per: 'BigInt' }),
  'proof.make': tableOf('verify', 'prove', ['scheme', 'iterations'], 'case', { over: 'evaluate' }),
  'proof.chia': {
    ...{ draw: 'table', bench: 'chia', lines: ['operation'], columns: ['engine', 'kernel'] },
    ...{ cases: ['powmod'], over: 'chiavdf' },
  },
  'first.proof': tableOf('first-proof', 'time', ['engine', 'span'], 'case', { over: 'BigInt', by: 'median' }),
  'first.power': tableOf('first-proof', 'power', ['engine', 'span'], 'case', { over: 'BigInt', by: 'median' }),
  'first.steps': tableOf('first-proof', 'steps', 'case', 'engine', { by: 'median' }),
  'fleet.full': fleet('full jobs a second'),
  'fleet.proofs': fleet('proofs a second'),
  'fleet.empty': fleet('empty jobs a second'),
  'fleet.proof': { bench: 'fleet', where: { part: 'proofs' }, cases: ['one process'], digits: 2 },
  'fleet.batch': tableOf('fleet', 'proofs', 'batch', 'case', { over: 'a pool of one worker' }),
  'fleet.jobs': tableOf('fleet', ['empty jobs', 'full jobs'], 'part', 'case'),
  'fleet.redis': tableOf('fleet', 'one Redis', 'part', 'case'),
  primes: {
    ...{ draw: 'table', bench: 'primes', lines: ['bits', 'safe', 'rounds'], columns: ['case'], over: 'OpenSSL' },
  },

  // Bytes
  'size.verify': imports('powmod/verify', { cases: ['first answer'] }),
  'size.powers': imports('powmod/powers', { cases: ['with kernel'] }),
  'size.powmod': imports('powmod', { cases: ['with kernel'] }),
  'size.none': program('none'),
  'size.simd128': program('simd128'),
  'size.relaxed': program('relaxed-simd'),
  'size.chart': imports(ENTRIES, {
    ...{ draw: 'bars', lines: ['what'], columns: ['case'], cases: ['first answer', 'with kernel'] },
    ...{ title: 'What a page downloads by the entry that it imports', x: 'kB, gzipped' },
  }),
  'size.entries': imports(ENTRIES, { draw: 'table', lines: ['what'], columns: ['case'], names: { what: 'entry' } }),
  'size.parts': imports(PARTS, {
    ...{ draw: 'table', lines: ['what'], columns: ['case'] },
    ...{ cases: ['first answer'], names: { 'first answer': 'gzipped' } },
  }),
  'size.pages': {
    ...{ draw: 'table', bench: 'sizes', where: { part: 'page', page: ENTRIES } },
    ...{ lines: ['case'], columns: ['page'], unit: 'kB' },
  },
  'size.bundlers': {
    ...{ draw: 'table', bench: 'sizes', where: { part: 'import', what: [...ENTRIES, 'powmod/chia', 'gmp-wasm'] } },
    ...{ lines: ['what', 'bundler'], columns: ['case'], unit: 'kB' },
  },
  'size.parts.bundlers': {
    ...{ draw: 'table', bench: 'sizes', where: { part: 'import', what: PARTS } },
    ...{ lines: ['what', 'bundler'], columns: ['case'], unit: 'kB' },
    cases: ['first answer', 'first answer, brotli'],
    names: { 'first answer': 'gzipped', 'first answer, brotli': 'brotli' },
  },
  'size.pages.all': tableOf('sizes', 'page', 'case', 'page', { unit: 'kB' }),
  'size.kernels': tableOf('sizes', 'kernel', 'kernel', 'case', { unit: 'kB' }),

  // Native code
  'native.board.powmod': board('powmod'),
  'native.board.crypto-bigint': board('crypto-bigint'),
  'native.power': tableOf('native', 'modpow', 'case', 'shape', { over: 'powmod' }),
  'native.secret': tableOf('native', 'modpow, secret', 'case', 'shape', { over: 'powmod secret' }),
  'native.inverse': tableOf('native', 'inverse', 'case', 'shape', { over: 'powmod' }),
  'native.mul': tableOf('native', 'mul', 'case', 'shape', { over: 'powmod' }),
  'native.gcd': tableOf('native', 'gcd', 'case', 'shape', { over: 'powmod' }),
  'native.prime': tableOf('native', 'prime', 'case', 'shape', { over: 'powmod' }),
  'native.inverse.secret': tableOf('native', 'inverse, secret', 'case', 'shape', { over: 'powmod secret' }),
  'native.debug': tableOf('native', 'debug', 'shape', 'case', { over: 'powmod' }),
  'native.board': tableOf('native', 'board', ['target', 'bits'], 'case'),
  'native.memory': tableOf('native', 'board memory', ['target', 'bits', 'what'], 'case'),
  'native.modexp': tableOf('native', 'modexp', 'shape', 'case', { over: 'powmod' }),

  // Kernels
  'kernels.chart': {
    ...{ draw: 'bars', bench: 'kernels', where: { part: 'time', bits: 2048, operation: 'product' } },
    ...{ lines: ['engine'], columns: ['case'], per: 'cios', ratios: true },
    title: 'A 2048-bit product: how many times as fast as the plain kernel cios',
    x: 'times as fast as cios',
  },
  'kernels.operations': {
    ...{ draw: 'table', bench: 'kernels', where: { part: 'time', bits: 2048 } },
    ...{ lines: ['engine', 'case'], columns: ['operation'], per: 'cios' },
  },
  'kernels.lengths': {
    ...{ draw: 'table', bench: 'kernels', where: { part: 'time', operation: 'product' } },
    ...{ lines: ['engine', 'case'], columns: ['bits'], per: 'cios', ratios: true },
  },
  'kernels.missing': tableOf('kernels', 'missing', ['engine', 'kernel'], 'case'),
  'limits.powers': tableOf('limits', 'powers', 'bits', 'kernel', { digits: 2 }),
  'limits.strangers': tableOf('limits', 'strangers', ['bits', 'case'], 'kernel', {
    cases: ['Wesolowski', 'Pietrzak', 'Pietrzak, maxDelta: 20', 'rsaPrivateKey of n, e, d'],
    ...{ digits: 2, names: { bigint: 'BigInt' } },
  }),
  'crossover.product': tableOf('crossover', 'product', ['engine', 'kernel'], 'case'),
  'crossover.worst': tableOf('crossover', 'worst', ['engine', 'kernel'], 'case', { cases: ['over BigInt', 'where'] }),
  dudect: { draw: 'table', bench: 'dudect', lines: ['engine', 'kernel', 'name'], columns: ['case'] },

  // The papers, repeated
  'papers.change': tableOf('papers', 'change', 'name', 'window', { names: { name: 'method' } }),
  'papers.best': tableOf('papers', 'best', 'case', 'bits'),
  'papers.python': pythons(['m-ary', 'sliding, Table II', 'sliding', 'CPython', 'PyPy'], '5-ary'),
  'papers.cpython': pythons(['CPython, m-ary', 'CPython, sliding'], 'CPython'),
  'papers.pypy': pythons(['PyPy, m-ary', 'PyPy, sliding'], 'PyPy'),
  'papers.residues': tableOf('papers', 'residues', 'case', 'bits'),
  'papers.residues.power.1024': residues(1024, 'power'),
  'papers.residues.power.2048': residues(2048, 'power'),
  'papers.residues.table.1024': residues(1024, 'table'),
  'papers.residues.table.2048': residues(2048, 'table'),
  'papers.algorithms': tableOf('papers', 'algorithms', 'name', ['bits', 'case'], { names: { name: 'algorithm' } }),
  'papers.many': tableOf('papers', 'many', 'case', 'bases', { per: 'separate' }),
  'papers.kept': tableOf('papers', 'kept', 'case', ['engine', 'kernel'], { per: 'tables made each time' }),
  'papers.table-1': tableOf('papers', 'table 1', 'name', 'case', { names: { name: 'method' } }),
  'papers.priority': tableOf('papers', 'priority', 'case', ['engine', 'kernel'], {
    ...{ over: '0', names: { '-20': 'highest', 0: 'normal', 19: 'lowest' } },
  }),
  'papers.exit.counts': tableOf('papers', 'exit counts', 'name', 'case', { names: { name: 'power' } }),
  'papers.exit.listing': exits('listing, no exit', 'listing, exit'),
  'papers.exit.times': exits('no exit', 'exit after products', 'exit after all'),
  'papers.exit.frequency': tableOf('papers', 'exit frequency', 'case', 'bits'),
  'methods.double': {
    ...{ draw: 'table', bench: 'methods', where: { part: 'line', bits: 2048, exponentBits: 256 } },
    ...{ lines: ['case'], columns: ['engine', 'kernel'], per: 'separate' },
  },
  'methods.counts': curves(
    ...['papers', { part: 'counts' }, 'bits', COUNTED, 'Operations of separate over those of each method'],
    ...['bits of the exponents', 'operations of separate over these'],
  ),
  'methods.modulus': curves(
    ...['methods', { part: 'line', kernel: 'relaxed', exponentBits: 256 }, 'bits', DOUBLE],
    ...['Two bases, exponents of 256 bits', 'bits of the modulus', 'times as fast as separate'],
  ),
  'methods.exponent': curves(
    ...['methods', { part: 'line', kernel: 'relaxed', bits: 2048 }, 'exponentBits', DOUBLE],
    ...['Two bases, modulus of 2048 bits', 'bits of the exponents', 'times as fast as separate'],
  ),
  'methods.one': best('one base', 'One base', 'bits of the exponent'),
  'methods.two': best('two bases', 'Two bases', 'bits of the exponents'),
  'methods.paper': best(
    ...['two bases, methods of the paper', 'Two bases, methods of the paper (its Figure 5)', 'bits of the exponents'],
  ),
  'methods.regret': tableOf('methods', 'regret', ['engine', 'kernel', 'bases'], 'case'),
};
