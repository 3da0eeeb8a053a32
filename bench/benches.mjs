// The benches that `npm run bench` runs, in this order. `name` is the name of the script, bench/NAME/run.mjs. `engines`
// marks a bench that takes the names of engines after its options; one that is not `timed` gives the same on any machine. With
// --quick a bench ends within about eight seconds on a quiet machine, so that all of them end within two minutes.
export const benches = [
  { name: 'sizes', timed: false },
  { name: 'first-proof', engines: true },
  { name: 'modpow', engines: true },
  { name: 'native' },
  { name: 'kernels', engines: true },
  { name: 'methods', engines: true },
  { name: 'verify' },
  { name: 'chia', engines: true },
  { name: 'primes' },
  { name: 'dudect', engines: true },
  { name: 'crossover', engines: true },
];
