// Runs an example of the documentation as a program.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { parseSync } from 'vite';
import { run } from '../../crate/build/run.mjs';

/** The names that an example may use without defining them. */
const PRELUDE = {
  pm: "const pm = await (await import('powmod')).init();",
  m: "const m = (await (await import('powmod')).init()).modulus(1000003n);",
  pool: "const pool = await (await import('powmod/pool')).createPool({ workers: 2 });",
  proof: "import proof from 'powmod/examples/wesolowski-rsa2048.json' with { type: 'json' };",
};

/**
 * An example as a program that prints, as JSON, how many values it states and which of them are wrong.
 *
 * A comment on the line on which a statement ends is the value of the expression, or of the variable that the
 * statement declares, as `inspect` of node:util prints it: `m.pow(2n, 10n); // 1024n`. The comment `throws NAME` or
 * `throws NAME: MESSAGE` states an error. A comment with words of prose must stand on a line of its own.
 */
function programOf(example) {
  const { program, comments, errors } = parseSync('example.ts', example, { sourceType: 'module' });
  if (errors.length > 0) throw new Error(errors[0].message);
  let checked = '';
  let at = 0;
  for (const statement of program.body) {
    const comment = comments.find(
      ({ type, start }) =>
        type === 'Line' && start >= statement.end && /^;?[ \t]*$/.test(example.slice(statement.end, start)),
    );
    checked += example.slice(at, statement.start);
    at = statement.end;
    const own = example.slice(statement.start, statement.end);
    const stated = comment && JSON.stringify(comment.value.trim());
    if (!stated) checked += own;
    else if (statement.type === 'ExpressionStatement') {
      const { start, end } = statement.expression;
      checked += `await states(async () => [await (${example.slice(start, end)})], ${stated});`;
    } else if (statement.type === 'VariableDeclaration' && statement.declarations[0].id.type === 'Identifier')
      checked += `${own} await states(async () => [${statement.declarations[0].id.name}], ${stated});`;
    else throw new Error(`the comment ${stated} is not after an expression`);
  }
  checked += example.slice(at);
  const isFree = (name) =>
    new RegExp(`(?<![.\\w])${name}(?!\\w*:)\\b`).test(example) &&
    !new RegExp(`\\b(?:const|let|import|function)\\s[^=(;]*\\b${name}\\b`).test(example);
  return `import { inspect as preludeInspect } from 'node:util';
${Object.keys(PRELUDE)
  .filter(isFree)
  .map((name) => PRELUDE[name])
  .join('\n')}
const preludeReport = { values: 0, problems: [] };
async function states(evaluate, stated) {
  preludeReport.values++;
  const show = (value) => preludeInspect(value, { breakLength: Infinity, depth: Infinity, maxArrayLength: Infinity });
  const found = await evaluate().then(([value]) => show(value), (error) => \`throws \${error}\`);
  const isName = /^throws \\w+$/.test(stated);
  if ((isName ? found.split(':')[0] : found) !== stated) preludeReport.problems.push(\`\${found}, not \${stated}\`);
}
${checked}
console.log(\`\\n\${JSON.stringify(preludeReport)}\`);
process.exit();
`;
}

/**
 * Runs an example against the built package, which it finds as any program in the repository does.
 *
 * @param {string} example
 * @param {{ name: string, folder: string }} place where the program is written, below the repository's root
 * @returns {Promise<{ values: number, problems: string[] }>} rejects when the program fails
 */
export async function runExample(example, { name, folder }) {
  const { code } = await transform(programOf(example), { loader: 'ts', target: 'node20.10', format: 'esm' });
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, code);
  const stdout = await run(process.execPath, [file], { timeout: 60_000 });
  return JSON.parse(stdout.trim().split('\n').at(-1));
}
