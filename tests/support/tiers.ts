// `powmod/verify` before and after its fastest kernel has come.
import './built.mjs';
import type { ProofFile } from 'powmod';

type Entry = typeof import('powmod/verify');

let count = 0;
/** The entry as a page that has just loaded it has it. */
export const fresh = (): Promise<Entry> => import(`${import.meta.resolve('powmod/verify')}?${count++}`);

/** A fresh entry in a page that never paints and whose timers do nothing: it loads no other kernel. */
export async function firstTier(proof: ProofFile): Promise<Entry> {
  const { getBuiltinModule } = process;
  const { setTimeout } = globalThis;
  Object.assign(process, { getBuiltinModule: undefined });
  Object.assign(globalThis, { requestAnimationFrame() {}, setTimeout() {} });
  const module = await fresh();
  await module.verify(proof);
  Object.assign(process, { getBuiltinModule });
  Object.assign(globalThis, { requestAnimationFrame: undefined, setTimeout });
  return module;
}

/** A fresh entry whose fastest kernel has taken over. */
export async function lastTier(proof: ProofFile): Promise<Entry> {
  const module = await fresh();
  for (let call = 0; call < 2; call++) await module.verify(proof);
  return module;
}
