// Apps by tools that are installed in a folder of their own: the packed package lies beside the apps, in the folder's
// `target`.
import assert from 'node:assert/strict';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../../crate/build/run.mjs';
import { launch } from '../../workshop/browsers/chromium.ts';
import { until } from '../../workshop/browsers/driver.ts';

/**
 * The program of an app: a power; verdicts by a pool; two by `powmod/verify`, first from BigInt and then from a kernel;
 * and a secret power, alone and by a table.
 */
export const IMPORTED = `import { init, toBytes } from 'powmod';
import { createPool } from 'powmod/pool';
import { verify } from 'powmod/verify';
import proof from 'powmod/examples/wesolowski-rsa2048.json';
`;
export const COMPUTE = `async function compute() {
  const pm = await init();
  const pool = await createPool({ workers: 1 });
  const { signal } = new AbortController();
  const inPool = await pool.verifyAll([proof], { signal });
  const secret = toBytes(65537n, 4);
  const values = [
    ...[pm.modPow(3n, 65537n, 1000003n), ...inPool, await verify(proof), await verify(proof)],
    pm.modPowSecret(3n, secret, 1000003n, { exponentBits: 32 }).join('-'),
    pm.modulus(1000003n).fixedBase(3n, { exponentBits: 32 }).powSecret(secret).join('-'),
  ];
  await pool.close();
  return values.join();
}
`;
export const VALUES = '486750,true,true,true,7-109-94,7-109-94';
/** Shows it in a page, to {@link computedBy}. */
export const SHOW = 'compute().catch(String).then((values) => { globalThis.computed = values; });\n';

/**
 * @param {string} tools the folder, with its node_modules
 * @param {{ node?: string, env?: Record<string, string> }} [options] the Node that runs the tools, and their
 *   environment
 */
export function appsBeside(tools, { node = process.execPath, env = {} } = {}) {
  const apps = join(tools, 'target');
  return {
    apps,
    inTools: (path) => join(tools, 'node_modules', path),
    /** @param {{ app: string }} packed of packed.mjs */
    async open({ app }) {
      await rm(apps, { recursive: true, force: true });
      await cp(join(app, 'node_modules/powmod'), join(apps, 'node_modules/powmod'), { recursive: true });
    },
    close: () => rm(apps, { recursive: true, force: true }),
    /** Runs `use` where the apps have no package beside them. */
    async withoutPackage(use) {
      const [there, away] = ['node_modules', 'away'].map((path) => join(apps, path));
      await rename(there, away);
      try {
        return await use();
      } finally {
        await rename(away, there);
      }
    },
    /** Writes an app's files: texts, or objects as JSON. Resolves to its folder. */
    async write(name, files) {
      const folder = join(apps, name);
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), typeof text === 'string' ? text : JSON.stringify(text));
      }
      return folder;
    },
    /** The output of a program of Node. If it fails, the error contains its output. */
    run: (program, args, cwd) =>
      // Vite's dev servers set NODE_ENV in this process.
      run(node, [program, ...args], { cwd, env: { NODE_TEST_CONTEXT: undefined, NODE_ENV: undefined, ...env } }),
  };
}

/**
 * Opens a page in Chromium, and resolves to the value that the page leaves in `globalThis.computed`. No request of the
 * page fails.
 */
export async function computedBy(url, refused = []) {
  const browser = await launch();
  try {
    const page = await browser.open(url);
    const computed = () => until(page, 'globalThis.computed');
    // A dev server reloads the page when it finds a new dependency.
    const value = await computed()
      .catch(computed)
      .catch((error) => {
        throw new Error([error.message, ...page.errors()].join('\n'));
      });
    const errors = page.errors();
    assert.equal(errors.length, refused.length, errors.join('\n'));
    for (const [i, what] of refused.entries()) assert.match(errors[i], what);
    return value;
  } finally {
    await browser.close();
  }
}
