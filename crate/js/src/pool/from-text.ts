/** `powmod/pool` for bundlers that make classic scripts of modules: its workers start from their text. */
export * from './exports.js';
