// The checks of the package, the kernels and the pool, all in one process of an engine. emulation.test.mjs reads the
// report.
import checkKernels from '../kernels/checks.js';
import checkPool from '../pool/checks.js';
import checkPackage from '../runtimes/checks.js';

/**
 * @param {object} task
 * @param {object[]} task.proofs for the package
 * @param {Parameters<typeof checkKernels>[0]} task.kernels
 * @returns {Promise<import('../kernels/checks.js').Report>}
 */
export default async function run({ proofs, kernels }) {
  const report = await checkPackage(proofs);
  const others = [await checkKernels(kernels), await checkPool()];
  return { ...report, checks: [report, ...others].flatMap(({ checks }) => checks) };
}
