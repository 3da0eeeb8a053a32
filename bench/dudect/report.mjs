// Tests whether the time of the calls for secrets depends on the secrets.
import { figure } from '../report/format.mjs';

export default function section(results, { table }) {
  const [{ threshold }] = results;
  return `
This test follows dudect (Reparaz, Balasch, Verbauwhede, "Dude, is my code constant time?"). It times calls with inputs of
two classes, one fixed and one random, in random order. Where a clock is coarse, it times several equal calls at a time. Welch's t compares the times of the two classes:
an absolute value above ${threshold} means that they differ. The columns give |t| over all times, the largest |t| over times
cropped at 100 percentiles, and |t| of the second order, which compares the variances.

The first row of each engine is the control: its call is not constant-time, and the test must find that. A "no" does not prove that there is
no leak.

${results.map((result) => `${result.engine}, \`${result.kernel}\`:\n\n${rows(result, table)}`).join('\n\n')}
`;
}

function rows({ threshold, cases }, table) {
  return table(
    ['call and the input that varies', 'measurements', 't', 'cropped', 'second order', 'difference found'],
    cases.map(({ name, shows, measurements, t, most }) => [
      name,
      measurements[0] + measurements[1],
      figure(Math.abs(t.all)),
      figure(t.cropped),
      figure(Math.abs(t.second)),
      most > threshold ? (shows ? 'yes, as expected' : '**yes**') : shows ? '**no: the test does not work**' : 'no',
    ]),
  );
}
