// The modules on the page's main thread, read from its build. None is of the package: all computing is in workers, which
// the page starts and does not import.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

test("the page's main thread has nothing of the package", async () => {
  const built = await build({
    root: fileURLToPath(new URL('../../../www', import.meta.url)),
    build: { write: false },
    logLevel: 'error',
  });
  assert.ok('output' in built);
  const files = new Map(built.output.map((file) => [file.fileName, file]));
  const entry = built.output.find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/www/index.html'));

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
  assert.deepEqual(
    modules.filter((id) => /crate\/js\/.*\.[jt]s$/.test(id)),
    [],
  );
});
