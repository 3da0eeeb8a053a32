// The instructions of one product or squaring, as QEMU's log has them.
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generatedCode, logOptions, readLog } from '../../workshop/engines/qemu-log.mjs';

const script = fileURLToPath(new URL('chain.js', import.meta.url));
const execute = promisify(execFile);

/** The single operations that a traced run ends with. The last but one is counted. */
const TIMES = 12;

/**
 * @typedef {object} Traced a runtime that QEMU runs
 * @property {string[]} command QEMU, its options, and the program
 * @property {string[]} flags of the program, for the code of its top tier at once or soon
 * @property {Record<string, string>} [env]
 * @property {number} warm 50 operations so often come before the traced ones
 */

/** The instructions of one operation, in the order in which they ran. @param {Traced} runtime @returns {Promise<string[]>} */
export async function traceOperation(runtime, kernel, operation) {
  const log = join(tmpdir(), `powmod-trace-${process.pid}`);
  try {
    const filter = generatedCode(await run(runtime, ['maps']));
    await run(runtime, [kernel, operation, runtime.warm, TIMES], logOptions(log, filter));
    const { blocks, order } = await readLog(log);
    return lastPeriod(order).flatMap((block) => blocks.get(block) ?? []);
  } finally {
    rmSync(log, { force: true });
  }
}

async function run({ command: [qemu, ...rest], flags, env }, args, options = []) {
  const { stdout } = await execute(qemu, [...options, ...rest, ...flags, script, ...args.map(String)], {
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 26,
  });
  return stdout;
}

/**
 * The blocks of one of the last operations. A block that runs once in an operation comes again at the same distance. The
 * largest distance that comes four times in a row, near the end, is the whole operation.
 */
function lastPeriod(order) {
  const places = new Map();
  for (const [i, block] of order.entries()) {
    const before = places.get(block) ?? [];
    places.set(block, before);
    if (before.push(i) > 2 * TIMES) before.shift();
  }
  let found = { length: 0, from: 0 };
  for (const all of places.values()) {
    for (let i = all.length - 1; i >= 4; i--) {
      const length = all[i] - all[i - 1];
      if (length <= found.length || order.length - all[i] > 10 * length) continue;
      if ([1, 2, 3].every((k) => all[i - k] - all[i - k - 1] === length)) found = { length, from: all[i - 1] };
    }
  }
  if (found.length === 0) throw new Error('the trace shows no operation that comes again');
  return order.slice(found.from, found.from + found.length);
}
