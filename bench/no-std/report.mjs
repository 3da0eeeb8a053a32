// The crate in a user's program for WebAssembly.
import { ratioText, time } from '../report/format.mjs';

export default function section({ engine, bits, exponentBits, rows }, { table, versions }) {
  return `
A program in Rust, compiled for \`wasm32v1-none\` with no other flag than the target feature: one power of a ${bits}-bit modulus and an
exponent of ${exponentBits} bits, set-up included, in ${engine}. num-bigint ${versions['num-bigint']} is in the same program.

${table(
  ['target feature', 'kernel', 'powmod', 'num-bigint', 'num-bigint / powmod'],
  rows.map(({ feature, kernel, timings }) => [
    feature ? `\`+${feature}\`` : 'none',
    `\`${kernel}\``,
    time(timings.powmod.min),
    time(timings['num-bigint'].min),
    ratioText(timings['num-bigint'], timings.powmod),
  ]),
)}
`;
}
