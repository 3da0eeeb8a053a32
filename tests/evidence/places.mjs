// Where hunts compare kernels. Imports nothing, because the engines' packages may not be installed
// yet.

/** In Node 24 and Chromium, which are both V8, each kernel runs once. */
export const DEFAULT = ['Node 24', 'Chromium with wide arithmetic', 'Firefox', 'WebKit'];

/** Names in workshop/engines/emulated.mjs, where every kernel of the engine runs. */
export const EMULATED = [
  'Node 24, ARM64',
  'Bun, ARM64',
  'Node 26, x86-64 without FMA',
  'Node 26, x86-64 without SSE4.1',
];

/** The kernels that are compared in a place, which is one of these engines. */
export function kernelsIn(place, engines) {
  const kernelsOf = (name) => engines.find((one) => one.name === name).kernels;
  const known = place.startsWith('Chromium') ? kernelsOf('Node 24') : [];
  return kernelsOf(place).filter((kernel) => !known.includes(kernel));
}

/** The same, and the first kernel of the functions wherever multiply-add is fused. */
export function comparedIn(place, engines) {
  const isFused = engines.find((one) => one.name === place).kernels.includes('relaxed');
  return [...kernelsIn(place, engines), ...(isFused ? ['first'] : [])];
}

/** The kernels whose public operations are compared in a place: BigInt's too. */
export const operationsIn = (place, engines) => [
  ...kernelsIn(place, engines),
  ...(place.startsWith('Chromium') ? [] : ['bigint']),
];

/** The functions without `init` choose between kernels by themselves: they are compared wherever the package runs. */
export const FUNCTIONS = 'functions';
