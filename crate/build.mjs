// npm run build: builds a working package from a fresh clone. It needs only Node and rustup, and installs the rest.
// A second run repeats only the steps whose inputs have changed.
//   npm run build -- NAME…   compiles only these modules, such as `scalar` or `scalar-prover`. Others that are older
//                            than their sources, or not compiled, do not load and say so: the package takes a kernel
//                            that was compiled
import { borderFiles, vdfFiles } from './build/border.mjs';
import { compileKernels, modulesOf, writeBorder, writeKernels } from './build/kernels.mjs';
import { buildPackage } from './build/package.mjs';
import { BuildError } from './build/run.mjs';
import { refuseStale } from './build/stale.mjs';
import { checkTypes } from './build/types.mjs';
import { variants } from './wasm/variants.mjs';

const operations = () => String([...borderFiles()]);

try {
  console.log('powmod: building');
  const modules = modulesOf(process.argv.slice(2));
  writeBorder();
  const before = operations();
  await checkTypes([before, ...vdfFiles(), variants]);
  await compileKernels(modules);
  // The package would call operations that some kernels lack, or that take other arguments there.
  if (operations() !== before)
    throw new BuildError('The operations in crate/wasm/src changed while the kernels were compiled: build again.');
  await writeKernels(modules);
  refuseStale();
  await buildPackage();
  console.log('  built: crate/js/dist');
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(`\n${error.message}\n\npowmod: the build failed; the error is above.`);
  process.exitCode = 1;
}
