// The time from `import` to the first verified proof.
import { figure } from './format.mjs';

export default function section(rows, { table }) {
  return `
The time in a fresh Node process from \`import('powmod')\` to the first verified proof of 2048 bits, beside the same verifier in
BigInt. Most of this time goes into compiling WebAssembly and into running code that the engine has not optimised yet. A program
that verifies many proofs sees the figures of the sections above.

${table(
  ['Node', 'powmod', 'BigInt', 'powmod / BigInt', 'powmod / BigInt, medians'],
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
