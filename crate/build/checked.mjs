/**
 * With POWMOD_CHECKED=1 the kernels assert their bounds and check every sum for overflow at run time. For tests only.
 */
export const isChecked = process.env.POWMOD_CHECKED === '1';
