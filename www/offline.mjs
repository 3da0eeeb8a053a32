// A Vite plugin that writes the service worker, sw.js, with the list of all files of the built page.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
      writeFileSync(
        join(dir, 'sw.js'),
        `const VERSION = '${version}';\nconst FILES = ${JSON.stringify(addresses)};\n\n${source}`,
      );
    },
  };
}
