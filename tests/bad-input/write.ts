// npm run bad-input: writes tests/BAD-INPUT.md.
import { writeFileSync } from 'node:fs';
import { makeTable } from './table.ts';

const { text, problems } = await makeTable();
for (const problem of problems) console.error(problem);
writeFileSync(new URL('../BAD-INPUT.md', import.meta.url), text);
process.exitCode = problems.length > 0 ? 1 : 0;
