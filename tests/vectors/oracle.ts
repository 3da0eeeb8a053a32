// Runs the Python code of this folder.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ProofFile } from 'powmod';
import { PYTHON, pythonEnvironment } from '../../workshop/programs/python.mjs';

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

/** Runs a script of this folder. Returns its standard output and exit code. */
export function runPython(script: string, args: string[], input = ''): { stdout: string; status: number | null } {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const { stdout, stderr, status, error } = spawnSync(PYTHON, [path, ...args], {
    env: pythonEnvironment,
    encoding: 'utf8',
    input,
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  assert.doesNotMatch(stderr, /Traceback/, stderr);
  return { stdout, status };
}

/** Asks questions of one kind in one process. */
export function ask<Name extends keyof Questions>(name: Name, questions: Questions[Name][0][]): Questions[Name][1][] {
  const lines = questions.map((question) => `${JSON.stringify({ ask: name, ...question })}\n`);
  const { stdout } = runPython('oracle.py', [], lines.join(''));
  const answers = stdout.split('\n').slice(0, -1);
  assert.equal(answers.length, questions.length);
  return answers.map((answer) => JSON.parse(answer));
}
