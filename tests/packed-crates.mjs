// Packs the crates, each with its licences, and compiles each from its package alone.
// Each run has a new folder. In its home, cargo keeps what it unpacked, by folder and version: in an old folder it
// would compile `powmod` with the `powmod-kernel` of an earlier commit.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../crate/build/run.mjs';

mkdirSync(join(root, 'target'), { recursive: true });
const folder = mkdtempSync(join(root, 'target/packed-'));
try {
  // --allow-dirty, because the suite tests the files as they are.
  const options = ['--locked', '--allow-dirty', '--target-dir', folder];
  const names = ['powmod-kernel', 'powmod', 'powmod-vdf', 'powmod-chia'];
  for (const name of names) {
    const list = ['package', '--list', '--allow-dirty', '-p', name];
    const files = execFileSync('cargo', list, { cwd: root, encoding: 'utf8' }).split('\n');
    const missing = ['LICENSE-APACHE', 'LICENSE-MIT'].filter((licence) => !files.includes(licence));
    if (missing.length > 0) throw new Error(`${name}: its package lacks ${missing.join(' and ')}`);
  }
  const crates = names.flatMap((name) => ['-p', name]);
  execFileSync('cargo', ['package', ...crates, ...options], { cwd: root, stdio: 'inherit' });
} finally {
  for (const unpacked of unpackedFor(folder)) rmSync(unpacked, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

/** The folders in cargo's home that hold what cargo unpacked for a target folder: its lists of sources name them. */
function unpackedFor(target) {
  const lists = join(target, 'debug/deps');
  if (!existsSync(lists)) return [];
  return readdirSync(lists)
    .filter((file) => /^powmod_kernel-.*\.d$/.test(file))
    .map((file) => readFileSync(join(lists, file), 'utf8'))
    .flatMap((list) => /^\S+[\\/]registry[\\/]src[\\/][^\\/\s]+(?=[\\/]powmod-kernel)/m.exec(list) ?? []);
}
