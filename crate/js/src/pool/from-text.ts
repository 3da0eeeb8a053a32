/** `powmod/pool` for bundlers that make classic scripts of modules: its workers start from their text. */
import { openPool, type PoolOptions } from './pool.js';

export { MalformedProofError, PowmodError } from '../errors.js';

export const createPool = (options: PoolOptions = {}) => openPool(options);
