// The measurements as a JSON file, and as a line of bench/DEVICES.md.
import type { KernelChoice } from 'powmod';
import { deviceLine } from '../../../workshop/device-line.js';
import { type Cell, type KernelReport, SIZES, type Speed } from './messages.ts';

export interface Measured {
  kernels: KernelReport[];
  speed: Speed | undefined;
  /** The package's own choice of a kernel, with which the map is measured. */
  choice: KernelChoice | undefined;
  cells: Cell[];
}

/** Times are in microseconds. `min` and `median` are those of several samples. */
export function deviceReport({ kernels, choice, speed, cells }: Measured): string {
  const report = {
    version: __POWMOD_VERSION__,
    date: new Date().toISOString(),
    engine: navigator.userAgent,
    processors: navigator.hardwareConcurrency,
    kernels: kernels.map(({ kernel, problem }) => ({ kernel, problem: problem ?? null })),
    choice: choice ?? null,
    speed: speed ?? null,
    map: { sizes: SIZES, cells },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** The line of the table of devices; undefined until the times and the choice of `auto` are known. */
export function lineOf({ speed, choice }: Measured, name: string): string | undefined {
  if (!speed || !choice) return undefined;
  return deviceLine({
    device: name.trim() || platform(),
    engine: engine(),
    times: Object.fromEntries(Object.entries(speed.timings).map(([kernel, { min }]) => [kernel, min / 1000])),
    auto: choice.kernel,
    version: __POWMOD_VERSION__,
    date: new Date().toISOString().slice(0, 10),
  });
}

/** What the engine tells about the device. */
function platform(): string {
  const system = /\(([^)]*)\)/.exec(navigator.userAgent)?.[1] ?? 'unknown device';
  return `${system}, ${navigator.hardwareConcurrency} processors`;
}

/** Each make names itself and, later in the text, the makes that it descends from. */
const MAKES: [token: RegExp, name: string][] = [
  [/\bFirefox\/([\d.]*\d)/, 'Firefox'],
  [/\b(?:Edg|EdgA)\/([\d.]*\d)/, 'Edge'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/([\d.]*\d)/, 'Chromium'],
  [/\bVersion\/([\d.]*\d).*Safari/, 'Safari'],
  [/\bAppleWebKit\/([\d.]*\d)/, 'WebKit'],
];

function engine(): string {
  for (const [token, name] of MAKES) {
    const version = token.exec(navigator.userAgent)?.[1];
    if (version) return `${name} ${version}`;
  }
  return 'unknown engine 0';
}
