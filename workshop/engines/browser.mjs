// Runs modules in a browser: serves the repository's files and opens a new page for each call.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import { register } from 'tsx/esm/api';
import { listening } from '../loopback.mjs';

const PATIENCE = 600_000;

/**
 * Imports the module that the page's address names and keeps the result of its default export. The result is JSON
 * because drivers differ in how they transfer `undefined`.
 */
const PAGE = `<!doctype html><meta charset="utf-8"><title>powmod</title>
<script type="importmap">{ "imports": ${JSON.stringify(packageEntries())} }</script>
<script type="module">
const [module, argument] = JSON.parse(decodeURIComponent(location.search.slice(1)));
try {
  const { default: body } = await import('/' + module);
  globalThis.answer = JSON.stringify({ value: await body(argument) });
} catch (error) {
  globalThis.answer = JSON.stringify({ error: String(error) + ' ' + error.stack });
}
</script>`;

/** The import map for `powmod` and its sub-paths, because no bundler resolves them here. */
function packageEntries() {
  const { name, exports } = JSON.parse(readFileSync(new URL('../../crate/js/package.json', import.meta.url), 'utf8'));
  const entries = Object.entries(exports).filter(([, target]) => target.default);
  return Object.fromEntries(
    entries.map(([path, target]) => [posix.join(name, path), posix.join('/crate/js', target.default)]),
  );
}

/** The driver of a browser, a file of workshop/browsers. */
export async function importDriver(name) {
  const unregister = register(); // the drivers are TypeScript
  const { launch } = await import(`../browsers/${name}.ts`);
  const { until } = await import('../browsers/driver.ts');
  await unregister();
  return { launch, until };
}

/**
 * @param {string} name
 * @param {string[]} flags
 * @param {string} [policy] the content policy of all files
 * @returns {Promise<import('./engine.ts').OpenBrowser>}
 */
export async function openBrowser(name, flags, policy) {
  const { launch, until } = await importDriver(name);
  const server = await serveRepository(policy);
  const browser = await launch({ flags }).catch((error) => {
    server.close();
    throw error;
  });
  const urlOf = (module, argument) =>
    `${server.url}/?${encodeURIComponent(JSON.stringify([module, argument ?? null]))}`;
  const answerOf = async (page) => {
    const { value, error } = JSON.parse(await until(page, 'globalThis.answer', PATIENCE));
    if (error) throw new Error(error);
    return value;
  };
  return {
    version: browser.version,
    async call(module, argument) {
      const page = await browser.open(urlOf(module, argument));
      try {
        return await answerOf(page);
      } finally {
        await page.close();
      }
    },
    async openPage(module) {
      const page = await browser.open(urlOf(module));
      await answerOf(page);
      return page;
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

function serveRepository(policy) {
  const headers = {
    ...(policy && { 'Content-Security-Policy': policy }),
    // Cross-origin isolation gives a page finer clocks.
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  };
  const files = sirv(fileURLToPath(new URL('../..', import.meta.url)), { dev: true });
  return listening((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.url.startsWith('/?')) response.setHeader('Content-Type', 'text/html').end(PAGE);
    else files(request, response, () => response.writeHead(404).end());
  });
}
