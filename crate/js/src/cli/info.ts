import { parseArgs } from 'node:util';
import type { WasmKernel } from '../kernels/kernel.js';
import type { EngineFeature } from '../kernels/probe.js';
import type { Command, Options } from './command.js';
import { printable, printJson } from './messages.js';
import { engineHas, init, PowmodError, variants } from './package.js';
import { infoOfProofs, type ProofInfo } from './proof-info.js';

const FEATURES: [EngineFeature, string][] = [
  ['simd', 'fixed-width SIMD'],
  ['fusedMultiplyAdd', 'relaxed SIMD, fused multiply-add'],
  ['wideArithmetic', 'wide arithmetic'],
];

const options = { json: { type: 'boolean', about: 'Prints all as JSON.' } } as const satisfies Options;

export const info: Command = {
  operands: '[FILE…]',
  summary:
    'Prints the version, the engine and its features, the self-test of each kernel, the kernel in use, and ' +
    'why; or what the proofs in the files say, without verifying them.',
  options,

  async run(args) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    if (positionals.length > 0) {
      const proofs = (await Promise.all(positionals.map(infoOfProofs))).flat();
      if (values.json) printJson(proofs);
      else for (const proof of proofs) printProof(proof);
      return 0;
    }
    const features = FEATURES.map(([feature, name]) => ({ name, found: engineHas(feature) }));
    const kernels = (await examineKernels()).map(({ name, error }) => ({ name, problem: error?.message ?? null }));
    const { kernel: chosen, reason } = (await init()).choice;

    if (values.json) {
      const version = POWMOD_VERSION;
      printJson({ version, engine: engine(), features, kernels, chosen, reason });
      return 0;
    }
    row('powmod', POWMOD_VERSION);
    row('engine', engine());
    for (const { name, found } of features) row(name, found ? 'yes' : 'no');
    for (const { name, problem } of kernels) row(`kernel ${name}`, problem ?? 'passes its self-test');
    row('kernel in use', chosen);
    row('why', reason);
    return 0;
  },
};

function row(name: string, what: string): void {
  console.log(`${name.padEnd(34)}${what}`);
}

function printProof({ file, scheme, profile, modulus, bits, iterations, delta, values }: ProofInfo): void {
  row('file', printable(file));
  row('scheme', scheme);
  row('profile', profile);
  row('modulus', modulus.startsWith('0x') ? 'of the file' : modulus);
  row('bits', String(bits));
  row('T', String(iterations));
  if (delta !== undefined) row('δ', String(delta));
  row('values', String(values.length));
}

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
