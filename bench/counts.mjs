// Asks bench/native/counts how many multiplications and squarings the library's methods use, on monoids that count
// them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { root } from '../crate/build/run.mjs';

/**
 * @param {object[]} questions in the form that bench/native/counts/main.rs defines
 * @returns {Promise<any[]>} an answer to each question
 */
export async function askCounts(questions) {
  const args = ['run', '--quiet', '--locked', '--package', 'powmod-bench', '--bin', 'counts'];
  const child = spawn('cargo', args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(questions));
  const [answers, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0) throw new Error(`cargo ${args.join(' ')} ended with code ${code}`);
  return JSON.parse(answers);
}
