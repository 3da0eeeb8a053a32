// Reads what QEMU logs of the code that an engine generates: `-d in_asm,exec,nochain`, with a filter of addresses.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** QEMU's options for such a log. */
export const logOptions = (file, filter) => ['-D', file, '-d', 'in_asm,exec,nochain', '-dfilter', filter];

/**
 * QEMU's filter for all addresses outside files: code that the engine generated. A library may seem not executable in
 * QEMU.
 *
 * @param {string} maps /proc/self/maps of the engine
 */
export function generatedCode(maps) {
  const files = [...maps.matchAll(/^([\da-f]+)-([\da-f]+) \S+ \S+ \S+ \S+ +\//gm)]
    .map(([, from, to]) => [BigInt(`0x${from}`), BigInt(`0x${to}`)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const ends = [0x1000n, ...files.map(([, to]) => to)];
  const starts = [...files.map(([from]) => from), 0x800000000000n];
  const gaps = ends.map((from, i) => [from, starts[i] - 1n]).filter(([from, to]) => from < to);
  return gaps.map(([from, to]) => `0x${from.toString(16)}..0x${to.toString(16)}`).join(',');
}

/** The instructions of each block of code, and the blocks in the order in which they ran. */
export async function readLog(file) {
  const blocks = new Map();
  const order = [];
  let block;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.startsWith('0x')) {
      // QEMU fills an address with zeros to eight digits here, and to sixteen in a trace.
      const [, address, instruction] = /^0x0*([\da-f]+): +(?:[\da-f]{8} |(?:[\da-f]{2} )+) *(.*)$/.exec(line) ?? [];
      if (instruction === undefined) continue;
      if (!block) {
        block = [];
        blocks.set(address, block);
      }
      block.push(instruction.trim().replace(/\s+/g, ' '));
    } else {
      block = undefined;
      const address = /^Trace \d+: \S+ \[[\da-f]+\/0*([\da-f]+)\//.exec(line)?.[1];
      if (address) order.push(address);
    }
  }
  return { blocks, order };
}
