// Every bench that `npm run bench` runs, in this order: `name` is that of its script, bench/NAME.mjs. With --quick
// each ends within about eight seconds of a quiet machine, so that all of them end within two minutes. `engines`: those
// that it measures in can be named after its options.
export const benches = [
  { name: 'sizes' },
  { name: 'conversion' },
  { name: 'cold' },
  { name: 'modpow' },
  { name: 'native' },
  { name: 'kernels', engines: true },
  { name: 'windows' },
  { name: 'fixed-base' },
  { name: 'multi', engines: true },
  { name: 'methods', engines: true },
  { name: 'early-exit' },
  { name: 'strengths', engines: true },
  { name: 'verify' },
  { name: 'evaluate' },
  { name: 'platforms', engines: true },
  { name: 'dudect' },
];
