// No file imports itself in a circle, types included, and no folder does.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { circles, foldersIn, rooms, shown } from './graph.mjs';
import * as fromJavascript from './javascript.mjs';
import { JAVASCRIPT, javascript, RUST, rust } from './repository.mjs';
import * as fromRust from './rust.mjs';

for (const [language, graph, folders] of [
  ['TypeScript and JavaScript', javascript(), JAVASCRIPT],
  ['Rust', rust(), Object.values(RUST)],
])
  describe(language, () => {
    test('the graph has the files and imports of every folder', () => {
      for (const folder of folders) {
        const files = [...graph.keys()].filter((file) => file.startsWith(`${folder}/`));
        const imports = files.reduce((sum, file) => sum + graph.get(file).size, 0);
        assert.ok(
          files.length >= 5 && imports >= files.length / 2,
          `${folder}: ${files.length} files, ${imports} imports`,
        );
      }
    });

    test('no files form a circle', () => assertNone(circles(graph)));

    for (const folder of folders)
      test(`no rooms in ${folder} form a circle`, () =>
        assertNone(foldersIn(graph, folder).flatMap((inner) => circles(rooms(graph, inner)))));
  });

function assertNone(found) {
  assert.equal(found.length, 0, `${found.length} circles\n${found.map(shown).join('\n')}`);
}

describe('the finder of circles', () => {
  const graphOf = (edges) => new Map(Object.entries(edges).map(([file, targets]) => [file, new Set(targets)]));

  test('finds nothing in a graph without circles, whatever the order', () => {
    assert.deepEqual(circles(graphOf({ a: ['b', 'c'], b: ['c'], c: [], d: ['a', 'c'] })), []);
    assert.deepEqual(circles(graphOf({ c: [], b: ['c'], a: ['b', 'c', 'outside'] })), []);
  });

  test('finds every group that runs in circles, and its shortest circle', () => {
    const graph = graphOf({ a: ['b'], b: ['c'], c: ['a', 'd'], d: ['c'], e: ['f'], f: ['e', 'a'], g: ['g'] });
    assert.deepEqual(
      circles(graph)
        .map(({ circle, members }) => [circle.sort().join(), members.join()])
        .sort(),
      [
        ['c,d', 'a,b,c,d'],
        ['e,f', 'e,f'],
        ['g', 'g'],
      ],
    );
  });

  test('shows a circle as a way back to its first file', () => {
    assert.equal(shown({ circle: ['a', 'b'], members: ['a', 'b'] }), 'a\n    -> b\n    -> a');
    assert.match(shown({ circle: ['a', 'b'], members: ['a', 'b', 'c', 'd'] }), /with these: c, d$/);
  });

  test('finds a circle of rooms where no files form one', () => {
    const graph = graphOf({
      'src/a/one.ts': ['src/b/one.ts'],
      'src/b/one.ts': [],
      'src/b/two.ts': ['src/a/two.ts'],
      'src/a/two.ts': [],
    });
    assert.deepEqual(circles(graph), []);
    assert.deepEqual(circles(rooms(graph, 'src'))[0].members, ['src/a', 'src/b']);
    assert.deepEqual(foldersIn(graph, 'src'), ['src', 'src/a', 'src/b']);
  });

  test('takes a Rust file and the folder of its children for one room', () => {
    const graph = graphOf({ 'src/a.rs': ['src/b.rs'], 'src/a/deep.rs': [], 'src/b.rs': ['src/a/deep.rs'] });
    assert.deepEqual(circles(rooms(graph, 'src'))[0].members, ['src/a', 'src/b']);
  });
});

