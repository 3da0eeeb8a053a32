// Short moduli: where the time of a call goes, and the same call beside GMP and OpenSSL; long moduli beside GMP.
import { ratioText, time } from '../report/format.mjs';

const PARTS = ['conversion', 'crossing', 'enter', 'leave', 'table', 'products'];

export default function section({ exponentBits, engines, peers }, { table }) {
  return `
The time of one \`pow\` of a kept modulus, for an exponent of ${exponentBits} bits, and its parts. *call* is the call as it is; it computes
in native BigInt where that is faster. All other columns are of the call in WebAssembly. *conversion* is between bigints and
bytes. *enter* and *leave* are the ways to and from Montgomery form, *table* is the table of odd powers, and *products* are all
products and squarings after it. *crossing* is the rest: arguments, answer and the call itself.

${engines.map((engine) => inEngine(engine, table)).join('\n\n')}

${peers ? besidePeers(peers, table) : ''}`;
}

function inEngine({ version, kernel, rows }, table) {
  return `${version}, \`${kernel}\`:

${table(
  ['bits', 'call', 'BigInt', 'in WebAssembly', ...PARTS],
  rows.map(({ bits, timings, parts }) => [
    bits,
    ...[timings.call, timings.BigInt, timings.inWasm].map(({ min }) => time(min)),
    // A difference of two measured times may be below 0.
    ...PARTS.map((part) => time(Math.max(0, parts[part]))),
  ]),
)}`;
}

function besidePeers({ engine, rows }, table) {
  const peers = [...new Set(rows.flatMap(({ timings }) => Object.keys(timings)))].filter((name) => name !== 'powmod');
  return `The time of each peer over that of powmod in ${engine}, so a figure above 1 means that powmod is faster. OpenSSL accepts no shorter
modulus than the first with a figure, and was not run beside long ones.

${table(
  ['', 'powmod', ...peers],
  rows
    .toSorted((a, b) => a.bits - b.bits)
    .map(({ bits, exponentBits, timings }) => [
      `${bits}/${exponentBits}`,
      time(timings.powmod.min),
      ...peers.map((peer) => ratioText(timings[peer], timings.powmod)),
    ]),
)}`;
}
