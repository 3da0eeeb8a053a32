// How long each hunt runs for a release, in minutes of a core, and why so long. In tests/fuzz/LOG.md runs of ten
// minutes reached the same edges (`cov`) with a quarter of the executions: `kernels` 3890 with 432 and with 1,766,
// `even_crt` 5985 with 4,585 and with 14,777. Their corpora reach nearly all at once. And no run there found a
// wrong result. So a run is short, but takes new numbers each time, where earlier runs compared the same ten
// million.

/** By the first pattern that fits its name. */
const MINUTES = [
  // Six engines, nine cases of eight seconds each.
  [/^bench dudect/, 8],
  // A few inputs a second, since each computes on all kernels or by all methods.
  [/^fuzz (kernels|mod_pow)$/, 3],
  // Tens to hundreds of inputs a second.
  [/^fuzz \w+$/, 1.5],
  // 100,000 cases of each property, also of those that the targets numbers and inverses have.
  [/^gmp$/, 2.5],
  // Five sets of values a second; the others make hundreds to thousands.
  [/^fuzz js lifetimes/, 3],
  [/^fuzz js/, 1.25],
  // One function, of ten products a millisecond.
  [/^differential first, .*(ARM64|x86-64)/, 0.2],
  [/^differential first/, 0.4],
  // Under QEMU, or without instructions of the processor: what compilers make there, of a few of everything.
  [/^operations .*(ARM64|x86-64)/, 0.3],
  [/^differential .*(ARM64|x86-64)/, 1],
  // 100,000 calls or so: the first kernel and the one that comes behind it.
  [/^operations functions/, 1],
  // The same modules in each engine.
  [/^differential/, 1.25],
  [/^operations/, 0.5],
];

/** What all hunts of a release may take. */
export const TOTAL = 90;

/** @param {string} hunt */
export const minutesOf = (hunt) => MINUTES.find(([pattern]) => pattern.test(hunt))?.[1];
