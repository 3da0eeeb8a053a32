import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig } from 'vite';
import { offline } from './offline.mjs';
import { policies } from './policies.mjs';

const manifest = createRequire(import.meta.url).resolve('powmod/package.json');
const { version } = JSON.parse(readFileSync(manifest, 'utf8'));

// Relative addresses, so that a static host can serve the page under any path.
export default defineConfig({
  base: './',
  plugins: [offline(), policies()],
  define: { __POWMOD_VERSION__: JSON.stringify(version) },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // Never inline small files as data: URLs, which the policy below forbids.
    assetsInlineLimit: 0,
  },
});
