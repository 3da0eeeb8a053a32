// Packages that use modular exponentiation, on their own arithmetic and on powmod.
import { ratioText, time } from '../report/format.mjs';

export default function section({ engine, kernel, rows }, { table }) {
  return `
The time of an operation of a package, as its user calls it, on the package's own arithmetic and on powmod, in ${engine} with
the kernel \`${kernel}\`. The last column is the first time over the second, so a figure above 1 means that powmod is faster.
[MIGRATING.md](../MIGRATING.md) has the lines to change. \`npm test\` runs the packages on powmod.

${table(
  ['', 'operation', 'own arithmetic', 'powmod', 'own arithmetic / powmod'],
  rows.map(({ consumer, version, operation, timings: { own, powmod } }) => [
    `${consumer} ${version}`,
    operation,
    time(own.min),
    time(powmod.min),
    ratioText(own, powmod),
  ]),
)}
`;
}
