// Asks the Python code of this folder.
import { fileURLToPath } from 'node:url';
import type { ProofFile } from 'powmod';
import { openPython } from '../../workshop/programs/python.mjs';

/** A proof to make. */
export interface Task {
  seed: string;
  scheme: string;
  profile: string;
  modulus: string;
  iterations: number;
  delta?: number;
}

/** The questions of oracle.py by name: the fields of a question, and its answer. */
interface Questions {
  input: [{ seed: string; modulus: string }, { input: string; folded: boolean }];
  prove: [Task, { proof: ProofFile; intermediate: unknown; final?: unknown }];
  verify: [{ proof: unknown }, string];
}

/** Asks questions of one kind in one process. */
export async function ask<Name extends keyof Questions>(name: Name, questions: Questions[Name][0][]) {
  const oracle = openPython(fileURLToPath(new URL('oracle.py', import.meta.url)));
  const answers: Questions[Name][1][] = [];
  for (const question of questions) answers.push(await oracle.ask({ ask: name, ...question }));
  oracle.close();
  return answers;
}
