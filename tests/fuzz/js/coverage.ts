// How much of the package a target reaches: V8 tells which characters of its functions' text have run.
import { Session } from 'node:inspector/promises';

const PACKAGE = new URL('../../../crate/js/', import.meta.url).href;

/**
 * Of what is loaded from now on.
 *
 * @returns what says how much of it has run since it was asked last; to be asked first when all is loaded
 */
export async function startCoverage(): Promise<() => Promise<string>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

  /** For each function's character whether it has run; a module's own text runs once, and is left out. */
  const texts = new Map<string, boolean[]>();
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    for (const text of texts.values()) text.forEach(forget);
    for (const { url, functions } of result) {
      if (!url.startsWith(PACKAGE)) continue;
      const ranges = functions.filter(({ ranges: [whole] }) => whole?.startOffset).flatMap(({ ranges }) => ranges);
      // The inner ranges lie within the outer ones, and have the last word.
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
