// The modules on the page's main thread, read from its build. They contain no kernel and nothing that could run one:
// all computing is in workers, which the page starts and does not import.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

test("the page's main thread has no kernel to call", async () => {
  const built = await build({
    root: fileURLToPath(new URL('../../www', import.meta.url)),
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
  assert.deepEqual(
    modules.filter((id) => /crate\/js\/.*\.[jt]s$/.test(id)),
    [],
    'modules of the package',
  );
  const holds = (name: string, word: string) => {
    const file = files.get(name);
    const content = file?.type === 'chunk' ? file.code : file?.source;
    return typeof content === 'string' && content.includes(word);
  };
  const withWasm = [...files.keys()].filter((name) => holds(name, 'WebAssembly'));
  assert.ok(withWasm.length > 0, 'the workers have it');
  assert.deepEqual(
    withWasm.filter((name) => reached.has(name)),
    [],
  );
});
