/**
 * Shows what a child process prints as it comes.
 *
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
 * @returns {() => string} all that it has printed so far
 */
export function echo(child) {
  let output = '';
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.setEncoding('utf8').on('data', (text) => {
      output += text;
      to.write(text);
    });
  }
  return () => output;
}
