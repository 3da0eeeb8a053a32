// The TypeScript of the border follows from the Rust list of operations, and from nothing else.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Border, borderFiles, MODULES } from '../../crate/build/border.mjs';
import { root } from '../../crate/build/run.mjs';

for (const module of MODULES)
  test(`${module}: each operation has its place in the list as its number, and its arguments by name`, () => {
    const folder = module.replaceAll('-', '_');
    const list = readFileSync(join(root, `crate/wasm/src/${folder}/mod.rs`), 'utf8');
    const operations = [...list.matchAll(/^ {4}(\w+) = [\w:]+\[([^\]]*)\]/gm)];
    // A module is asked for its name and for its self-test before anything is known of it.
    assert.deepEqual(
      operations.slice(0, 2).map(([, name]) => name),
      ['NameOfModule', 'SelfTest'],
    );
    assert.ok(operations.length > 2);
    const generated = borderFiles().get(`${module}-operations.generated.ts`);
    const [, withLists] = /export const withLists: .* = \[(.*)\];/.exec(generated);
    for (const [number, [, name, fields]] of operations.entries()) {
      assert.equal(withLists.split(', ').includes(String(number)), fields.includes(': Vec<'), name);
      const [, encoders] =
        new RegExp(`export const ${name[0].toLowerCase()}${name.slice(1)} = .*>\\(${number}, \\{(.*)\\}, `).exec(
          generated,
        ) ?? assert.fail(name);
      const camelCase = (field) => field.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
      const expected = [...fields.matchAll(/(\w+): /g)].map(([, field]) => camelCase(field));
      assert.deepEqual(
        encoders
          .split(/,(?![^(]*\))/)
          .map((one) => one.trim().split(':')[0])
          .filter(Boolean),
        expected,
      );
    }
  });

test('a type or a form that the build does not know is an error', () => {
  const source = (operation) => `operations! {\n    /// Words.\n    ${operation}\n}\n`;
  assert.match(
    new Border().fileOf(source("Add = sums::add[a: u32, b: Option<Bytes<'_>>] -> bool;")),
    /a: number; +b\?: Uint8Array \| undefined;/,
  );
  for (const wrong of ['Add = sums::add[a: i8] -> bool;', 'Add = sums::add[a: u32] -> Sum;', 'Add[a: u32] -> bool;'])
    assert.throws(() => new Border().fileOf(source(wrong)), /does not understand/, wrong);
});
