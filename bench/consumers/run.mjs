// Packages that use modular exponentiation: their main operations on their own arithmetic and on powmod, in turn.
// node bench/consumers/run.mjs [--quick] [--json FILE]
import { installConsumers } from '../../workshop/consumers/install.mjs';
import { missingProgram, nodeProgram } from '../../workshop/engines/engines.mjs';
import { installRuntimes } from '../../workshop/engines/install.mjs';
import { openRuntime } from '../../workshop/engines/runtime.mjs';
import { readOptions, writeResult } from '../harness.mjs';

const options = readOptions();
const timing = options.quick
  ? { rounds: 3, sampleMs: 1, warmMs: 10, slowMs: 20 }
  : { rounds: 25, sampleMs: 20, slowMs: 100 };
const NODE = 24;

await installRuntimes();
await installConsumers();
const reason = missingProgram(nodeProgram(NODE));
if (reason) throw new Error(reason);
const engine = await openRuntime('Node', nodeProgram(NODE));
const answer = await engine.call('bench/consumers/measure.js', { timing });

writeResult(options, { engine: engine.version, ...answer });
