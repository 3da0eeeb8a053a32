import { defineConfig } from 'vite';

// The page may be put under any path of any static host.
export default defineConfig({
  base: './',
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
