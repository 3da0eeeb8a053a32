// The end of a session: what it held is wiped, though a first attempt fails, and nothing of it is used again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WasmInstance } from '../../../crate/js/src/border/instance.ts';
import * as operations from '../../../crate/js/src/border/powers-operations.generated.ts';
import { KeptResource } from '../../../crate/js/src/border/resource.ts';
import { separate } from '../../../crate/js/src/border/separate.ts';
import { kernelFile } from '../../support/package.ts';
import { withTrap } from '../../support/sabotage.ts';
import { isWiped, withoutRoom } from '../../support/wipes.ts';

const bytes = kernelFile('scalar');
const failing = new WasmInstance(withTrap(bytes, operations.inv));
const seven = { modulus: Uint8Array.of(7) };

const fail = (instance: WasmInstance) =>
  assert.throws(() => instance.call(operations.inv, { ...seven, a: 3n }), { code: 'ERR_FAULT' });

test('a memory that could not be wiped is wiped by the next call, or when a handle is freed', () => {
  const next: ((resource: { free(): void }) => void)[] = [
    () => failing.call(operations.mul, { ...seven, a: 3n, b: 5n }),
    (resource) => resource.free(),
  ];
  for (const work of next) {
    const resource = failing.make(operations.keepModulus, seven, () => {});
    const { memory } = failing.session;
    withoutRoom(() => fail(failing));
    assert.equal(isWiped(memory), false);
    work(resource);
    assert.equal(isWiped(memory), true);
  }
});

test('an ended instance whose memory could not be wiped is no spare, and is wiped in a task of its own', async () => {
  const parent = new WasmInstance(new WebAssembly.Module(bytes));
  const memories = [];
  for (const hasRoom of [true, false, true]) {
    const { instance, end } = separate(parent);
    const { memory } = (instance as WasmInstance).session;
    memories.push(memory);
    if (hasRoom) end();
    else withoutRoom(end);
    assert.equal(isWiped(memory), hasRoom);
    await null; // and no call
    assert.equal(isWiped(memory), true);
    if (!hasRoom) assert.notEqual((separate(parent).instance as WasmInstance).session.memory, memory);
  }
  assert.equal(memories[0], memories[1], 'a wiped memory serves again');
  assert.notEqual(memories[1], memories[2]);
});

test('no more than 32 memories are kept for later', () => {
  const parent = new WasmInstance(new WebAssembly.Module(bytes));
  const some = () => Array.from({ length: 40 }, () => separate(parent));
  const memories = (all: ReturnType<typeof some>) =>
    all.map(({ instance }) => (instance as WasmInstance).session.memory);
  const first = some();
  const ended = new Set(memories(first));
  for (const { end } of first) end();
  assert.equal(memories(some()).filter((memory) => ended.has(memory)).length, 32);
});

test('an object of a session that has ended is not freed in the next', () => {
  let freed = 0;
  const make = () => failing.make(operations.keepModulus, seven, () => freed++);
  const lost = make();
  assert.equal(lost.isLost(), false);
  fail(failing);
  const next = make();
  assert.deepEqual([lost.isLost(), next.isLost()], [true, false]);
  lost.free();
  assert.equal(freed, 0);
  next.free();
  assert.equal(freed, 1);
});

test('a freed object is not freed again when its owner is collected', () => {
  const instance = new WasmInstance(new WebAssembly.Module(bytes));
  const owners = new Set<object>();
  instance.freeWith = (owner) => void owners.add(owner);
  instance.forget = (owner) => void owners.delete(owner);
  const made = instance.make(operations.keepModulus, seven, operations.freeModulus);
  const kept = new KeptResource(instance, 'modulus', 'pm.modulus', made);
  assert.deepEqual([...owners], [kept]);
  kept.free();
  assert.deepEqual([...owners], []);
});
