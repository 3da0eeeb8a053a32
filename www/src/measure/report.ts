// What was measured, as a file.
import type { Cell, KernelReport, Speed } from './messages.ts';

export interface Measured {
  kernels: KernelReport[];
  speed: Speed | undefined;
  /** The kernel that the map was made with. */
  mapKernel: string | undefined;
  sizes: number[];
  cells: Cell[];
}

/** Times are in microseconds; `min` and `median` are of several samples, taken in turn. */
export function reportOf({ kernels, speed, mapKernel, sizes, cells }: Measured): string {
  const report = {
    version: __POWMOD_VERSION__,
    date: new Date().toISOString(),
    engine: navigator.userAgent,
    processors: navigator.hardwareConcurrency,
    kernels: kernels.map(({ kernel, problem }) => ({ kernel, problem: problem ?? null })),
    speed: speed ?? null,
    map: { kernel: mapKernel ?? null, sizes, cells },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
