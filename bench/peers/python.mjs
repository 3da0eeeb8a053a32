// Powers in Python, in a child process that times itself.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PYTHON, pythonEnvironment } from '../../workshop/programs/python.mjs';

const script = fileURLToPath(new URL('python_times.py', import.meta.url));

/** Prepares base^exponent mod modulus. `by` names a method of python_times.py. */
export async function inPython(by, base, exponent, modulus, program = PYTHON) {
  const child = spawn(program, [script, by], { env: pythonEnvironment, stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const task = { base: base.toString(16), exponent: exponent.toString(16), modulus: modulus.toString(16) };
  const ask = async (times) => {
    child.stdin.write(`${JSON.stringify({ ...task, times })}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error(`${by} ended`);
    return JSON.parse(value);
  };
  const { result } = await ask(1);
  const milliseconds = async (times) => 1000 * (await ask(times)).seconds;
  return { result: BigInt(`0x${result}`), milliseconds, close: () => child.stdin.end() };
}