describe('the imports of TypeScript and JavaScript', () => {
  const SOURCES = {
    'a/all.ts': `
      import type { A } from './type.ts';
      import { type B } from './js-for-ts.js';
      export * from '../b/star';
      export type { D } from './named.mjs';
      import './effect.js';
      const known = await import('./dynamic.js');
      const plain = await import(\`./template.js\`);
      const unknown = await import(\`./\${known}.js\`);
      let parameter: import('./type-of.ts').Q;
      import data from './data.json' with { type: 'json' };
      // import './comment.js'
      const text = "import './text.js'";
      import { readFile } from 'node:fs/promises';
    `,
    'a/doc.mjs': "/** @type {import('./named.mjs').N} */\nexport const x = 0; // import('./effect.js')",
    ...Object.fromEntries(
      ['type.ts', 'js-for-ts.ts', 'named.mjs', 'effect.js', 'dynamic.js', 'template.js', 'type-of.ts']
        .concat(['comment.js', 'text.js'])
        .map((name) => [`a/${name}`, '']),
    ),
    'b/star/index.ts': '',
  };
  const read = (sources, exists) => fromJavascript.graphOf(new Map(Object.entries(sources)), exists);
  const isJson = (path) => path.endsWith('.json');

  test('count whatever their form', () => {
    assert.deepEqual([...read(SOURCES, isJson).get('a/all.ts')].sort(), [
      'a/dynamic.js',
      'a/effect.js',
      'a/js-for-ts.ts',
      'a/named.mjs',
      'a/template.js',
      'a/type-of.ts',
      'a/type.ts',
      'b/star/index.ts',
    ]);
  });

  test('count in the TSDoc of JavaScript, where types are named', () => {
    assert.deepEqual([...read(SOURCES, isJson).get('a/doc.mjs')], ['a/named.mjs']);
  });

  test('are refused where they lead nowhere', () => {
    assert.throws(() => read(SOURCES), /data\.json is not a file/);
    assert.throws(() => read({ 'a.ts': 'import {' }), /a\.ts/);
  });

  test('form the circle of a type and its user', () => {
    const graph = read({
      'a.ts': "import { b } from './b.js'; export type A = 0;",
      'b.ts': "import type { A } from './a.js';",
    });
    assert.deepEqual(
      circles(graph).map(({ members }) => members),
      [['a.ts', 'b.ts']],
    );
  });
});

