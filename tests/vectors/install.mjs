// Installs the Python packages that the tests in this folder need. If that fails, the runner or the test says what it
// left out.
import { fileURLToPath } from 'node:url';
import { installChiavdf } from '../../workshop/chiavdf/wheel.mjs';
import { installPackage, missingPackage } from '../../workshop/programs/python.mjs';

/** For keccak256 and a test of primes, which Python's standard library does not have. */
const HASHING = 'pycryptodome==4.4.0';

/** Why the package is missing; undefined when it is installed. */
export const missingHashing = () => missingPackage(HASHING);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const reason of [installPackage(HASHING), installChiavdf()]) if (reason) console.log(reason);
}
