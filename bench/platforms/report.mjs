// Which kernels run in which engine, and how fast `modPow` is there beside native BigInt.
import { bars } from '../report/chart.mjs';
import { figure, ratio, time } from '../report/format.mjs';

export default function section(platforms, { chart, table }) {
  const shapes = platforms[0].rows.map(({ shape }) => shape);
  const gains = (rows, kernel) => rows.map(({ timings }) => figure(ratio(timings.BigInt, timings[kernel]).min, 2));
  return `
The time of native BigInt over that of \`modPow\`, from call to result: a figure above 1 means that powmod is faster. In
brackets is the time of a call. The table has every kernel that the platform runs correctly. The kernel that \`init()\`
chooses there is **bold**. BigInt uses its fastest method, sliding windows. \`init({ kernel: 'measure' })\` times the kernels
on the user's machine and chooses the fastest.

${chart(
  'platforms',
  bars({
    title: 'The time of BigInt over that of modPow, with the kernel that init() chooses',
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
      .map((kernel) => [
        platform,
        version,
        kernel === auto ? `**${kernel}**` : kernel,
        ...rows.map(({ timings }, i) => `${gains(rows, kernel)[i]} (${time(timings[kernel].min)})`),
      ]),
  ),
)}

workerd is missing here: its clock stands still while code runs, so nothing can be timed there. The tests show that it uses
\`relaxed\`.
`;
}
