// Compares the crate with GMP: src/gmp.rs. GMP is built from source, which takes minutes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../crate/build/run.mjs';
import { shown } from './shown.mjs';

/** The cases of each property in the minutes of a release. */
const CASES = 100_000;

/** How the program is built: as users build it. libFuzzer's programs have assertions. */
export const BUILD = ['--release', '--locked', '-p', 'powmod-fuzz', '--features', 'gmp', '--bin', 'gmp'];

/**
 * Compares each property with GMP, so many times as fit the share of a release's minutes.
 *
 * @param {{ share: number, seed: number }} how
 */
export async function compareWithGmp({ share, seed }) {
  const args = ['run', ...BUILD, '--', String(Math.ceil(CASES * share)), String(seed)];
  const { code, output } = await shown('cargo', args);
  const last = output.trimEnd().split('\n').at(-1);
  return code ? `a difference: ${last}` : last;
}

/** The dep-info of the program that ran last. */
export const depInfoOfGmp = () => readFileSync(join(root, 'target/release/gmp.d'), 'utf8');
