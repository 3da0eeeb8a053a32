// crate/build/rust-tokens.mjs, by which builds, suites and evidence tell code from comments, documents and tests of
// Rust.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../crate/build/run.mjs';
import { rustTokens, testFiles } from '../../crate/build/rust-tokens.mjs';

const KEPT = 'fn kept() { 1 }';

/** Each is the same program as {@link KEPT}. */
const SAME = {
  'comments of a line': '// it\'s\nfn kept() { // \'a" /*\n 1 } ///// r#"',
  'nested comments': '/* /* " */ \' // */ fn/**/kept/***/( /* */)/*/ */ { 1 }',
  'documents, as comments and as attributes':
    '//! of the file\n#![doc = include_str!("x.md")]\n/*! and */ /** before */ /// it\n' +
    '#[doc = "//"] #[doc(hidden)] fn kept() { //! inner\n 1 }',
  blanks: '\ufefffn\tkept ( )\r\n\r\n{\n1\u2028}',
  'a module of tests': `${KEPT} #[cfg(test)] mod tests { use super::*; #[test] fn kept() { assert!('}' == "}"); } }`,
  'a module of tests in a file': `#[allow(x)] #[cfg(test)] #[path = "y.rs"] pub(crate) mod tests; ${KEPT}`,
  'a use': `#[cfg(test)] use a::{b, c}; #[cfg( test )] pub use d; #[cfg(test)] extern crate std; ${KEPT}`,
  'functions with generics':
    '#[cfg(test)] pub(in crate::a) const unsafe extern "C" fn f<A, B>(a: [A; 2], b: B) -> (A, B) ' +
    'where A: B, B: C { ; } #[test] #[should_panic = "}"] fn g() {} ' +
    `#[cfg(all(test, feature = "x"))] async fn h() {} ${KEPT}`,
  'other items':
    '#[cfg(test)] struct A<B, C>(B, C); #[cfg(test)] enum D { E, F } #[cfg(test)] impl<B, C> A<B, C> { fn g() {} } ' +
    '#[cfg(test)] const H: [u8; 2] = { [1, 2] }; #[cfg(test)] type I<A> = (A, A); ' +
    '#[cfg(test)] macro_rules! j { () => {}; } #[cfg(test)] static K: L = L { a, b: { c } }; ' +
    `#[cfg(test)] extern "C" { fn l(); } ${KEPT}`,
  statements:
    'fn kept() { #[cfg(test)] let a = S { b, c: [1, 2] }; #[cfg(test)] { d(); } #[cfg(test)] e(f, "}"); ' +
    '#[cfg(test)] const { g(); } #[cfg(test)] let Some(h) = i else { return; }; 1 }',
  'a statement at the end': 'fn kept() { 1 #[cfg(test)] + a }',
  'all of a file': null,
};

for (const [what, text] of Object.entries(SAME))
  test(`no code: ${what}`, () => {
    if (text === null) assert.deepEqual(rustTokens(`//! Tests.\n#![cfg(test)]\n${KEPT}`), []);
    else assert.deepEqual(rustTokens(text), rustTokens(KEPT));
  });

test('no code: a field, a variant, an arm, an argument for tests', () => {
  const both = (marked, kept) => assert.deepEqual(rustTokens(marked), rustTokens(kept), marked);
  both('struct A { #[cfg(test)] pub a: B, c: D }', 'struct A { c: D }');
  both('struct A { c: D, #[cfg(test)] a: B }', 'struct A { c: D, }');
  both('enum A { #[cfg(test)] B { c: D, e: F }, G }', 'enum A { G }');
  both('A(#[cfg(test)] fn(B, C), D)', 'A(D)');
  both('match a { #[cfg(test)] B(c, d) => { e } #[cfg(test)] F => g(h, i), _ => j }', 'match a { _ => j }');
});

test('code: what only looks like a comment or a test', () => {
  const texts = [
    KEPT,
    'fn kept() { 2 }',
    'fn kept() { "// 1" }',
    'fn kept() { "//" }',
    'fn kept() { r#"a"// b"# }',
    'fn kept() { r#"a"// c"# }',
    'fn kept() { br##"a"#/* b"## }',
    'fn kept() { br##"a"#/* c"## }',
    'fn kept() { "\\"/* b" }',
    'fn kept() { "\\"/* c" }',
    'fn kept() { "\\\\" /* " */ }',
    `fn kept() { '"' ; a // "'\n }`,
    `fn kept() { '"' ; b // "'\n }`,
    `fn kept() { '\\'' ; a /* ' */ }`,
    `fn kept() { b'"' ; a /* " */ }`,
    `fn kept() { '\\u{1F600}' ; '\\x41' ; '\u{1F600}' }`,
    `fn kept() { '\\u{1F600}' ; '\\x42' ; '\u{1F600}' }`,
    `fn kept<'a,'b>(a: &'a str) { 'c: loop { break 'c } }`,
    `fn kept<'a,'b>(a: &'b str) { 'c: loop { break 'c } }`,
    'fn kept() { a / *b }',
    'fn kept() { a && b }',
    'fn kept() { a & &b }',
    'fn r#fn() {}',
    'fn r() {}',
    '#[cfg(not(test))] fn kept() { 1 }',
    '#[cfg(any(test, feature = "x"))] fn kept() { 1 }',
    '#[cfg(feature = "test")] fn kept() { 1 }',
    '#[inline] fn kept() { 1 }',
    '#[cfg_attr(test, inline)] fn kept() { 1 }',
    '#[cfg(test)] fn a() {} #[cold] fn kept() { 1 }',
    '#[cfg(test)] fn a() {} fn b<C, D>() {} fn kept() { 1 }',
    'struct A { #[cfg(test)] b: C<D, E>, f: G }',
    '#![no_std] fn kept() { 1 }',
  ];
  const tokens = texts.map((text) => JSON.stringify(rustTokens(text)));
  for (const [i, each] of tokens.entries())
    assert.equal(tokens.indexOf(each), i, `${texts[i]} as ${texts[tokens.indexOf(each)]}`);
  assert.throws(() => rustTokens('fn kept() { "1 }'), /no token of Rust: "\\"1 }"/);
  assert.throws(() => rustTokens('/* /* */'), /without an end/);
});

test('the files of modules for tests', () => {
  const text = '#[cfg(test)] mod a; #[cfg(test)]\n#[rustfmt::skip]\npub(crate) mod b; mod c; #[cfg(test)] mod d {}';
  const names = (folder) => ['a.rs', 'a/', 'b.rs', 'b/'].map((name) => folder + name);
  assert.deepEqual(testFiles('x/src/lib.rs', text), names('x/src/'));
  assert.deepEqual(testFiles('x/y/mod.rs', text), names('x/y/'));
  assert.deepEqual(testFiles('x/y.rs', text), names('x/y/'));
  assert.deepEqual(testFiles('main.rs', text), names(''));
  assert.deepEqual(testFiles('x/src/lib.rs', 'mod a; #[cfg(test)] mod b { mod c; }'), []);
});

test('every file of Rust: a comment changes no token, and what stays compiles to the same tokens', () => {
  const files = execFileSync('git', ['ls-files', '*.rs'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  assert.ok(files.length > 200, `${files.length} files`);
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    const tokens = rustTokens(text);
    assert.deepEqual(rustTokens(tokens.join(' /* \' " */\n// " r#"\n')), tokens, file);
    assert.ok(!tokens.some((token) => /^\/[/*]/.test(token)), file);
    assert.ok(tokens.length > 0 || /#!\[cfg\(test\)\]|^\s*\/\//.test(text), file);
  }
});
