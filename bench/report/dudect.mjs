// Whether the time of the secret path shows anything.
import { figure } from './format.mjs';

export default function section({ engine, kernel, threshold, cases }, { table }) {
  const widest = (t) => Math.max(...t.cropped.map(({ t }) => Math.abs(t)));
  return `
Inputs of two classes, one fixed and one random, in random order, each call timed by itself (${engine}, \`${kernel}\`); Welch's t
of the two classes' times, in the manner of dudect: of all, the largest of those cropped at 100 percentiles, and of the second
order. Above ${threshold} in absolute value the classes differ. That nothing was found is no proof that nothing is there;
the first line is the control, a call that must be found out.

${table(
  ['call, and what varies', 'measurements', 't', 'cropped', 'second order', 'found'],
  cases.map(({ name, shows, measurements, t, most }) => [
    name,
    measurements[0] + measurements[1],
    figure(Math.abs(t.all)),
    figure(widest(t)),
    figure(Math.abs(t.second)),
    most > threshold ? (shows ? 'yes, as it must be' : '**yes**') : shows ? '**no: the bench is blind**' : 'no',
  ]),
)}
`;
}
