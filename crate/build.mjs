// npm run build: builds a working package from a fresh clone. It needs only Node and rustup, and installs the rest.
// A second run repeats only the steps whose inputs have changed.
import { compileKernels, writeKernels } from './build/kernels.mjs';
import { buildPackage } from './build/package.mjs';
import { BuildError } from './build/run.mjs';

try {
  console.log('powmod: building');
  await compileKernels();
  await writeKernels();
  await buildPackage();
  console.log('  built: crate/js/dist');
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(`\n${error.message}\n\npowmod: the build failed; the error is above.`);
  process.exitCode = 1;
}
