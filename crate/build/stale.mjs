// Modules that are older than their sources or were never compiled, after a build of others: they do not load, and say
// so.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { kernelStamp, modules, writeIfChanged } from './kernels.mjs';
import { root } from './run.mjs';

/** What a stale module's script says, and a test that reads the module. */
export const staleModule = (name) =>
  `the module ${name} is not compiled from the sources of today: npm run build -- ${name}`;

/**
 * Of each stale module only a script is left, which says so: the package then takes another kernel, and no program
 * calls operations that the module lacks.
 */
export function refuseStale() {
  for (const module of modules.filter((each) => !kernelStamp(each).isFresh())) {
    const folder = module.features.includes('methods') ? 'workshop/methods/dist' : 'crate/js/dist/kernels';
    const path = `${folder}/${module.name}`;
    rmSync(join(root, `${path}.wasm`), { force: true });
    writeIfChanged(`${path}.js`, `throw new Error(${JSON.stringify(staleModule(module.name))});\n`);
  }
}
