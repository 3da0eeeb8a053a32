// The benches that `npm run bench` runs, in this order. `name` is the name of the script, bench/NAME/NAME.mjs.
// `engines`: it takes the names of engines after its options. `timed: false`: its results are the same on any machine.
// `apart`: its page names the machine of its run, so any machine may run the bench alone. A release needs
// that of dudect. `programs`: names in workshop/programs/installed.mjs.
// With --quick a bench ends within about eight seconds on a quiet machine, so that all of them end within two minutes.
const BROWSERS = ['chromium', 'firefox', 'webkit'];

export const benches = [
  { name: 'sizes', timed: false },
  { name: 'first-proof', engines: true, programs: BROWSERS },
  { name: 'modpow', engines: true, programs: [...BROWSERS, 'python'] },
  { name: 'native', programs: ['m4', 'board'] },
  { name: 'kernels', engines: true, programs: BROWSERS },
  { name: 'methods', engines: true, programs: ['chromium'] },
  { name: 'papers', apart: true, programs: ['python', 'pypy'] },
  { name: 'verify', programs: ['python'] },
  { name: 'fleet', programs: ['redis'] },
  { name: 'chia', engines: true, programs: [...BROWSERS, 'python'] },
  { name: 'primes', programs: ['python'] },
  { name: 'dudect', engines: true, apart: true, programs: BROWSERS },
  { name: 'limits', apart: true },
  { name: 'crossover', engines: true, programs: BROWSERS },
];
