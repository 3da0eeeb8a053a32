/**
 * Prints the output of a child process as it arrives.
 *
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
 * @returns {() => string} the output up to now
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
