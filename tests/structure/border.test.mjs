// What the build makes of the Rust list of operations. Wrong numbers and names would fail each test of the package.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Border, constantsOf } from '../../crate/build/border.mjs';
import { root } from '../../crate/build/run.mjs';

test('a type or a form that the build does not know is an error', () => {
  const source = (operation) => `operations! {\n    /// Words.\n    ${operation}\n}\n`;
  assert.match(
    new Border().fileOf(source("Add = sums::add[a: u32, b: Option<Bytes<'_>>] -> bool;")),
    /a: number; +b\?: Uint8Array \| undefined;/,
  );
  for (const wrong of ['Add = sums::add[a: i8] -> bool;', 'Add = sums::add[a: u32] -> Sum;', 'Add[a: u32] -> bool;'])
    assert.throws(() => new Border().fileOf(source(wrong)), /does not understand/, wrong);
});

test('a list that goes on in another counts on there, and nothing stands between', () => {
  const source = (...lists) => lists.map((lines) => `operations! {\n${lines.join('\n')}\n}\n`).join('');
  const [a, b] = ['A', 'B'].map((name) => `    /// ${name}.\n    ${name} = some::${name}[] -> bool;`);
  const on = '    _ => others::perform;';
  const wrong = [
    [[a], [b]],
    [[a, on]],
    [[on, a], [b]],
    [
      [a, on],
      [b, on],
    ],
    [[a, on, on], [b]],
  ];
  assert.match(new Border().fileOf(source([a, on], [b])), /numbers = \{ a: 0, b: 1 \}/);
  for (const lists of wrong)
    assert.throws(() => new Border().fileOf(source(...lists)), /does not understand where a list/, String(lists));
});

test('what some modules lack is told in few places', () => {
  const folder = join(root, 'crate/wasm/src');
  const marks = readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.rs'))
    .flatMap((path) => readFileSync(join(folder, path), 'utf8').match(/\bcfg(_attr)?\b/g) ?? []);
  assert.ok(marks.length <= 15, `${marks.length} marks`);
});

test('a word of a choice that the build cannot read is an error: it would shift those behind it', () => {
  const source = (...lines) => `choice! {\n    /// A word.\n    Name: Type {\n${lines.join('\n')}\n    }\n}\n`;
  assert.match(new Border().fileOf(source('        "one" => 1,', '        "two" => 2,')), /\['one', 'two'\]/);
  for (const wrong of ['        "two, or" => 2,', '        "two" =>\n            2,', '        "two" => 2'])
    assert.throws(() => new Border().fileOf(source('        "one" => 1,', wrong)), /does not understand/, wrong);
});

test('constants come with their values and words, and a form that the build does not know is an error', () => {
  const doc = '/// Words.\n';
  const made = constantsOf(
    `${doc}pub const A: u64 = (1 << 53) - 1;\n${doc}pub const B: usize = 1 << 4;\n${doc}pub const C: &str = "N's";\n`,
    'limits.rs',
  );
  assert.match(made, /\/\*\* Words\. \*\/\nexport const A = 2 \*\* 53 - 1;\n/);
  assert.match(made, /export const B = 2 \*\* 4;\n/);
  assert.match(made, /export const C = "N's";\n/);
  for (const wrong of [
    `${doc}pub const A: u64 = B + 1;`,
    `${doc}pub const A: &str = "a \\" b";`,
    'pub const A: u64 = 1;',
    `${doc}const A: u64 = 1;`,
  ])
    assert.throws(() => constantsOf(`${wrong}\n`, 'limits.rs'), /does not understand/, wrong);
});
