// Which kernel runs where, and how fast: modPow beside native BigInt.
import { bars } from './chart.mjs';
import { figure, ratio, time } from './format.mjs';

export default function section(platforms, { chart, table }) {
  const shapes = platforms[0].rows.map(({ shape }) => shape);
  const gains = (rows, kernel) => rows.map(({ timings }) => figure(ratio(timings.BigInt, timings[kernel]).min, 2));
  return `
How many times faster than native BigInt \`modPow\` is, from call to result, by each kernel that the platform runs
correctly; the one that \`init()\` takes there is **bold**. A shape is the bits of the modulus and of the exponent. BigInt
is at its best: sliding windows. \`init({ kernel: 'measure' })\` asks the machine at hand.

${chart(
  'platforms',
  bars({
    title: "BigInt's time over modPow's, by the kernel that init() takes",
    categories: platforms.map(({ platform, auto }) => `${platform}: ${auto}`),
    series: shapes.map((shape, i) => ({
      name: shape,
      data: platforms.map(({ auto, rows }) => Number(gains(rows, auto)[i])),
    })),
    horizontal: true,
  }),
  { height: 640 },
)}

${table(
  ['platform', 'version', 'kernel', ...shapes],
  platforms.flatMap(({ platform, version, auto, rows }) =>
    Object.keys(rows[0].timings)
      .filter((way) => way !== 'BigInt')
      .map((kernel) => [platform, version, kernel === auto ? `**${kernel}**` : kernel, ...gains(rows, kernel)]),
  ),
)}

A call, by the kernel that \`init()\` takes:

${table(
  ['platform', ...shapes],
  platforms.map(({ platform, auto, rows }) => [platform, ...rows.map(({ timings }) => time(timings[auto].min))]),
)}

workerd gets \`relaxed\` too, which the tests see; its clock stands still while code runs, so that nothing is timed there.
`;
}
