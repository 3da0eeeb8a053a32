// Copies the example of a fleet to target/fleet, where it finds the built package, and installs its packages by its
// lock file.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeIfChanged } from '../../crate/build/kernels.mjs';
import { installLocked } from '../locked.mjs';

const example = new URL('../../crate/js/examples/fleet/', import.meta.url);
export const folder = fileURLToPath(new URL('../../target/fleet/', import.meta.url));

/** Copies what is new, so that workers that run already are not disturbed. */
export function copyFleet() {
  for (const name of readdirSync(example))
    if (name !== 'node_modules') writeIfChanged(`target/fleet/${name}`, readFileSync(new URL(name, example)));
}

export async function installFleet() {
  copyFleet();
  await installLocked(folder, 'installing the packages of the fleet');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await installFleet();
