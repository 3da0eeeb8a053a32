// Compiles app.rs for WebAssembly and count.rs for bare metal, as a user of the crate compiles a program.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../../crate/build/run.mjs';
import { program } from '../programs/installed.mjs';

export const WASM = 'wasm32v1-none';
/** Where a test program of Rust runs with 32 bits: it has `std`. */
export const WASI = 'wasm32-wasip1';

/** Where cargo writes to. */
export const FOLDER = 'target/no-std';

/** Runs cargo for a target, with these flags for rustc, these arguments behind all others, and this environment. */
export const cargo = (args, target, flags = [], last = [], env = {}) =>
  run('cargo', [...args, '--target', target, '--target-dir', FOLDER, '--locked', ...last], {
    env: { CARGO_ENCODED_RUSTFLAGS: flags.join('\x1f'), ...env },
  });

/** QEMU's boards for the programs on bare metal, and where their memory begins. */
export const BOARDS = {
  'thumbv7em-none-eabi': { program: 'arm', options: ['-M', 'mps2-an386'], base: '0' },
  'riscv32imac-unknown-none-elf': { program: 'riscv', options: ['-M', 'virt', '-bios', 'none'], base: '0x80000000' },
};

/**
 * Runs count.rs on a board. Gives the instructions, and the bytes of heap and of stack, by library and length of the
 * modulus.
 */
export async function countOn(target) {
  const { program: name, options, base } = BOARDS[target];
  // All crates for speed: this compares libraries.
  const profile = ['--release', '--config=profile.release.opt-level=3', '--config=profile.release.lto=false'];
  const link = [`--script=${join(root, 'workshop/no-std/board.ld')}`, `--defsym=BASE=${base}`];
  const features = ['--features=crypto-bigint', '--bin=count'];
  const flags = link.map((flag) => `-Clink-arg=${flag}`);
  await cargo(['rustc', '--package=powmod-no-std-app', ...features, ...profile], target, [], ['--', ...flags]);
  // The program prints to standard output. By default QEMU would send this text to standard error.
  const output = ['-display', 'none', '-serial', 'none', '-monitor', 'none', '-chardev', 'stdio,id=out'];
  const qemu = ['-icount', 'shift=0', ...output, '-semihosting-config', 'enable=on,chardev=out', '-kernel'];
  const text = await run(program('board', name), [...options, ...qemu, join(root, FOLDER, target, 'release/count')]);
  const lines = text.trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [library, bits, ...counts] = line.trim().split(' ');
      const [instructions, heap, stack] = counts.map(Number);
      return [`${library} ${bits}`, { instructions, heap, stack }];
    }),
  );
}

/**
 * Compiles the program. The target must be installed.
 *
 * @param {{ features?: string[], options?: string[], profile?: string }} [build] target features, further options of
 *   cargo, and the folder that cargo has for the profile
 * @returns {Promise<Uint8Array>} the module
 */
export async function buildApp({ features = [], options = [], profile = 'debug' } = {}) {
  const flags = features.map((feature) => `-Ctarget-feature=+${feature}`);
  await cargo(['build', '--package=powmod-no-std-app', ...options], WASM, flags);
  return readFileSync(join(root, FOLDER, WASM, profile, 'powmod_no_std_app.wasm'));
}
