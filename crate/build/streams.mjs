/**
 * The wasm in the package's scripts is stored as streams, one for each kind of byte in functions. In a module opcodes,
 * local indices, constants, offsets and labels alternate, and no Huffman table of deflate fits all of them. Apart they
 * deflate to four fifths. crate/js/src/kernels/join.wat joins them again, and knows no instruction: the states below,
 * which it reads before the streams, tell it for each byte from which stream the next one comes.
 *
 * Layout, in little-endian u32: where each stream begins, the module's length, the length of what precedes the first
 * body, and the count of bodies. From byte 64 on, a byte for each state: where the header has the beginning of its
 * stream. From byte 128 on, 256 bytes for each state of an opcode: the state behind each value. Then two bytes for each
 * other state: the state behind a value below 128, and behind the others. The streams follow. A body's length is left
 * out.
 */
import { BuildError } from './run.mjs';
import { sectionOf } from './shrink.mjs';

const STREAMS = [
  'rest', // the bytes outside of bodies
  'locals', // the declarations of local variables
  'opcodes', // with types of blocks, indices of globals and memories, alignments and lanes
  'gets', // the operand of local.get
  'sets', // the operand of local.set and local.tee
  'integers', // the operand of i32.const
  'constants', // the operands of other constants and of shuffles
  'offsets', // of loads and stores
  'callees', // the functions that are called
  'labels', // the targets of branches
];

/** The places of two parts of the layout. */
const [STREAM_OF, NEXT] = [64, 128];

/** The states of an opcode, and of the second opcode of two kinds of instructions. */
const [INSTRUCTION, VECTOR, EXTENDED] = [0, 1, 2];
const OPCODES = 3;
/** Not states of bytes: behind the opcode of `br_table`, behind a body, and behind what is no instruction. */
const [TABLE, DONE, UNKNOWN] = [0x80, 0x81, 0x82];

/** In the stream of opcodes, the `end` of a body: no instruction begins with this byte. */
const LAST = 0xff;
const END = 0x0b;

const states = [];

/** A new state, of a number in LEB128: the state behind its last byte, and behind the bytes from 128 on. */
function number(stream, low = INSTRUCTION, high = states.length) {
  states.push({ cursor: 4 * STREAMS.indexOf(stream), next: [low, high] });
  return states.length - 1;
}

/** The first of new states, one for each of the bytes. */
const bytes = (stream, count, after = INSTRUCTION) =>
  count === 0 ? after : bytes(stream, count - 1, number(stream, after, after));

// Opcodes: the WebAssembly specification, chapter "Binary Format".
while (states.length < OPCODES) number('opcodes');
const inOpcodes = number('opcodes');
const lane = bytes('opcodes', 1);
const memory = number('opcodes', number('offsets'));
const eight = bytes('constants', 8);

table(VECTOR, [
  [INSTRUCTION, [14, 20], [35, 83], [94, 127]],
  [inOpcodes, [128, 255]], // an opcode of two bytes: arithmetic
  [memory, [0, 11], [92, 93]],
  [number('opcodes', number('offsets', lane)), [84, 91]],
  [bytes('constants', 8, eight), [12, 13]], // v128.const, i8x16.shuffle
  [lane, [21, 34]],
]);
table(EXTENDED, [
  [INSTRUCTION, [0, 7], [19, 22]], // conversions, wide arithmetic
  [number('opcodes', inOpcodes), [10]], // memory.copy
  [inOpcodes, [11]], // memory.fill
]);
table(INSTRUCTION, [
  // unreachable, nop, else, end, return, drop, select and arithmetic
  [INSTRUCTION, [0x00, 0x01], [0x05], [END], [0x0f], [0x1a, 0x1b], [0x45, 0xc4]],
  [inOpcodes, [0x02, 0x04], [0x23, 0x24], [0x3f, 0x40]], // blocks, globals, memory.size, memory.grow
  [number('gets'), [0x20]],
  [number('sets'), [0x21, 0x22]],
  [number('integers'), [0x41]],
  [number('constants'), [0x42]], // i64.const
  [eight, [0x44]], // f64.const
  [memory, [0x28, 0x3e]],
  [number('callees'), [0x10]],
  [number('callees', number('callees')), [0x11]], // call_indirect
  [number('labels'), [0x0c, 0x0d]], // br, br_if
  [TABLE, [0x0e]],
  [EXTENDED, [0xfc]],
  [VECTOR, [0xfd]],
  [DONE, [LAST]],
]);

/** Sets the states behind an opcode: each with the ranges of opcodes that it follows. */
function table(opcode, rows) {
  const next = new Array(256).fill(UNKNOWN);
  for (const [after, ...ranges] of rows) for (const [first, last = first] of ranges) next.fill(after, first, last + 1);
  states[opcode].next = next;
}

/** The streams of a module, as `joinStreams` takes them. */
export function splitModule(wasm) {
  const code = sectionOf(wasm, 10);
  const bodies = code.number();
  const start = code.at;
  const streams = STREAMS.map(() => []);
  const [rest] = streams;
  rest.push(...wasm.subarray(0, start));
  for (let left = bodies; left > 0; left--) splitBody(code, streams);
  rest.push(...wasm.subarray(code.at));

  const next = states.flatMap(({ next }) => next);
  const head = Buffer.alloc(NEXT + next.length);
  for (const [i, { cursor }] of states.entries()) head[STREAM_OF + i] = cursor;
  head.set(next, NEXT);
  let begin = head.length;
  for (const [i, { length }] of streams.entries()) {
    head.writeUInt32LE(begin, 4 * i);
    begin += length;
  }
  for (const [i, word] of [wasm.length, start, bodies].entries()) head.writeUInt32LE(word, 4 * (streams.length + i));
  return Buffer.concat([head, ...streams.map((stream) => Buffer.from(stream))]);
}

/** Reads the next body of the code section into its streams. */
function splitBody(code, streams) {
  const body = code.bytes(code.number());
  let at = 0;
  const moved = (stream) => {
    streams[stream].push(body[at]);
    return body[at++];
  };
  const movedNumber = (stream) => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = moved(stream);
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };

  const [locals, labels] = ['locals', 'labels'].map((name) => STREAMS.indexOf(name));
  for (let groups = movedNumber(locals); groups > 0; groups--) {
    movedNumber(locals);
    moved(locals);
  }
  let now = INSTRUCTION;
  while (at < body.length) {
    const { cursor, next } = states[now];
    const byte = moved(cursor / 4);
    now = next[now < OPCODES ? byte : byte >> 7];
    if (now === TABLE) {
      for (let left = movedNumber(labels); left >= 0; left--) movedNumber(labels);
      now = INSTRUCTION;
    }
    if (now >= states.length) throw new BuildError(`crate/build/streams.mjs: unknown opcode ${byte}`);
  }
  const opcodes = streams[STREAMS.indexOf('opcodes')];
  if (opcodes.pop() !== END) throw new BuildError('crate/build/streams.mjs: a body has another end');
  opcodes.push(LAST);
}
