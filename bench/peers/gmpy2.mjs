// gmpy2, the native GMP.
import { installPackage } from '../../workshop/programs/python.mjs';

/** Installs it where it is missing; why it cannot be had, if so. */
export const missingGmpy2 = () => installPackage('gmpy2==2.3.2');
