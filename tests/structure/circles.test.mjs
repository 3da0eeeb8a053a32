// No file imports itself in a circle, types and tests included, and no folder does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JAVASCRIPT, javascript, RUST, rust } from './imports.mjs';

const graph = new Map([...javascript(), ...rust()]);

test('the graph has the files and imports of every folder', () => {
  for (const folder of [...JAVASCRIPT, ...RUST]) {
    const files = [...graph].filter(([file]) => file.startsWith(`${folder}/`));
    const imports = files.reduce((sum, [, targets]) => sum + targets.size, 0);
    assert.ok(files.length >= 5 && imports >= files.length / 2, `${folder}: ${files.length} files, ${imports} imports`);
  }
});

test('no files form a circle', () => assert.equal(circleIn(graph), undefined));

for (const folder of foldersIn([...JAVASCRIPT, ...RUST]))
  test(`no rooms in ${folder} form a circle`, () => assert.equal(circleIn(roomsIn(folder)), undefined));

/** A circle, as a way back to its first node. */
function circleIn(graph) {
  const done = new Set();
  const way = [];
  const visit = (node) => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node].join('\n  -> ');
    if (done.has(node)) return undefined;
    done.add(node);
    way.push(node);
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next);
      if (circle) return circle;
    }
    way.pop();
    return undefined;
  };
  for (const node of graph.keys()) {
    const circle = visit(node);
    if (circle) return circle;
  }
  return undefined;
}

/** Each folder with a file in it, at or below these folders. */
function foldersIn(tops) {
  const found = new Set(tops);
  for (const file of graph.keys())
    for (let path = file; tops.some((top) => path.startsWith(`${top}/`)); found.add(path))
      path = path.slice(0, path.lastIndexOf('/'));
  return [...found].sort();
}

/** The files and folders that lie directly in a folder. `name.rs` and the folder `name/` are one. */
function roomsIn(folder) {
  const roomOf = (file) =>
    file.startsWith(`${folder}/`)
      ? file
          .slice(folder.length + 1)
          .split('/')[0]
          .replace(/\.rs$/, '')
      : undefined;
  const rooms = new Map();
  for (const [file, targets] of graph) {
    const from = roomOf(file);
    const others = [...targets].map(roomOf).filter((to) => to && to !== from);
    if (from) rooms.set(from, new Set([...(rooms.get(from) ?? []), ...others]));
  }
  return rooms;
}
