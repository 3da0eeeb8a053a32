// Makes proofs with powmod.
import type { ProofFile } from 'powmod';
import { createPool, type ProofTask } from 'powmod/pool';
import type { Task } from './oracle.ts';

export async function prove(tasks: Task[]): Promise<ProofFile[]> {
  await using pool = await createPool();
  return await Promise.all(
    tasks.map(({ seed, modulus, ...task }) =>
      pool.prove({
        ...task,
        modulus: modulus === 'RSA-2048' ? modulus : BigInt(modulus),
        seed: new TextEncoder().encode(seed),
      } as ProofTask),
    ),
  );
}
