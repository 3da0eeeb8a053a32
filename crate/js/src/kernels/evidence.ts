/** Finds what the order of the kernels depends on. */
import { engineName } from './engine.js';
import { files } from './file-system.js';
import type { Evidence } from './order.js';
import { engineHas, processor as processorHere } from './probe.js';

export function evidence(): Evidence {
  const processor = processorHere();
  const engine = engineName();
  // V8 runs `relaxed` fastest on every core. There nothing is read, since Deno might ask its user for permission.
  const needsCore = processor === 'ARM' && (engine === 'JavaScriptCore' || !engineHas('fusedMultiplyAdd'));
  return { processor, engine, core: needsCore ? coreIn((path) => files()?.readFileSync(path, 'utf8')) : undefined };
}

/** The core that Linux's files name. Where cores differ, the last one is mostly one of the fast ones. */
export function coreIn(read: (path: string) => string | undefined): Evidence['core'] {
  const folder = '/sys/devices/system/cpu';
  try {
    const last = /\d+\s*$/.exec(read(`${folder}/online`) ?? '')?.[0].trim();
    const register = read(`${folder}/cpu${last}/regs/identification/midr_el1`) ?? '';
    // In hexadecimal: ARM as the maker, the variant, f, the part number of Cortex-A76 or Neoverse N1, the revision.
    return /41.fd0[bc].\s*$/.test(register) ? 'Cortex-A76' : undefined;
  } catch {
    return undefined; // This is not Linux, or the files may not be read.
  }
}
