// The simulation of Apple's cores, on code whose cycles follow from the units and the latencies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CORES, cycles } from '../../bench/arm/apple.mjs';

const core = CORES['M1 P'];
const times = (count, line) => Array.from({ length: count }, (_, i) => line(i));

for (const [what, instructions, expected] of [
  ['products that wait for each other', times(100, () => 'mul x0, x0, x1'), 300],
  ['two units multiply', times(100, (i) => `mul x${i % 8}, x20, x21`), 52],
  ['one unit multiplies and adds', times(100, (i) => `madd x${i % 8}, x20, x21, x22`), 102],
  ['four units for vectors', times(120, (i) => `smull v${i % 16}.4s, v20.4h, v21.4h`), 32],
  ['eight instructions enter in a cycle', times(800, () => 'nop'), 99],
  ['a write of one lane waits for the others', times(50, () => 'ins v0.d[0], v1.d[0]'), 100],
  ['a load waits for its address', times(50, () => 'ldr x0, [x0, x1]'), 200],
  ['a comparison and its branch are one', times(100, () => ['cmp x0, x1', 'b.hs .L']).flat(), 34],
  ['names of 32 and of 64 bits are one register', times(50, (i) => (i % 2 ? 'add w1, w0, #1' : 'add x0, x1, #1')), 50],
])
  test(what, () => assert.equal(cycles(instructions, core), expected));
