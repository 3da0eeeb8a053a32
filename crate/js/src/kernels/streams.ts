/**
 * The wasm in the package's scripts is stored as streams, one for each kind of byte in functions. In a module opcodes,
 * local indices, constants, offsets and labels alternate, and no Huffman table of deflate fits all of them. Apart they
 * deflate to four fifths.
 *
 * Layout: the header has the module's length, the length of what precedes the first body, the count of bodies and the
 * length of each stream, as little-endian u32. The streams follow. A body's length is left out.
 */

/** The bytes outside of bodies. */
const REST = 0;
/** The declarations of local variables. */
const LOCALS = 1;
/** Opcodes with types of blocks, indices of globals and memories, alignments and lanes. */
const OPCODES = 2;
/** The operand of `local.get`. */
const GETS = 3;
/** The operand of `local.set` and `local.tee`. */
const SETS = 4;
/** The operand of `i32.const`. */
const INTEGERS = 5;
/** The operands of other constants and of shuffles. */
const CONSTANTS = 6;
/** The offsets of loads and stores. */
const OFFSETS = 7;
/** The functions that are called. */
const CALLEES = 8;
/** The targets of branches. */
const LABELS = 9;

/** How many streams there are. */
export const STREAMS = 10;

/** The header's length in bytes. */
export const HEADER = 4 * (3 + STREAMS);

/** Opcodes, from the WebAssembly specification, chapter "Binary Format". */
const [BLOCK, IF, END, BR_TABLE, CALL_INDIRECT, F64_CONST] = [0x02, 0x04, 0x0b, 0x0e, 0x11, 0x44] as const;

/** The stream of the one number behind an opcode; 0 for opcodes with other operands, or none. */
const OPERAND = new Uint8Array(256);
for (const [stream, ...opcodes] of [
  [OPCODES, BLOCK, 0x03, IF, 0x23, 0x24, 0x3f, 0x40], // blocks, globals, memory.size, memory.grow
  [GETS, 0x20],
  [SETS, 0x21, 0x22],
  [INTEGERS, 0x41],
  [CONSTANTS, 0x42], // i64.const
  [CALLEES, 0x10],
  [LABELS, 0x0c, 0x0d], // br, br_if
] as const)
  for (const opcode of opcodes) OPERAND[opcode] = stream;

/** unreachable, nop, else, end, return, drop and select: as arithmetic they have no operand. */
const PLAIN = [0x00, 0x01, 0x05, END, 0x0f, 0x1a, 0x1b];

/** Bytes that are read or written in order. */
export interface Cursor {
  bytes: Uint8Array<ArrayBuffer>;
  at: number;
}

/**
 * Moves a module's bytes from one cursor for each stream to another. To join streams, all bytes go to one cursor; to
 * split a module, all come from one.
 */
export function mover(from: readonly Cursor[], to: readonly Cursor[]) {
  function byte(stream: number): number {
    const source = from[stream] as Cursor;
    const target = to[stream] as Cursor;
    if (source.at >= source.bytes.length) throw new Error('a stream of the module ends early');
    const value = source.bytes[source.at++] as number;
    target.bytes[target.at++] = value;
    return value;
  }

  function bytes(stream: number, count: number): void {
    for (let i = 0; i < count; i++) byte(stream);
  }

  /** A number in LEB128. Its value counts only where it is below 2^28. */
  function number(stream: number): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const next = byte(stream);
      value |= (next & 127) << shift;
      if (next < 128) return value;
    }
  }

  /** The operands of loads and stores. */
  function memory(): void {
    number(OPCODES);
    number(OFFSETS);
  }

  function operands(opcode: number): void {
    const stream = OPERAND[opcode] as number;
    if (stream > 0) number(stream);
    else if (opcode >= 0x28 && opcode <= 0x3e) memory();
    else if (opcode === 0xfd) vector(number(OPCODES));
    else if (opcode === 0xfc) extended(number(OPCODES));
    else if (opcode === F64_CONST) bytes(CONSTANTS, 8);
    else if (opcode === CALL_INDIRECT) bytes(CALLEES, 2);
    else if (opcode === BR_TABLE) for (let labels = number(LABELS); labels >= 0; labels--) number(LABELS);
    else if (!PLAIN.includes(opcode) && (opcode < 0x45 || opcode > 0xc4)) throw new Error(`unknown opcode ${opcode}`);
  }

  /** Conversions, bulk memory and wide arithmetic. */
  function extended(opcode: number): void {
    if (opcode === 10 || opcode === 11)
      bytes(OPCODES, 12 - opcode); // memory.copy, memory.fill
    else if (opcode > 7 && (opcode < 19 || opcode > 22)) throw new Error(`unknown opcode 0xfc ${opcode}`);
  }

  function vector(opcode: number): void {
    const isLaneInMemory = opcode >= 84 && opcode <= 91;
    if (opcode < 12 || (opcode >= 84 && opcode <= 93)) memory();
    else if (opcode < 14) bytes(CONSTANTS, 16); // v128.const, i8x16.shuffle
    if (isLaneInMemory || (opcode >= 21 && opcode <= 34)) byte(OPCODES);
  }

  return {
    /** Bytes outside of bodies. */
    rest: (length: number) => bytes(REST, length),
    /** A function's body, behind its length. */
    body() {
      for (let groups = number(LOCALS); groups > 0; groups--) {
        number(LOCALS);
        byte(LOCALS);
      }
      for (let depth = 1; depth > 0; ) {
        const opcode = byte(OPCODES);
        if (opcode === END) depth--;
        else if (opcode >= BLOCK && opcode <= IF) depth++;
        operands(opcode);
      }
    },
  };
}

/** The longest length of a body, in LEB128. */
const LONGEST = 5;

/** The module of these streams. @throws Error if they are no module's */
export function joinStreams(packed: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const steps = joinInSteps(packed);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** As {@link joinStreams}, function by function. */
export function* joinInSteps(packed: Uint8Array<ArrayBuffer>): Generator<void, Uint8Array<ArrayBuffer>> {
  const header = new DataView(packed.buffer, packed.byteOffset);
  let read = 0;
  const next = () => {
    read += 4;
    return header.getUint32(read - 4, true);
  };
  const [length, start, bodies] = [next(), next(), next()];
  const streams: Cursor[] = [];
  let end = HEADER;
  while (streams.length < STREAMS) {
    const begin = end;
    end += next();
    streams.push({ bytes: packed.subarray(begin, end), at: 0 });
  }
  const module = { bytes: new Uint8Array(length + LONGEST), at: 0 };
  const { rest, body } = mover(streams, new Array(STREAMS).fill(module));
  rest(start);
  for (let left = bodies; left > 0; left--) {
    const place = module.at;
    module.at += LONGEST;
    body();
    putLength(module, place);
    yield;
  }
  rest(length - module.at);
  if (end !== packed.length || streams.some(({ at, bytes }) => at !== bytes.length))
    throw new Error("the module's streams have other lengths");
  return module.bytes.subarray(0, length);
}

/** Writes a body's length at `place`, and moves the body, which stands {@link LONGEST} behind `place`, to its end. */
function putLength(module: Cursor, place: number): void {
  const { bytes, at: end } = module;
  const start = place + LONGEST;
  module.at = place;
  let length = end - start;
  for (; length > 127; length >>>= 7) bytes[module.at++] = (length & 127) | 128;
  bytes[module.at++] = length;
  bytes.copyWithin(module.at, start, end);
  module.at += end - start;
}
