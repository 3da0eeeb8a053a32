// gmpy2: Python's binding of GMP.
import { installPackage } from '../../workshop/programs/python.mjs';

/** Installs gmpy2 if it is missing. Returns the reason if that fails, otherwise undefined. */
export const missingGmpy2 = () => installPackage('gmpy2==2.3.2');