describe('the imports of Rust', () => {
  const read = (sources) =>
    fromRust.graphOf(new Map(Object.entries(sources)), {
      one: 'one/src',
      ...(sources['two/src/lib.rs'] && { two: 'two/src' }),
    });
  /** The imports of a file with this code, in a crate of the files below. */
  const importsOf = (code) =>
    [
      ...read({
        'one/src/lib.rs': 'mod a; mod b; mod natural; pub use natural::Natural; pub struct Here;',
        'one/src/a.rs': 'pub mod deep; pub mod other; pub fn f() {} pub enum Kind { One }',
        'one/src/a/deep.rs': code,
        'one/src/a/other.rs': 'pub(crate) mod inner { pub fn g() {} }',
        'one/src/b/mod.rs': 'pub mod c; pub use c::*;',
        'one/src/b/c.rs': 'pub trait T {} pub const LIMIT: usize = 1;',
        'one/src/natural.rs': 'pub struct Natural;',
        'two/src/lib.rs': 'pub mod x; pub use x::X;',
        'two/src/x.rs': 'pub struct X;',
      }).get('one/src/a/deep.rs'),
    ]
      .map((file) => file.replace('/src/', '/'))
      .sort();

  test('are resolved through nested trees, renames, self, super and globs', () => {
    assert.deepEqual(importsOf('use crate::{a::{self, Kind::One as First}, b::{c::T, self as bee}, Here};'), [
      'one/a.rs',
      'one/b/c.rs',
      'one/b/mod.rs',
      'one/lib.rs',
    ]);
    assert.deepEqual(importsOf('use super::super::b::c::{LIMIT as MOST, T};'), ['one/b/c.rs']);
    assert.deepEqual(importsOf('use super::other::inner::g;'), ['one/a/other.rs']);
    assert.deepEqual(importsOf('use super::*;'), ['one/a.rs']);
    assert.deepEqual(importsOf('pub use self::own::f; mod own { pub use super::super::other; pub fn f() {} }'), [
      'one/a/other.rs',
    ]);
    assert.deepEqual(importsOf('use super::other as o; fn f() { o::inner::g() }'), ['one/a/other.rs']);
  });

  test('lead past a re-export to the file that defines the item', () => {
    assert.deepEqual(importsOf('use crate::Natural;'), ['one/natural.rs']);
    assert.deepEqual(importsOf('use crate::b::LIMIT;'), ['one/b/c.rs']);
    assert.deepEqual(importsOf('use two::X as Y;'), ['two/x.rs']);
  });

  test('count as paths in code, with and without generics', () => {
    assert.deepEqual(importsOf('fn f() -> crate::Natural { crate::a::f::<u8>() }'), ['one/a.rs', 'one/natural.rs']);
    assert.deepEqual(importsOf('impl<X> crate::b::c::T for X {}'), ['one/b/c.rs']);
    assert.deepEqual(importsOf("fn f<'a>(c: char) -> bool { c == '\"' && crate::b::LIMIT > 0 }"), ['one/b/c.rs']);
  });

  test('do not count in comments, strings, visibilities, attributes, tests and other crates', () => {
    for (const code of [
      '// use crate::b;\n/* use crate::b; /* nested */ crate::b::c::T */ /// [crate::b]\n',
      'const A: &str = "use crate::b; \\" crate::b::c"; const B: &str = r##"crate::b "# "##;',
      'pub(in crate::a) fn f() {}',
      '#[doc = "x"] #[derive(crate::b::T)] struct A;',
      '#[cfg(test)] mod tests { use crate::b::*; fn f() { { crate::b::LIMIT; } } }',
      '#[cfg(test)] #[allow(unused)] use crate::{b::{T}, a};\nstruct A;',
      'struct A { #[cfg(test)] t: crate::b::LIMIT, }',
      'use core::fmt; use alloc::alloc; use std::{vec, b::c}; fn f() { alloc::x() }',
    ])
      assert.deepEqual(importsOf(code), [], code);
  });

  test('count after what does not', () => {
    for (const before of [
      '#[cfg(test)] mod tests { fn f() {} }',
      '#[cfg(test)] use x::{y};',
      '#[cfg(test)] const A: [u8; 2] = [1, 2];',
      '#[cfg(test)] fn f<A, B>(a: [A; 1]) -> B { A }',
      '#[cfg(any(test, feature = "x"))] ',
      "const Q: char = '\\''; const L: &'static str = b\"\\\"\";",
      'mod own { mod inner {} fn f() {} }',
    ])
      assert.deepEqual(importsOf(`${before} use crate::b::T;`), ['one/b/c.rs'], before);
  });

  test('are refused where a file is not part of its crate', () => {
    assert.throws(() => read({ 'one/src/lib.rs': 'mod a;' }), /declares a, which has no file/);
    assert.throws(() => read({ 'one/src/lib.rs': '', 'one/src/a.rs': '' }), /no module declares one\/src\/a\.rs/);
    assert.throws(() => read({ 'one/src/lib.rs': 'use super::x;' }), /out of the crate/);
    assert.throws(() => read({ 'one/src/lib.rs': '#[path = "b.rs"] mod a;' }), /not followed/);
    read({ 'one/src/lib.rs': '#[cfg(test)] mod a;', 'one/src/a.rs': '', 'one/src/a/b.rs': '' });
  });

  test('form the circle of a parent whose child uses it', () => {
    const graph = read({
      'one/src/lib.rs': 'mod a; use a::f; struct S;',
      'one/src/a.rs': 'use super::S; pub fn f() {}',
    });
    assert.deepEqual(
      circles(graph).map(({ members }) => members),
      [['one/src/a.rs', 'one/src/lib.rs']],
    );
  });
});
