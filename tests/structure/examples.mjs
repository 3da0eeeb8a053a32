// The examples in the documentation of public functions and classes: finds them, and runs each as a program.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { parseSync, Visitor } from 'vite';

const execute = promisify(execFile);

/**
 * @typedef {object} Documented a function, a class or a method that a file exports
 * @property {string} name `function`, `Class` or `Class.method`
 * @property {boolean} isMethod
 * @property {string[]} examples the code of each `@example`
 */

/**
 * Everything that a file exports and documents. A method with overloads counts once. Private methods and those that
 * are marked `@internal` do not count, nor do methods whose name is a symbol: `[Symbol.dispose]` is an alias.
 *
 * @param {string} file
 * @param {string} source
 * @returns {Documented[]}
 */
export function documentedIn(file, source) {
  const { program, comments, errors } = parse(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const docOf = ({ start }) => {
    const before = comments.findLast(({ end }) => end <= start);
    const isDoc = before?.type === 'Block' && before.value.startsWith('*');
    return isDoc && source.slice(before.end, start).trim() === '' ? before.value.replace(/^ *\* ?/gm, '') : '';
  };
  const found = new Map();
  const add = (name, isMethod, node) => {
    const known = found.get(name) ?? { name, isMethod, examples: [] };
    found.set(name, known);
    known.examples.push(...examplesIn(docOf(node), `${file}: ${name}`));
  };
  for (const node of program.body) {
    const { declaration } = node;
    if (node.type !== 'ExportNamedDeclaration' || !declaration?.id) continue;
    if (declaration.type === 'FunctionDeclaration' || declaration.type === 'TSDeclareFunction')
      add(declaration.id.name, false, node);
    if (declaration.type !== 'ClassDeclaration') continue;
    add(declaration.id.name, false, node);
    for (const member of declaration.body.body)
      if (isPublicMethod(member) && !/@internal\b/.test(docOf(member)))
        add(`${declaration.id.name}.${member.key.name}`, true, member);
  }
  return [...found.values()];
}

function isPublicMethod({ type, kind, key, computed, accessibility }) {
  const isMethod = type === 'MethodDefinition' && kind === 'method';
  return isMethod && !computed && key.type === 'Identifier' && (accessibility ?? 'public') === 'public';
}

/** The code of the ```ts block in each `@example` of a comment. */
function examplesIn(comment, where) {
  const [, ...tags] = comment.split(/^@example\b/m);
  return tags.map((tag) => {
    const [, code] = /^```ts\n(.*?)^```/ms.exec(tag) ?? [];
    if (code === undefined) throw new Error(`${where}: an @example has no block of ts`);
    return code;
  });
}

/** The names that an example may use without defining them. */
const PRELUDE = {
  pm: 'const pm = await preludeInit();',
  methods: "const methods = await (await import('powmod/methods')).init();",
  m: 'const m = (await preludeInit()).modulus(1000003n);',
  pool: 'const pool = await preludePool({ workers: 2 });',
  proof: "import proof from 'powmod/examples/wesolowski-rsa2048.json' with { type: 'json' };",
};

/**
 * An example as a program that prints, as JSON, how many values it states and which of them are wrong.
 *
 * A comment on the line on which a statement ends is the value of the expression, or of the variable that the
 * statement declares, as `inspect` of node:util prints it: `m.pow(2n, 10n); // 1024n`. The comment `throws NAME` or
 * `throws NAME: MESSAGE` states an error. A comment with words of prose must stand on a line of its own.
 *
 * @param {string} example
 * @returns {string} TypeScript
 */
export function programOf(example) {
  const { program, comments, errors } = parse('example.ts', example);
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
      checked += `await states(async () => [${example.slice(start, end)}], ${stated});`;
    } else if (statement.type === 'VariableDeclaration' && statement.declarations[0].id.type === 'Identifier')
      checked += `${own} await states(async () => [${statement.declarations[0].id.name}], ${stated});`;
    else throw new Error(`the comment ${stated} is not after an expression`);
  }
  checked += example.slice(at);
  const prelude = Object.keys(PRELUDE).filter((name) => isFree(name, program));
  return `import { inspect as preludeInspect } from 'node:util';
import { init as preludeInit } from 'powmod';
import { createPool as preludePool } from 'powmod/pool';
${prelude.map((name) => PRELUDE[name]).join('\n')}
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

/** Whether a program uses a name that it does not define. */
function isFree(name, program) {
  const keys = new Set();
  const defined = new Set();
  const used = new Set();
  const define = (node) => node && defined.add(node.name);
  new Visitor({
    MemberExpression: ({ property, computed }) => !computed && keys.add(property),
    Property: ({ key, computed, shorthand }) => !computed && !shorthand && keys.add(key),
    VariableDeclarator: ({ id }) => (id.type === 'Identifier' ? define(id) : namesIn(id).forEach(define)),
    ImportSpecifier: ({ local }) => define(local),
    ImportDefaultSpecifier: ({ local }) => define(local),
    FunctionDeclaration: ({ id }) => define(id),
    Identifier: (node) => !keys.has(node) && used.add(node.name),
  }).visit(program);
  return used.has(name) && !defined.has(name);
}

/** The identifiers that a destructuring pattern defines. */
function namesIn(pattern) {
  if (pattern === null) return [];
  if (pattern.type === 'Identifier') return [pattern];
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left);
  if (pattern.type === 'RestElement') return namesIn(pattern.argument);
  return (pattern.elements ?? pattern.properties.map(({ value, argument }) => value ?? argument)).flatMap(namesIn);
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
  const { stdout } = await execute(process.execPath, [file], { timeout: 60_000 });
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

/** Parses modules only, so that `await` may stand at their top. */
function parse(file, source) {
  return parseSync(file, source, { sourceType: 'module' });
}
