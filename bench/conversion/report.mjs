// The cost of converting bigints to bytes and back.
import { percent, time } from '../report/format.mjs';

export default function section({ engine, kernel, call, conversion, share }) {
  return `
\`modPow\` takes and returns bigints, while its kernel works on bytes. The conversion takes ${time(conversion.min)} of a call of ${time(call.min)}
(2048/256, ${engine}, \`${kernel}\`). That is ${percent(share, 2)} of the call.
`;
}
