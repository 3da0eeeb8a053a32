/** The order of the kernels by their expected speed, which depends on the processor and the engine. */
import type { EngineName } from './engine.js';
import type { WasmKernel } from './kernel.js';
import type { Processor } from './probe.js';

/** What is known of the processor and the engine before any kernel is loaded. */
export interface Evidence {
  processor: Processor;
  engine: EngineName;
  /** The core, if its order differs from that of other ARM processors. Neoverse N1 is Cortex-A76 in a server. */
  core?: 'Cortex-A76' | undefined;
}

interface Row extends Partial<Evidence> {
  order: readonly WasmKernel[];
  /** Where the order comes from. */
  basis: string;
}

const USUAL = ['relaxed', 'wide', 'simd128', 'scalar'] as const;

/**
 * The first row that fits holds. bench/REPORT.md has the times measured on x86. tests/node/order.test.ts has the cycles
 * simulated for ARM, in V8 and JavaScriptCore, and checks the rows by both.
 */
const ROWS: readonly Row[] = [
  { core: 'Cortex-A76', order: USUAL, basis: 'simulated for Cortex-A76' },
  {
    processor: 'ARM',
    engine: 'JavaScriptCore',
    order: ['wide', 'relaxed', 'scalar', 'simd128'],
    basis: 'simulated for JavaScriptCore on ARM',
  },
  { processor: 'ARM', order: ['relaxed', 'wide', 'scalar', 'simd128'], basis: 'simulated for V8 on ARM' },
  { order: USUAL, basis: 'measured on x86' },
];

/** The order in which to try the kernels, and the reason in words. */
export function orderFor({ processor, engine, core }: Evidence): { order: readonly WasmKernel[]; reason: string } {
  const { order, basis } = ROWS.find(
    (row) =>
      (row.processor ?? processor) === processor && (row.engine ?? engine) === engine && (row.core ?? core) === core,
  ) as Row;
  const reason = `${engine}, processor ${processor}: the first that works of ${order.join(', ')}, as ${basis}`;
  return { order, reason };
}
