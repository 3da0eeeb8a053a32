// A Vite plugin that writes the service worker, sw.js, with the list of all files of the built page.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wasmKernels } from '../workshop/kernels.js';

const SOURCE = new URL('src/offline/service-worker.js', import.meta.url);

/** @returns {import('vite').Plugin} */
export function offline() {
  return {
    name: 'offline',
    apply: 'build',
    writeBundle({ dir }) {
      const source = readFileSync(SOURCE, 'utf8');
      const files = readdirSync(dir, { recursive: true })
        .map((file) => file.replaceAll('\\', '/'))
        .filter((file) => file !== 'sw.js' && statSync(join(dir, file)).isFile())
        .sort();
      const hash = createHash('sha256').update(source);
      for (const file of files) hash.update(file).update(readFileSync(join(dir, file)));
      const version = hash.digest('hex').slice(0, 16);
      // A host serves index.html at the address of its folder.
      const addresses = files.map((file) => (file === 'index.html' ? './' : file));
      const constants = Object.entries({ VERSION: version, FILES: addresses, KERNELS: wasmKernels });
      const lines = constants.map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
      writeFileSync(join(dir, 'sw.js'), `${lines.join('')}\n${source}`);
    },
  };
}
