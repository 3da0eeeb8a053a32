// The scripts of kernels: the module as streams, and what becomes of damaged ones.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { compiledFolder } from '../../../crate/build/kernels.mjs';
import { joinStreams } from '../../../crate/js/src/kernels/streams.ts';
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

test('streams may begin anywhere in a buffer', async () => {
  const streams = await streamsOf('scalar');
  const within = new Uint8Array(streams.length + 3);
  within.set(streams, 3);
  assert.deepEqual(joinStreams(within.subarray(3)), joinStreams(streams));
});

/** The layout that crate/build/streams.mjs describes. */
const [STREAMS, STATES, NEXT] = [10, 64, 128];
/** The words of the header: where each stream begins, the module's length, what precedes the bodies, their count. */
const WORDS = STREAMS + 3;

test('streams with another header are refused, by us or by the engine', async () => {
  const streams = await streamsOf('relaxed-powers');
  for (let index = 0; index < WORDS; index++)
    // A module of 2 GB takes seconds to refuse.
    for (const difference of [-1, 1, 1 << 24, ...(index === STREAMS ? [] : [1 << 31])]) {
      const copy = streams.slice();
      const header = new DataView(copy.buffer);
      header.setUint32(4 * index, header.getUint32(4 * index, true) + difference, true);
      const joins = () => assert.ok(WebAssembly.validate(joinStreams(copy)));
      assert.throws(joins, `word ${index} and ${difference}`);
    }
});

test('streams that end early or late are refused', async () => {
  const streams = await streamsOf('scalar');
  const longer = new Uint8Array(streams.length + 1);
  longer.set(streams);
  for (const damaged of [streams.subarray(0, -1), longer, streams.subarray(0, NEXT), streams.subarray(0, 51)])
    assert.throws(() => joinStreams(damaged), /damaged|Offset is outside/);
});

test('an instruction that is not known is refused', async () => {
  const streams = await streamsOf('scalar');
  const opcodes = new DataView(streams.buffer).getUint32(4 * 2, true);
  for (const bytes of [[0xfe], [0x1c], [0xfc, 8], [0xff]]) {
    const copy = streams.slice();
    copy.set(bytes, opcodes);
    assert.throws(() => joinStreams(copy), /damaged/);
  }
});

test('damage to the states or to a body is refused, or gives as many bytes', async () => {
  const streams = await streamsOf('relaxed-powers');
  const whole = joinStreams(streams);
  for (let place = STATES; place < streams.length; place += 997) {
    const copy = streams.slice();
    copy[place] = (copy[place] as number) ^ 0x81;
    try {
      const joined = joinStreams(copy);
      assert.equal(joined.length, whole.length);
    } catch (error) {
      assert.match(String(error), /damaged/);
    }
  }
});
