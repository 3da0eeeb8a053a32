import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig } from 'vite';
import { offline } from './offline.mjs';
import { policies } from './policies.mjs';

const manifest = createRequire(import.meta.url).resolve('powmod/package.json');
const { version } = JSON.parse(readFileSync(manifest, 'utf8'));

// The link to the source: the repository from which a workflow builds the page, or else the map of the source.
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
process.env.VITE_SOURCE = GITHUB_REPOSITORY
  ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`
  : 'docs/documents/Contributing.html#the-map';

// Relative addresses, so that a static host can serve the page under any path.
export default defineConfig({
  base: './',
  appType: 'mpa', // an address without a file is not the page
  plugins: [offline(), policies()],
  define: { __POWMOD_VERSION__: JSON.stringify(version) },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // Never inline small files as data: URLs, which the policy below forbids.
    assetsInlineLimit: 0,
  },
});
