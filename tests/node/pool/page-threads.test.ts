// The modules on the page's main thread, read from its build. Of the package they are `powmod/verify` alone, for the
// verdict that the page opens with. All other computing is in workers, which the page starts and does not import.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The files of `powmod/verify`, those that it loads later included. */
const VERIFY = /\/dist\/(verify|fast|plain-hashes|provided|chunk-[\w-]+|kernels\/\w+)\.js$/;

test("the page's main thread has nothing but powmod/verify", async () => {
  const built = await build({
    root: fileURLToPath(new URL('../../../www', import.meta.url)),
    build: { write: false },
    logLevel: 'error',
  });
  assert.ok('output' in built);
  const files = new Map(built.output.map((file) => [file.fileName, file]));
  const entry = built.output.find((file) => file.type === 'chunk' && file.isEntry);

  const reached = new Set<string>();
  const modules: string[] = [];
  const reach = (name: string | undefined) => {
    const file = name === undefined ? undefined : files.get(name);
    if (file?.type !== 'chunk' || reached.has(file.fileName)) return;
    reached.add(file.fileName);
    modules.push(...file.moduleIds);
    for (const next of [...file.imports, ...file.dynamicImports]) reach(next);
  };
  reach(entry?.fileName);

  assert.ok(modules.some((id) => id.endsWith('www/src/main.ts')));
  const ofPackage = modules.filter((id) => /crate\/js\/.*\.[jt]s$/.test(id));
  assert.ok(ofPackage.some((id) => id.endsWith('/dist/verify.js')));
  assert.deepEqual(
    ofPackage.filter((id) => !VERIFY.test(id)),
    [],
  );
});
