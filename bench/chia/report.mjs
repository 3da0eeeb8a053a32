// Chia's proofs, beside Chia's own library.
import { bars } from '../report/chart.mjs';
import { figure, ratio, time } from '../report/format.mjs';

const CASES = {
  discriminant: 'the discriminant of a challenge',
  'verify 0': 'verify, no segment',
  'verify 1': '1 segment',
  'verify 2': '2 segments',
  'verify 3': '3 segments',
  'verify 4': '4 segments',
  'another input': 'no segment, another input',
  'with discriminant': 'no segment, with the discriminant',
};

export default function section(runs, { chart, table, versions }) {
  const [{ challenges }] = runs;
  const names = Object.keys(CASES);
  return `
Proofs of Chia under discriminants of 1024 bits, by \`powmod/chia\` and by Chia's own library, chiavdf ${versions.chiavdf}, which is native
code on GMP. The same proofs go to both, in turn. A proof of n segments has n + 1 parts. Its input is the generator, as in the reward
chain and in every normalized proof, except where the table says *another input*. Verification knows the discriminant from an earlier
proof, except where the table says *with the discriminant*. Finding a discriminant takes a random time, so the rows with one are means
over ${challenges} challenges.

${chart(
  'chia',
  bars({
    title: "powmod's time over that of native chiavdf: less is faster",
    categories: names.map((name) => CASES[name]),
    series: runs.map(({ engine, timings }) => ({
      name: engine,
      data: names.map((name) => Number(figure(ratio(timings[name].powmod, timings[name].chiavdf).min))),
    })),
    horizontal: true,
  }),
  { height: 620 },
)}

${table(
  ["time, and over chiavdf's (of medians)", 'chiavdf', ...runs.map(({ engine }) => engine)],
  names.map((name) => [
    CASES[name],
    time(Math.min(...runs.map(({ timings }) => timings[name].chiavdf.min))),
    ...runs.map(({ timings }) => {
      const { powmod, chiavdf } = timings[name];
      const { min, median } = ratio(powmod, chiavdf);
      return `${time(powmod.min)}: ${figure(min)} (${figure(median)})`;
    }),
  ]),
)}

The engines: ${runs.map(({ engine, version, kernel }) => `${engine} is ${version} with the kernel \`${kernel}\``).join('; ')}.
`;
}
