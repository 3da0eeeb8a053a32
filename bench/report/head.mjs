// What the report says of itself: how it is made, on what, and how to read its figures.
import { table } from './format.mjs';

export function head({ machine, versions, runs }) {
  const quick = Object.values(runs).every(({ quick }) => quick);
  return `# Report

Made by \`npm run bench${quick ? ' -- --quick' : ''}\` from nothing but what it measured, which is in [results.json](results.json).
The quick form takes few samples: its figures are provisional.

${table(
  ['what', 'here'],
  [
    ['machine', `${machine.processor}, ${machine.cores} cores, ${machine.memory}, ${machine.os}`],
    ...Object.entries(versions),
    ...measured(runs),
  ],
)}

Things that are compared are timed in turn in one run, A B A B, so that the machine's noise meets all of them alike. A time is
the minimum of its samples, a ratio that of two minima; in brackets that of the medians, and where it is given the middle half
of the ratios of single rounds. Ratios differ between processors and between versions.
`;
}

/** What was measured at which commit, on which day and in which form. */
function measured(runs) {
  const lines = new Map();
  for (const [name, { commit, date, quick }] of Object.entries(runs)) {
    const state = `at ${commit}, ${date}${quick ? ', quick form' : ''}`;
    lines.set(state, [...(lines.get(state) ?? []), name]);
  }
  return [...lines].map(([state, names]) => [state, names.join(', ')]);
}
