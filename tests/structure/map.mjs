// Reads the map in CONTRIBUTING.md: the walks of a call, file by file, and every path that a document names.

/**
 * The walk under the heading that contains `name` in backticks: the path that each item of its ordered list begins
 * with.
 *
 * @param {string} markdown
 * @param {string} name
 * @returns {string[]}
 */
export function walkIn(markdown, name) {
  const [heading] = new RegExp(`^#+ .*\`${name}\`.*$`, 'm').exec(withoutBlocks(markdown)) ?? [];
  if (!heading) throw new Error(`no heading contains \`${name}\``);
  const [, after] = markdown.split(`${heading}\n`);
  const [section] = after.split(/^#+ /m);
  const items = section.match(/^\d+\. .*$/gm) ?? [];
  return items.map((item) => {
    const [, path] = /^\d+\. +`([^`\s]+)`/.exec(item) ?? [];
    if (!path) throw new Error(`\`${name}\`: an item does not begin with a path in backticks: ${item}`);
    return path;
  });
}

/**
 * The reason why a walk is not a path through the code; undefined when it is one.
 *
 * @param {string[]} walk
 * @param {object} code
 * @param {Map<string, Set<string>>} code.graph the imports of every file
 * @param {(from: string, to: string) => boolean} code.crosses whether a call goes from JavaScript to this Rust file
 * @param {string[]} code.kernels the names of the kernels
 */
export function problemOf(walk, { graph, crosses, kernels }) {
  const unknown = walk.find((file) => !graph.has(file));
  if (unknown) return `${unknown} is no source file`;
  if (!walk[0]?.startsWith('crate/js/src/')) return `does not begin with a public call: ${walk[0]}`;
  const [, kernel] = /^crate\/kernel\/src\/.*?([^/.]+)(?:\/mod)?\.rs$/.exec(walk.at(-1)) ?? [];
  if (!kernels.includes(kernel)) return `does not end in a kernel: ${walk.at(-1)}`;
  const linked = (a, b) => graph.get(a).has(b) || graph.get(b).has(a) || crosses(a, b);
  for (const [i, stop] of walk.entries()) {
    const before = walk.slice(0, i);
    if (before.includes(stop)) return `stops twice at ${stop}`;
    if (i > 0 && !before.some((earlier) => linked(earlier, stop)))
      return `${stop} has no import from or to an earlier stop`;
  }
  return undefined;
}

/** A part of a path, or a path, that stands for any name. */
const PLACEHOLDER = /(^|\/)[A-Z]+(\.(?!md$)\w+)?(\/|$)|\*/;
const PATH = /^[\w.@-]+(\/[\w.*@-]+)*\/?$/;

/**
 * Everything in a document's text that names a file or folder of the repository: code in backticks and the words of
 * commands there, and the targets of links. Blocks of code do not count.
 *
 * @param {string} markdown
 * @param {string[]} rootFiles the names of the files that lie in the root, which need no slash to be paths
 */
export function pathsIn(markdown, rootFiles) {
  const text = withoutBlocks(markdown);
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span.trim());
  const looksLikePath = (word) => PATH.test(word) && (word.includes('/') || rootFiles.includes(word));
  const alone = spans.filter(looksLikePath);
  const inCommands = spans
    .filter((span) => /\s/.test(span))
    .flatMap((span) => span.split(/\s+/))
    .filter((word) => looksLikePath(word) && /\.\w+$/.test(word));
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target.replace(/#.*$/, '').replace(/^\.\//, ''))
    .filter((target) => PATH.test(target));
  return [...new Set([...alone, ...inCommands, ...links])].filter((path) => !PLACEHOLDER.test(path));
}

const withoutBlocks = (markdown) => markdown.replace(/^( *)```.*?^\1```/gms, '');
