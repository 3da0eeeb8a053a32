// What the build makes of the Rust list of operations. Wrong numbers and names would fail each test of the package.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Border } from '../../crate/build/border.mjs';

test('a type or a form that the build does not know is an error', () => {
  const source = (operation) => `operations! {\n    /// Words.\n    ${operation}\n}\n`;
  assert.match(
    new Border().fileOf(source("Add = sums::add[a: u32, b: Option<Bytes<'_>>] -> bool;")),
    /a: number; +b\?: Uint8Array \| undefined;/,
  );
  for (const wrong of ['Add = sums::add[a: i8] -> bool;', 'Add = sums::add[a: u32] -> Sum;', 'Add[a: u32] -> bool;'])
    assert.throws(() => new Border().fileOf(source(wrong)), /does not understand/, wrong);
});

test('a word of a choice that the build cannot read is an error: it would shift those behind it', () => {
  const source = (...lines) => `choice! {\n    /// A word.\n    Name: Type {\n${lines.join('\n')}\n    }\n}\n`;
  assert.match(new Border().fileOf(source('        "one" => 1,', '        "two" => 2,')), /\['one', 'two'\]/);
  for (const wrong of ['        "two, or" => 2,', '        "two" =>\n            2,', '        "two" => 2'])
    assert.throws(() => new Border().fileOf(source('        "one" => 1,', wrong)), /does not understand/, wrong);
});
