// Every bench that `npm run bench` runs, in this order: `name` is that of its script, bench/NAME.mjs. With --quick
// each ends within about eight seconds of a quiet machine, so that all of them end within two minutes.
export const benches = [
  { name: 'sizes' },
  { name: 'conversion' },
  { name: 'cold' },
  { name: 'modpow' },
  { name: 'kernels' },
  { name: 'methods' },
  { name: 'verify' },
  { name: 'evaluate' },
  { name: 'platforms' },
];
