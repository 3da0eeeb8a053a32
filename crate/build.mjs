// npm run build: builds a working package from a fresh clone. It needs only Node and rustup, and installs the rest.
// A second run repeats only the steps whose inputs have changed.
import { buildKernels } from './build/kernels.mjs';
import { buildPackage } from './build/package.mjs';
import { BuildError } from './build/run.mjs';
import { installPackages, installRust, installWasmTools } from './build/tools.mjs';

try {
  console.log('powmod: building');
  await installPackages();
  await installRust();
  await installWasmTools();
  await buildKernels();
  await buildPackage();
  console.log('  built: crate/js/dist');
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(`\n${error.message}\n\npowmod: the build failed; the error is above.`);
  process.exitCode = 1;
}
