// Powers in Python, in a child process that times itself.
import { fileURLToPath } from 'node:url';
import { installPackage, openPython } from '../../workshop/programs/python.mjs';

const script = fileURLToPath(new URL('python_times.py', import.meta.url));

/** Installs gmpy2, Python's binding of GMP, if it is missing. Returns the reason if that fails, otherwise undefined. */
export const missingGmpy2 = () => installPackage('gmpy2==2.3.2');

/** Prepares base^exponent mod modulus. `method` is one of python_times.py; `program` is another interpreter. */
export async function inPython(method, base, exponent, modulus, program) {
  const { ask, close } = openPython(script, [method], program);
  const task = { base: base.toString(16), exponent: exponent.toString(16), modulus: modulus.toString(16) };
  const { result } = await ask({ ...task, times: 1 });
  const by = (clock) => async (times) => 1000 * (await ask({ ...task, times }))[clock];
  return { result: BigInt(`0x${result}`), milliseconds: by('seconds'), processor: by('processor'), close };
}
