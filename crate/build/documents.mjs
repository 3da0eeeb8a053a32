// Copies the documents and licenses from the root of the repository into the package.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeIfChanged } from './kernels.mjs';
import { root } from './run.mjs';

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'MIGRATING.md', 'SECURITY.md', 'LICENSE-MIT', 'LICENSE-APACHE'];

export function copyDocuments() {
  for (const name of DOCUMENTS) writeIfChanged(`crate/js/${name}`, readFileSync(join(root, name)));
}
