import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { blocksOf } from '../workshop/markdown.mjs';
import { headers } from './header.mjs';
import { offline } from './offline.mjs';
import { policies } from './policies.mjs';

const manifest = createRequire(import.meta.url).resolve('powmod/package.json');
const { version } = JSON.parse(readFileSync(manifest, 'utf8'));

// The code that the page shows is that of the guide, which a test runs.
const guide = readFileSync(join(import.meta.dirname, 'docs/guides/18-draw-lots.md'), 'utf8');
const drawCode = blocksOf(guide).find(({ name }) => name === 'lots.mjs')?.code ?? '';
process.env.VITE_DRAW_CODE = drawCode.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;');

// Relative addresses, so that a static host can serve the page under any path.
export default defineConfig({
  base: './',
  appType: 'mpa', // an address without a file is not the page
  plugins: [headers(), offline(), policies()],
  define: { __POWMOD_VERSION__: JSON.stringify(version) },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    rolldownOptions: { input: ['index.html', 'measure.html'].map((page) => join(import.meta.dirname, page)) },
    // Never inline small files as data: URLs, which the policy of policies.mjs forbids.
    assetsInlineLimit: 0,
  },
});
