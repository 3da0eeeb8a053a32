// Imported for its effect: a test of the package that is started by hand refuses an old one. The runner builds it
// first.
import { kernelStamp, modules } from '../../crate/build/kernels.mjs';
import { packageStamp } from '../../crate/build/package.mjs';

const isFresh = (build) => kernelStamp(build).isFresh();
// tests/mutants.mjs bundles the changed sources alone.
if (process.env.POWMOD_CHANGED === undefined && (!packageStamp().isFresh() || !modules.some(isFresh)))
  throw new Error('crate/js/dist is older than its sources: npm run build, or npm run build -- scalar, then again');
