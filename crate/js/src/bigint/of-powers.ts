/** The functions for powers, products and inverses. */
import type { Functions } from './functions.js';
import { keepModulus } from './moduli.js';
import { areRootsOfUnity, inv, invAll, mul, multiPow, pow, powers, product, square } from './powers.js';
import { fixedBasePowSecret, invSecret, mulAddSecret, powSecret } from './secrets.js';
import { fixedBase, tables, tablesPow } from './tables.js';

export const functions = {
  pow,
  multiPow,
  powers,
  product,
  mul,
  inv,
  invAll,
  areRootsOfUnity,
  square,
  keepModulus,
  freeModulus() {},
  fixedBase,
  tables,
  tablesPow,
  freeTables() {},
} satisfies Partial<Functions>;

export const secrets = { fixedBasePowSecret, invSecret, mulAddSecret, powSecret } satisfies Partial<Functions>;
