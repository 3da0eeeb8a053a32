// The graphs of this repository.
import { fileURLToPath } from 'node:url';
import { javascriptGraph } from './javascript.mjs';
import { rustGraph } from './rust.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const JAVASCRIPT = ['crate/js/src', 'workshop', 'www/src', 'bench', 'tests'];
export const RUST = {
  powmod_kernel: 'crate/kernel/src',
  powmod: 'crate/core/src',
  powmod_chia: 'crate/chia/src',
  powmod_wasm: 'crate/wasm/src',
};

export const javascript = () => javascriptGraph(root, JAVASCRIPT);
export const rust = () => rustGraph(root, RUST);
