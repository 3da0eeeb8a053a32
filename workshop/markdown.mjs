// The code of a document: its files, and what its console shows.

/** A block of code and the words behind its three backticks. */
const BLOCK = /^```([^\n]*)\n(.*?)^```$/gms;

/** @returns {{ language: string, name?: string, code: string }[]} */
export function blocksOf(markdown) {
  return [...markdown.matchAll(BLOCK)].map(([, info, code]) => {
    const [language, name] = info.trim().split(/\s+/);
    return { language, name, code };
  });
}

/**
 * The steps of a guide: a file to write (a block with a name, such as `js page.js`), or a command to run (a line of a
 * block `console` that begins with $) and the output that follows it there.
 *
 * @returns {({ file: string, text: string } | { command: string, output: string })[]}
 */
export function stepsOf(markdown) {
  return blocksOf(markdown).flatMap(({ language, name, code }) => {
    if (name) return [{ file: name, text: code }];
    if (language !== 'console') throw new Error(`a block of ${language} has neither a name nor a console`);
    const [before, ...commands] = code.split(/^\$ /m);
    if (before) throw new Error(`the console does not begin with a command: ${before}`);
    return commands.map((part) => {
      const [command, ...lines] = part.split('\n');
      return { command, output: lines.join('\n') };
    });
  });
}

/** Whether a program printed what a guide shows. There … stands for any part of a line, and alone for any lines. */
export function showsOutput(shown, printed) {
  const pattern = shown
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/^…\n/gm, '(?:.*\\n)*')
    .replaceAll('…', '.*');
  return new RegExp(`^${pattern}$`).test(printed);
}
