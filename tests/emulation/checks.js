// The checks of the package, the kernels and perhaps the pool, all in one process of an engine. emulation.test.mjs
// reads the report.
import checkKernels from '../kernels/checks.js';
import checkPool from '../pool/checks.js';
import checkPackage from '../runtimes/checks.js';

/**
 * @param {object} task
 * @param {object[]} task.proofs for the package
 * @param {Parameters<typeof checkKernels>[0]} task.kernels
 * @param {boolean} task.hasPool
 * @returns {Promise<import('../kernels/checks.js').Report>}
 */
export default async function run({ proofs, kernels, hasPool }) {
  const reports = [await checkPackage({ proofs }), await checkKernels(kernels)];
  if (hasPool) reports.push(await checkPool());
  return { ...reports[0], checks: reports.flatMap(({ checks }) => checks) };
}
