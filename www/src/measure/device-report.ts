// The measurements as a JSON file.
import type { Cell, KernelReport, Speed } from './messages.ts';

export interface Measured {
  kernels: KernelReport[];
  speed: Speed | undefined;
  /** The kernel that the map was measured with. */
  mapKernel: string | undefined;
  sizes: number[];
  cells: Cell[];
}

/** Times are in microseconds. `min` and `median` are those of several samples. */
export function deviceReport({ kernels, speed, mapKernel, sizes, cells }: Measured): string {
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
