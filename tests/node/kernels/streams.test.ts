// The scripts of kernels: the module as streams, and what becomes of damaged ones.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { compiledFolder } from '../../../crate/build/kernels.mjs';
import { HEADER, joinInSteps, joinStreams, STREAMS } from '../../../crate/js/src/kernels/streams.ts';
import { root } from '../../support/vectors.ts';

const folder = join(root, 'crate/js/dist/kernels');
const names = readdirSync(folder).flatMap((file) => /^(.*)(?<!\.d)\.js$/.exec(file)?.[1] ?? []);

async function streamsOf(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const { default: text } = await import(pathToFileURL(join(folder, `${name}.js`)).href);
  return new Uint8Array(inflateRawSync(Buffer.from(text, 'base64')));
}

test('the joined streams of each script are the module, byte for byte', async () => {
  assert.ok(names.length >= 14, String(names));
  for (const name of names) {
    const compiled = readFileSync(join(root, compiledFolder(name), 'powmod_bg.wasm'));
    assert.ok(compiled.equals(joinStreams(await streamsOf(name))), name);
    const file = join(folder, `${name}.wasm`);
    // What reads files takes the complete modules for powers.
    assert.equal(existsSync(file), !name.endsWith('-powers'), name);
    if (existsSync(file)) assert.ok(compiled.equals(readFileSync(file)), name);
  }
});

test('streams are joined function by function, so that a page may do something else between', async () => {
  const streams = await streamsOf('scalar');
  const steps = joinInSteps(streams);
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count++;
  assert.ok(count > 100, String(count));
  assert.deepEqual(step.value, joinStreams(streams));
});

test('streams may begin anywhere in a buffer', async () => {
  const streams = await streamsOf('scalar');
  const within = new Uint8Array(streams.length + 3);
  within.set(streams, 3);
  assert.deepEqual(joinStreams(within.subarray(3)), joinStreams(streams));
});

test('streams with another header are refused, by us or by the engine', async () => {
  const streams = await streamsOf('scalar');
  assert.equal(HEADER / 4, 3 + STREAMS);
  for (let index = 0; index < HEADER / 4; index++)
    for (const difference of [-1, 1]) {
      const copy = streams.slice();
      const header = new DataView(copy.buffer);
      header.setUint32(4 * index, header.getUint32(4 * index, true) + difference, true);
      assert.throws(() => new WebAssembly.Module(joinStreams(copy)), `word ${index} and ${difference}`);
    }
});

test('streams that end early or late are refused', async () => {
  const streams = await streamsOf('scalar');
  assert.throws(() => joinStreams(streams.subarray(0, -1)), /a stream of the module ends early/);
  const longer = new Uint8Array(streams.length + 1);
  longer.set(streams);
  assert.throws(() => joinStreams(longer), /the module's streams have other lengths/);
});

test('an instruction that is not known is refused', async () => {
  const streams = await streamsOf('scalar');
  const lengths = new Uint32Array(streams.slice(0, HEADER).buffer).subarray(3);
  const opcodes = HEADER + (lengths[0] as number) + (lengths[1] as number);
  for (const [bytes, message] of [
    [[0xff], /unknown opcode 255$/],
    [[0x1c], /unknown opcode 28$/],
    [[0xfc, 8], /unknown opcode 0xfc 8$/],
  ] as const) {
    const copy = streams.slice();
    copy.set(bytes, opcodes);
    assert.throws(() => joinStreams(copy), message);
  }
});
