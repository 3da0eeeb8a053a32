import { parseArgs } from 'node:util';
import { PowmodError } from '../errors.js';
import { init } from '../init.js';
import type { WasmKernel } from '../kernels/kernel.js';
import { type EngineFeature, engineHas } from '../kernels/probe.js';
import { variants } from '../kernels/verifiers.generated.js';
import type { Command, Options } from './command.js';

const FEATURES: [EngineFeature, string][] = [
  ['simd', 'fixed-width SIMD'],
  ['fusedMultiplyAdd', 'relaxed SIMD, fused multiply-add'],
  ['wideArithmetic', 'wide arithmetic'],
];

const options = { json: { type: 'boolean', about: 'Prints all as JSON.' } } as const satisfies Options;

export const info: Command = {
  summary: 'Prints the version, the engine and its features, the self-test of each kernel, the kernel in use, and why.',
  options,

  async run(args) {
    const { values } = parseArgs({ args, options });
    const features = FEATURES.map(([feature, name]) => ({ name, found: engineHas(feature) }));
    const kernels = (await examineKernels()).map(({ name, error }) => ({ name, problem: error?.message ?? null }));
    const { kernel: chosen, reason } = (await init()).choice;

    if (values.json) {
      const version = POWMOD_VERSION;
      console.log(JSON.stringify({ version, engine: engine(), features, kernels, chosen, reason }, null, 2));
      return 0;
    }
    const row = (name: string, what: string) => console.log(`${name.padEnd(34)}${what}`);
    row('powmod', POWMOD_VERSION);
    row('engine', engine());
    for (const { name, found } of features) row(name, found ? 'yes' : 'no');
    for (const { name, problem } of kernels) row(`kernel ${name}`, problem ?? 'passes its self-test');
    row('kernel in use', chosen);
    row('why', reason);
    return 0;
  },
};

/** Every kernel of the package, with the error if it does not work in this engine. */
export async function examineKernels(): Promise<{ name: WasmKernel; error?: PowmodError }[]> {
  return Promise.all(
    variants.map(async ({ name }) => {
      try {
        await init({ kernel: name });
        return { name };
      } catch (error) {
        if (error instanceof PowmodError) return { name, error };
        throw error;
      }
    }),
  );
}

export function engine(): string {
  const { bun, deno, node, v8 } = process.versions;
  if (bun) return `Bun ${bun}`;
  if (deno) return `Deno ${deno}, V8 ${v8}`;
  return `Node ${node}, V8 ${v8}`;
}
