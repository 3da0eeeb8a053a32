// The builds of crate/wasm that only tests and benches run; no package contains them.
// `node workshop/kernel-builds.mjs [NAME…]` makes them, or only the named ones.
import { fileURLToPath } from 'node:url';
import { runJobs } from '../crate/build/jobs.mjs';
import { kernelJob } from '../crate/build/kernels.mjs';
import { toolJobs } from '../crate/build/tools.mjs';
import { variants } from '../crate/wasm/variants.mjs';

const measured = [{ name: 'cios', rustflags: [] }, ...variants];
const relaxed = variants.find(({ name }) => name === 'relaxed');

/**
 * Each kernel with the feature `bench`; and a `relaxed` kernel that rounds each multiply-add twice, as some engines do.
 * That build exports the same functions as the package's kernels, so that the package's loader accepts it.
 */
const builds = measured
  .map(({ name, rustflags }) => ({ name: `${name}-bench`, kernel: name, rustflags, features: ['powers', 'bench'] }))
  .concat({ name: 'relaxed-unfused', kernel: 'relaxed', rustflags: [...relaxed.rustflags, '--cfg=powmod_unfused'] });

export function buildTestKernels(names = builds.map(({ name }) => name)) {
  return runJobs([...toolJobs(), ...builds.filter(({ name }) => names.includes(name)).map(kernelJob)]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , ...named] = process.argv;
  await buildTestKernels(named.length ? named : undefined);
}
