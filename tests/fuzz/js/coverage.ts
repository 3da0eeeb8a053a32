// Measures how much of the package a target reaches. V8 reports which characters of the functions' text have run.
import { Session } from 'node:inspector/promises';

const PACKAGE = new URL('../../../crate/js/', import.meta.url).href;

/**
 * Starts to measure the modules that load from now on.
 *
 * @returns a function that gives the coverage since its last call; call it once when all modules are loaded
 */
export async function startCoverage(): Promise<() => Promise<string>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

  /** For each character of a function, whether it has run. The top level of a module runs once and is left out. */
  const texts = new Map<string, boolean[]>();
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    for (const text of texts.values()) text.forEach(forget);
    for (const { url, functions } of result) {
      if (!url.startsWith(PACKAGE)) continue;
      const ranges = functions.filter(({ ranges: [whole] }) => whole?.startOffset).flatMap(({ ranges }) => ranges);
      // Inner ranges lie within outer ones and override them.
      ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
      const text = texts.get(url) ?? [];
      texts.set(url, text);
      for (const { startOffset, endOffset, count } of ranges)
        for (let at = startOffset; at < endOffset; at++) text[at] = count > 0;
    }
    const all = [...texts.values()].flatMap((text) => text.filter((has) => has !== undefined));
    return `${((100 * all.filter((has) => has).length) / all.length).toFixed(1)} % of the package`;
  };
}

function forget(_: boolean, at: number, text: boolean[]): void {
  text[at] = false;
}
