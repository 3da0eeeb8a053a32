// What the library's methods count, by themselves on monoids that count: bench/native/counts answers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { root } from '../crate/build/run.mjs';

/**
 * @param {object[]} questions as bench/native/counts/main.rs knows them
 * @returns {Promise<any[]>} an answer to each
 */
export async function askCounts(questions) {
  const args = ['run', '--quiet', '--locked', '--package', 'powmod-bench', '--bin', 'counts'];
  const child = spawn('cargo', args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(questions));
  const [answers, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0) throw new Error(`cargo ${args.join(' ')} ended with code ${code}`);
  return JSON.parse(answers);
}
