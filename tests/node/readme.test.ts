// The README's code does what its comments say.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

test("the README's example", () => {
  const code = /```js\n(.*?)```/s.exec(readFileSync(`${root}/README.md`, 'utf8'))?.[1] ?? '';
  const promised = /^(.*); \/\/ (\S+)$/gm;
  const asserted = code.replace(promised, 'assert.deepEqual($1, $2);');
  assert.equal([...code.matchAll(promised)].length, 5, 'every value that the example shows is compared');
  const script = `import assert from 'node:assert/strict';\n${asserted}`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: root, stdio: 'inherit' });
});
