/** The order of the kernels by their expected speed, which depends on the processor and the engine. */
import type { WasmKernel } from './kernel.js';
import { type EngineName, engineName, type Processor, processor } from './probe.js';

/** What is known of the processor and the engine before any kernel is loaded. */
export interface Evidence {
  processor: Processor;
  engine: EngineName;
}

/** What is known here. */
export function evidence(): Evidence {
  return { processor: processor(), engine: engineName() };
}

interface Row extends Partial<Evidence> {
  order: readonly WasmKernel[];
  /** Where the order comes from. */
  basis: string;
}

/**
 * The first row that fits holds. bench/REPORT.md has the times measured on x86. tests/node/kernels/order.test.ts has the cycles
 * simulated for ARM, in V8 and JavaScriptCore, and checks the rows by both.
 */
const ROWS: readonly Row[] = [
  {
    processor: 'ARM',
    engine: 'JavaScriptCore',
    order: ['wide', 'relaxed', 'scalar', 'simd128'],
    basis: 'simulated for JavaScriptCore on ARM',
  },
  { processor: 'ARM', order: ['relaxed', 'wide', 'scalar', 'simd128'], basis: 'simulated for V8 on ARM' },
  { order: ['relaxed', 'wide', 'simd128', 'scalar'], basis: 'measured on x86' },
];

/** The order in which to try the kernels, and the reason in words. */
export function orderFor({ processor, engine }: Evidence): { order: readonly WasmKernel[]; reason: string } {
  const { order, basis } = ROWS.find(
    (row) => (row.processor ?? processor) === processor && (row.engine ?? engine) === engine,
  ) as Row;
  const reason = `${engine}, processor ${processor}: the first that works of ${order.join(', ')}, as ${basis}`;
  return { order, reason };
}
