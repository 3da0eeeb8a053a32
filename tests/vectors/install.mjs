// Installs what the Python side of tests/vectors needs beyond Python. Where that fails, the runner lists what it left out.
import { HASHING, installPackage } from './python.mjs';

const reason = installPackage(HASHING);
if (reason) console.log(reason);
