/** With POWMOD_CHECKED=1 whatever is built asserts its bounds and every sum at run time, for tests and never to ship. */
export const isChecked = process.env.POWMOD_CHECKED === '1';
