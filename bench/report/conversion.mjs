// What taking and giving bigints costs.
import { percent, time } from './format.mjs';

export default function section({ engine, kernel, call, conversion, share }) {
  return `
\`modPow\` takes and gives bigints, its kernel bytes. Converting takes ${time(conversion.min)} of a call of ${time(call.min)}
(2048/256, ${engine}, \`${kernel}\`), that is ${percent(share, 2)}.
`;
}
