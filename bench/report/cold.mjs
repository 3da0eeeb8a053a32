// From `import` to the first verified proof.
import { figure } from './format.mjs';

export default function section(rows, { table }) {
  return `
A fresh Node process, from \`import('powmod')\` to the first verified proof of 2048 bits, beside the same verifier in BigInt: most of
the time is compiling, and tiers that have not optimised yet. A program that verifies many proofs sees the figures of above.

${table(
  ['Node', 'powmod', 'BigInt', 'powmod / BigInt', 'of medians'],
  rows.map((row) => [
    row.node,
    `${figure(row.powmod)} ms`,
    `${figure(row.bigint)} ms`,
    figure(row.ratio),
    figure(row['ratio of medians']),
  ]),
)}
`;
}
