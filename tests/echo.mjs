/**
 * Passes the output of a child process on as it arrives.
 *
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
 * @param {(to: NodeJS.WriteStream, text: string) => void} [write] prints it by default
 * @returns {() => string} the output up to now
 */
export function echo(child, write = (to, text) => to.write(text)) {
  let output = '';
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.setEncoding('utf8').on('data', (text) => {
      output += text;
      write(to, text);
    });
  }
  return () => output;
}

/**
 * Prints the output of what runs side by side one after another, each whole, in the order of its beginning. The first
 * that has not ended is printed as it arrives.
 */
export class Turns {
  #open = [];

  /** `write` has the type of {@link echo}'s parameter. */
  begin() {
    const turn = { texts: [], hasEnded: false };
    this.#open.push(turn);
    const show = () => {
      for (let [first] = this.#open; first; [first] = this.#open) {
        for (const [to, text] of first.texts.splice(0)) to.write(text);
        if (!first.hasEnded) return;
        this.#open.shift();
      }
    };
    return {
      write(to, text) {
        turn.texts.push([to, text]);
        show();
      },
      end() {
        turn.hasEnded = true;
        show();
      },
    };
  }
}
