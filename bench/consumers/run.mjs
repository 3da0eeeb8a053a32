// Packages that use modular exponentiation: their main operations on their own arithmetic and on powmod, in turn.
// node bench/consumers/run.mjs [--quick] [--json FILE]
import { installConsumers } from '../../workshop/consumers/install.mjs';
import { inNode } from '../../workshop/engines/in-engines.mjs';
import { readOptions, writeResult } from '../harness.mjs';

const options = readOptions();
const timing = options.quick
  ? { rounds: 3, sampleMs: 1, warmMs: 10, slowMs: 20 }
  : { rounds: 25, sampleMs: 20, slowMs: 100 };

await installConsumers();
writeResult(options, await inNode('bench/consumers/measure.js', { timing }));
