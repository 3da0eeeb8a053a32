// npm run build: from a fresh clone to a package that works, without a dependency but Node and rustup.
// A second run does only what has changed.
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
  console.error(`\n${error.message}\n\npowmod: the build failed, see above.`);
  process.exitCode = 1;
}
