import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig } from 'vite';
import { offline } from './offline.mjs';

const manifest = createRequire(import.meta.url).resolve('powmod/package.json');
const { version } = JSON.parse(readFileSync(manifest, 'utf8'));

// The page may be put under any path of any static host.
export default defineConfig({
  base: './',
  plugins: [offline()],
  define: { __POWMOD_VERSION__: JSON.stringify(version) },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // A small file inlined as a data: URL would break `default-src 'self'`.
    assetsInlineLimit: 0,
  },
  preview: {
    // The strictest policy that WebAssembly runs under; nothing here needs more.
    headers: { 'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" },
  },
});
