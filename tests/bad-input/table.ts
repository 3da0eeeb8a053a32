// Makes every mistake and writes the errors as the text of tests/BAD-INPUT.md.
import { type Kernel, MalformedProofError, PowmodError } from 'powmod';
import { type Case, cases } from './cases.ts';
import { commandRows } from './command-line.ts';
import { pageRows } from './page.ts';

const HEAD = `# Mistakes and their errors

\`npm run bad-input\` makes each of these mistakes and writes this file. A test makes them again. It fails if an error differs
from this file, has no documented class, or does not begin with the name of the argument. After each mistake the next call
works. The part of a message behind … differs between engines.
`;

/** The text of the file, and the problems with the errors in it. */
export async function makeTable(): Promise<{ text: string; problems: string[] }> {
  const { lines, problems } = await rowsOfCalls('auto');
  lines.push('', '## The command line', '', '| command | exit code | says |', '| --- | --- | --- |');
  for (const { command, code: exit, line } of await commandRows()) {
    if (exit !== 2 || line === '' || /\n\s+at /.test(line)) problems.push(`${command}: ${exit}, ${line}`);
    lines.push(row(code(command), String(exit), line));
  }
  lines.push('', '## The page', '', '| field | written | says |', '| --- | --- | --- |');
  for (const { field, written, says } of await pageRows()) {
    if (says === '-') problems.push(`the page, ${field}: it took ${written}`);
    lines.push(row(field, code(written), says));
  }
  return { text: `${HEAD}${lines.join('\n')}\n`, problems };
}

/** The lines for the package's own calls, on a kernel. */
export async function rowsOfCalls(kernel: 'auto' | Kernel): Promise<{ lines: string[]; problems: string[] }> {
  const { list, end } = await cases(kernel);
  const problems: string[] = [];
  const lines: string[] = [];
  let part = '';
  for (const each of list) {
    if (each.part !== part) {
      part = each.part;
      lines.push(
        '',
        `## ${part}`,
        '',
        '| call | argument | given | error | message |',
        '| --- | --- | --- | --- | --- |',
      );
    }
    const error = await errorOf(each.work);
    const problem = problemOf(each, error);
    if (problem) problems.push(`${each.call}, ${each.given}: ${problem}`);
    const { kind, message } = shown(error);
    lines.push(row(code(each.call), code(each.argument), each.given, kind, message));
  }
  await end();
  return { lines, problems };
}

async function errorOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error ?? 'nothing was thrown';
  }
}

/** The problem with an error; undefined if there is none. */
function problemOf({ argument }: Case, error: unknown): string | undefined {
  if (error === undefined) return 'it was taken';
  if (!(error instanceof Error)) return `${String(error)} is no error`;
  const isMistake = error.constructor === TypeError || error.constructor === RangeError;
  if (!isMistake && !(error instanceof PowmodError)) return `is a ${error.constructor.name}`;
  if (error instanceof MalformedProofError && error.field !== argument) return `names the field ${error.field}`;
  if (argument === '' || (/^[:.[]/.test(error.message.slice(argument.length)) && error.message.startsWith(argument)))
    return undefined;
  return `does not name ${argument}: ${error.message}`;
}

function shown(error: unknown): { kind: string; message: string } {
  if (!(error instanceof Error)) return { kind: '-', message: '-' };
  const kind = error instanceof PowmodError ? `${error.name} ${error.code}` : error.constructor.name;
  return { kind, message: error.message.replace(/(does not fit this version of the package: |Invalid URL).*/, '$1…') };
}

function row(...cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}
