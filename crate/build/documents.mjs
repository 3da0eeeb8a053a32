// What is said about the package at the repository's root belongs into the package too.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeIfChanged } from './kernels.mjs';
import { root } from './run.mjs';

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'MIGRATING.md', 'SECURITY.md', 'LICENSE-MIT', 'LICENSE-APACHE'];

export function copyDocuments() {
  for (const name of DOCUMENTS) writeIfChanged(`crate/js/${name}`, readFileSync(join(root, name)));
}
