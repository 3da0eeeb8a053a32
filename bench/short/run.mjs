// Powers with short moduli: where the time of a call goes, and the same call beside GMP and OpenSSL. Long moduli beside GMP.
// node bench/short/run.mjs [--quick] [--json FILE] [ENGINE…]
import { missingProgram, nodeProgram } from '../../workshop/engines/engines.mjs';
import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { openRuntime } from '../../workshop/engines/runtime.mjs';
import { buildTestKernels } from '../../workshop/kernel-builds.mjs';
import { readOptions, writeResult } from '../harness.mjs';
import { missingGmpy2 } from '../peers/gmpy2.mjs';

const ENGINES = ['Node 24', 'Node 26', 'Bun', 'Firefox'];
const EXPONENT_BITS = 256;
/** The engine that runs beside GMP and OpenSSL. */
const NODE = 26;
/** The shortest modulus that OpenSSL accepts for a Diffie-Hellman secret. */
const OPENSSL_FROM = 512;

const options = readOptions();
const sizes = options.quick ? [256, 1024] : [64, 128, 256, 384, 512, 768, 1024];
const longSizes = options.quick ? [] : [8192, 12288, 16384, 32768];
const timing = options.quick ? { rounds: 3, sampleMs: 2, warmMs: 4 } : { rounds: 25, sampleMs: 5, warmMs: 60 };

await buildTestKernels();
const wanted = options.wanted.length ? ENGINES.filter((name) => options.wanted.includes(name)) : ENGINES;
const engines = wanted.length
  ? await inEngines(wanted, async (engine, name) => {
      const measured = await engine.call('bench/short/measure.js', { sizes, exponentBits: EXPONENT_BITS, timing });
      const rows = measured.rows.map(({ bits, timings }) => ({ bits, timings, parts: partsOf(timings) }));
      return { engine: name, version: engine.version, kernel: measured.kernel, rows };
    })
  : [];
const peers = await besidePeers();
writeResult(options, { exponentBits: EXPONENT_BITS, engines, peers });

/**
 * The parts of a call in WebAssembly, in microseconds. `crossing` is what the other parts leave: arguments, answer and
 * the call itself.
 */
function partsOf({ inWasm, inBytes, enter, leave, table, power }) {
  return {
    conversion: inWasm.min - inBytes.min,
    crossing: inBytes.min - enter.min - leave.min - power.min,
    enter: enter.min,
    leave: leave.min,
    table: table.min,
    products: power.min - table.min,
  };
}

/** The calls of powmod in turn with those of the peers. */
async function besidePeers() {
  const program = nodeProgram(NODE);
  const reasons = { [`Node ${NODE}`]: missingProgram(program), GMP: missingGmpy2() };
  for (const [name, reason] of Object.entries(reasons)) if (reason) console.log(`${name} is left out: ${reason}`);
  if (reasons[`Node ${NODE}`]) return undefined;
  const engine = await openRuntime('Node', program);
  const measure = async (shapes, against) =>
    (
      await engine.call('bench/peers/measure.js', {
        kernel: 'auto',
        shapes,
        against: against.filter((peer) => peer !== 'gmp' || !reasons.GMP),
        timing,
      })
    ).rows;
  const shapes = sizes.map((bits) => [bits, EXPONENT_BITS]);
  const withoutOpenssl = shapes.filter(([bits]) => bits < OPENSSL_FROM);
  const rows = [
    ...(await measure([...withoutOpenssl, ...longSizes.map((bits) => [bits, EXPONENT_BITS])], ['gmp'])),
    ...(await measure([...shapes.filter(([bits]) => bits >= OPENSSL_FROM), [1024, 1024]], ['gmp', 'openssl'])),
  ];
  return { engine: engine.version, rows };
}
