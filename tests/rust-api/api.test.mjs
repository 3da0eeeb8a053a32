// The public items of the crates are those that are listed here, each has an example, and a change that breaks users
// changes the version.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, run } from '../../crate/build/run.mjs';
import { installTool, toolEnvironment } from '../../crate/build/tools.mjs';
import { CRATES, listOf, publicItems } from './api.mjs';

const read = (path) => readFileSync(path, 'utf8').replaceAll('\r', '');
const SOURCES = join(root, 'crate/core/src');

for (const crate of Object.keys(CRATES))
  test(`the public items of ${crate} are those of tests/rust-api/${crate}.txt`, { timeout: 600_000 }, async () => {
    const lines = (text) => text.trimEnd().split('\n');
    const [found, listed] = [lines(await publicItems(crate)), lines(read(listOf(crate)))];
    const without = (some, others) => some.filter((line) => !others.includes(line));
    const changes = { added: without(found, listed), removed: without(listed, found) };
    assert.deepEqual(changes, { added: [], removed: [] }, 'npm run rust-api writes the lists anew');
  });

/** The code of the examples in lines of documentation. */
function examplesIn(lines) {
  const code = [];
  let isCode = false;
  for (const line of lines)
    if (line.startsWith('```')) isCode = !isCode;
    else if (isCode) code.push(line);
  return code.join('\n');
}

/** The examples at the head of a module's file. */
function examplesOf(module) {
  const path = module.slice(1).join('/');
  const file =
    module.length === 1 ? 'lib.rs' : existsSync(join(SOURCES, `${path}.rs`)) ? `${path}.rs` : `${path}/mod.rs`;
  const head = /^(?:\/\/!.*\n)*/.exec(read(join(SOURCES, file)))[0];
  return examplesIn(head.split('\n').map((line) => line.replace(/^\/\/! ?/, '')));
}

/** The items whose own documentation has an example: `fn pow`. */
function itemsWithExamples() {
  const found = new Set();
  for (const file of readdirSync(SOURCES, { recursive: true }).filter((name) => name.endsWith('.rs'))) {
    const item = /((?:^ *\/\/\/.*\n)+)(?: *#\[.*\n)*^pub (\w+ \w+)/gm;
    for (const [, docs, name] of read(join(SOURCES, file)).matchAll(item))
      if (examplesIn(docs.split('\n').map((line) => line.replace(/^ *\/\/\/ ?/, '')))) found.add(name);
  }
  return found;
}

/**
 * The functions, types and traits in a list of which no example is found: neither in their own documentation, nor by
 * their name in that of their module, nor by `module::name` in that of a module above. A re-export, one module higher or
 * lower, may have the example instead.
 */
function withoutExamples(list, examples = examplesOf, own = itemsWithExamples()) {
  const lines = list.trimEnd().split('\n');
  const modules = new Set(lines.flatMap((line) => /^pub mod ([\w:]+)$/.exec(line)?.[1] ?? []));
  const items = lines.flatMap((line) => {
    const [, kind, path, rest] = /^pub (?:const )?(fn|struct|enum|trait|union) (\w+(?:::\w+)*)(.*)/.exec(line) ?? [];
    if (!path || /^<[^(]*>::/.test(rest)) return []; // a method of a generic type
    const module = path.split('::');
    const name = module.pop();
    if (!modules.has(module.join('::'))) return [];
    const qualified = new RegExp(`\\b${module.at(-1)}::${name}\\b`);
    const above = module.map((_, i) => module.slice(0, i + 1)).slice(0, -1);
    const isShown =
      own.has(`${kind} ${name}`) ||
      new RegExp(`\\b${name}\\b`).test(examples(module)) ||
      above.some((one) => qualified.test(examples(one)));
    return [{ path, module: module.join('::'), same: `${kind} ${name}${rest}`, isShown }];
  });
  const isParent = (a, b) => b.startsWith(`${a}::`) && !b.slice(a.length + 2).includes('::');
  const isSame = (a, b) => a.same === b.same && (isParent(a.module, b.module) || isParent(b.module, a.module));
  const hidden = items.filter((item) => !item.isShown && !items.some((other) => other.isShown && isSame(item, other)));
  return [...new Set(hidden.map(({ path }) => path))];
}

test('each function, type and trait of powmod has an example', () => {
  assert.deepEqual(withoutExamples(read(listOf('powmod'))), []);
});

test('an item without an example is found', () => {
  const list =
    'pub mod a\npub mod a::b\npub fn a::b::shown(u8)\npub fn a::b::above()\npub fn a::b::hidden()\npub struct a::b::Own\npub fn a::b::Own::method()';
  const examples = (module) => ({ a: 'b::above(); hidden()', 'a::b': 'shown(1)' })[module.join('::')];
  assert.deepEqual(withoutExamples(list, examples, new Set(['struct Own'])), ['a::b::hidden']);
});

test('the README of powmod has each feature and the oldest Rust', () => {
  const readme = read(join(root, 'crate/core/README.md'));
  const features = /^\[features\]\n((?:.+\n)+)/m.exec(read(join(root, 'crate/core/Cargo.toml')))[1];
  const names = [...features.matchAll(/^([\w-]+) =/gm)].map(([, name]) => name);
  assert.deepEqual(
    [...readme.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name),
    names,
  );
  const oldest = /^rust-version = "(.*)"$/m.exec(read(join(root, 'Cargo.toml')))[1];
  assert.ok(readme.includes(`needs Rust ${oldest}.`), oldest);
});

test('a change that breaks users changes the version', { timeout: 1_200_000 }, async (t) => {
  const released = /^## (\d+\.\d+\.\d+)/m.exec(read(join(root, 'CHANGELOG.md')))?.[1];
  if (!released) return t.diagnostic('CHANGELOG.md has no released version: there is nothing to compare with');
  const tag = `v${released}`;
  if (!(await run('git', ['tag', '--list', tag])).trim())
    await run('git', ['fetch', '--depth=1', 'origin', 'tag', tag]);
  await installTool({
    what: 'cargo-semver-checks',
    crate: ['cargo-semver-checks', '--locked'],
    program: 'cargo-semver-checks',
    version: /^cargo-semver-checks /,
    seconds: 300,
    ask: ['semver-checks', '--version'],
  });
  const packages = Object.keys(CRATES).flatMap((crate) => ['--package', crate]);
  await run('cargo', ['semver-checks', `--baseline-rev=${tag}`, ...packages], { env: toolEnvironment });
});
