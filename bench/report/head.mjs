// The head of the report: how it was made, on which machine, and how to read its figures.
import { table } from './format.mjs';

export function head({ machine, versions, runs }) {
  const quick = Object.values(runs).every(({ quick }) => quick);
  return `# Report

\`npm run bench${quick ? ' -- --quick' : ''}\` measured everything in this report and wrote it. The raw measurements are in [results.json](results/results.json).
The quick form of the benchmark takes few samples, so its figures are provisional.

${table(
  ['machine and versions', ''],
  [
    ['machine', `${machine.processor}, ${machine.cores} cores, ${machine.memory}, ${machine.os}`],
    ...Object.entries(versions),
    ...measured(runs),
    ...disturbed(runs),
  ],
)}

How to read the figures:

- One run times the things that it compares in turn, A B A B, so that noise of the machine affects all of them alike.
- A time is the minimum of its samples. A ratio is the ratio of two minima.
- Brackets hold the ratio of the medians: \`4.50 (median 4.40)\`.
- A shape such as 2048/256 is a modulus of 2048 bits and an exponent of 256 bits.
- Ratios differ between processors and between versions.
`;
}

/** Rows that name a commit, a day and a form, and the benches that ran so. */
function measured(runs) {
  const lines = new Map();
  for (const [name, { commit, date, quick }] of Object.entries(runs)) {
    const state = `measured at commit ${commit}, ${date}${quick ? ', quick form' : ''}`;
    lines.set(state, [...(lines.get(state) ?? []), name]);
  }
  return [...lines].map(([state, names]) => [state, names.join(', ')]);
}

/** A row that names the benches that a neighbour disturbed, the second time too. */
function disturbed(runs) {
  const some = Object.entries(runs).filter(([, run]) => inWords(run));
  if (!some.length) return [];
  return [
    ['disturbed by a neighbour, so uncertain', some.map(([name, run]) => `${name} (${inWords(run)})`).join(', ')],
  ];
}

/** How a neighbour disturbed a bench; nothing if none did. */
export function inWords({ slower, unsteady }) {
  const loop = slower && `a native loop took ${slower} times as long`;
  const times = unsteady && `${unsteady} unsteady time${unsteady === 1 ? '' : 's'}`;
  return [loop, times].filter(Boolean).join(', ');
}
