// A module whose function calls another in a loop, and has 40 variables, each of which counts the rounds: README.md.
// The value of this script is what it found.
const VARIABLES = 40;
const ROUNDS = 1000;
const CALLS = 20_000;

const variables = Array.from({ length: VARIABLES }, (_, i) => i + 1); // 0 is the parameter
const section = (id, bytes) => [id, ...(bytes.length < 128 ? [bytes.length] : long(bytes.length)), ...bytes];
const long = (length) => [(length & 127) | 128, length >> 7];
const body = (locals, code) => [...long(locals.length + code.length + 1), ...locals, ...code, 0x0b];

const round = [
  ...[0x10, 1], // calls the other function, which does nothing
  ...variables.flatMap((i) => [0x20, i, 0x42, 1, 0x7c, 0x21, i]), // adds 1 to each
  ...[0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0], // counts the parameter down
];
const sum = variables.flatMap((i) => [0x20, i, ...(i > 1 ? [0x7c] : [])]);
const bytes = [
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [2, 0x60, 1, 0x7f, 1, 0x7e, 0x60, 0, 0]),
  ...section(3, [2, 0, 1]),
  ...section(7, [1, 1, 0x66, 0, 0]),
  ...section(10, [2, ...body([1, VARIABLES, 0x7e], [0x03, 0x40, ...round, 0x0b, ...sum]), ...body([0], [])]),
];
const { f } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(bytes))).exports;

const wrong = Array.from({ length: CALLS }, () => f(ROUNDS)).filter((found) => found !== BigInt(VARIABLES * ROUNDS));
String(`expected ${VARIABLES * ROUNDS}; ${wrong.length} of ${CALLS} calls gave another number: ${wrong.join(', ')}`);
