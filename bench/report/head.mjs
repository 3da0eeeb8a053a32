// What the report says of itself: how it is made, on what, and how to read its figures.
import { table } from './format.mjs';

export function head({ machine, versions, commit, date, quick, runs }) {
  const others = Object.entries(runs).filter(
    ([, run]) => run.commit !== commit || run.date !== date || run.quick !== quick,
  );
  return `# Report

Made by \`npm run bench${quick ? ' -- --quick' : ''}\` from nothing but what it measured, which is in [results.json](results.json).
${quick ? '**This is the quick form: few samples, so every figure is provisional.**\n' : ''}
${table(
  ['what', 'here'],
  [
    ['machine', `${machine.processor}, ${machine.cores} cores, ${machine.memory}, ${machine.os}`],
    ['commit', `${commit}, ${date}`],
    ...Object.entries(versions),
  ],
)}
${others.map(([name, run]) => `\n\`${name}\` was measured at ${run.commit}, ${run.date}${run.quick ? ', in the quick form' : ''}.\n`).join('')}
Things that are compared are timed in turn in one run, A B A B, so that the machine's noise meets all of them alike. A time is
the minimum of its samples, a ratio that of two minima; in brackets that of the medians, and where it is given the middle half
of the ratios of single rounds. Ratios differ between processors and between versions.
`;
}
