// The scripts of a page that imports `modPow` and asks for one power: what each bundler makes of it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';

export const IMPORT = "import { modPow } from 'powmod';\n";
export const POWER = 'modPow(3n, (1n << 2203n) - 2n, (1n << 2203n) - 1n)';

/** Computes the text of the power, which is 1. */
export const ASKING_ONCE = `${IMPORT}globalThis.computed = String(${POWER});`;

/** The most bytes until the answer. */
export const MOST = 8000;

/** The addresses of the page's scripts. */
const SCRIPTS = `[...document.scripts, ...performance.getEntriesByType('resource')].map((one) => one.src ?? one.name)`;

/**
 * The bytes of the scripts that a page has loaded, gzipped, after minification where the bundler does none.
 *
 * @param {import('../../workshop/browsers/driver.ts').Page} page
 * @param {string} folder that is served
 */
export async function bytesUntilAnswer(page, folder) {
  const addresses = (await page.evaluate(SCRIPTS)).filter(Boolean).map((url) => new URL(url).pathname.slice(1));
  const paths = [...new Set(addresses.filter((path) => path.endsWith('.js')))];
  let size = 0;
  for (const path of paths) {
    const made = await readFile(join(folder, path), 'utf8');
    const { code } = await transform(made, { minify: true });
    size += Math.min(...[made, code].map((text) => gzipSync(text, { level: 9 }).length));
  }
  return { size, paths };
}
