// The measurements as a JSON file.
import type { KernelChoice } from 'powmod';
import type { Cell, KernelReport, Speed } from './messages.ts';

export interface Measured {
  kernels: KernelReport[];
  speed: Speed | undefined;
  /** The package's own choice of a kernel, with which the map is measured. */
  choice: KernelChoice | undefined;
  sizes: number[];
  cells: Cell[];
}

/** Times are in microseconds. `min` and `median` are those of several samples. */
export function deviceReport({ kernels, choice, speed, sizes, cells }: Measured): string {
  const report = {
    version: __POWMOD_VERSION__,
    date: new Date().toISOString(),
    engine: navigator.userAgent,
    processors: navigator.hardwareConcurrency,
    kernels: kernels.map(({ kernel, problem }) => ({ kernel, problem: problem ?? null })),
    choice: choice ?? null,
    speed: speed ?? null,
    map: { sizes, cells },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
