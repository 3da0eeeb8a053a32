// The tokens of a file of Rust: what a compiler reads of it for a program. A comment, a document, a blank or a unit
// test changes no token. A doubt keeps tokens: two texts with other code never have the same tokens.

/** A blank or a comment of a line, the start of a block comment, a literal, a word, a delimiter, signs that touch. */
const TOKEN = RegExp(
  [
    String.raw`(\s+|\/\/.*)`,
    String.raw`(\/\*)`,
    String.raw`([bc]?r(#*)"[\s\S]*?"\4|[bc]?"[^"\\]*(?:\\[\s\S][^"\\]*)*"|b?'(?:[^'\\]|\\(?:u\{[^}]*\}|x..|[^ux]))')`,
    String.raw`((?:r#|')?[\p{L}_\d][\p{L}\p{M}_\d]*)`,
    String.raw`([()[\]{},;])`,
    String.raw`([^\s\p{L}_\d()[\]{},;"']+?(?=\/[/*]|[\s\p{L}_\d()[\]{},;"']|$))`,
  ].join('|'),
  'uy',
);

const known = new Map();

/** The tokens of a program, without comments, documents and what only `cargo test` compiles. */
export const rustTokens = (text) => read(text).tokens;

/**
 * The files and folders that only `cargo test` compiles, because a file has `mod NAME;` for tests alone. A folder ends
 * with a slash; not each path exists.
 *
 * @param {string} path of the file
 * @param {string} text of the file
 */
export function testFiles(path, text) {
  const folder = path.replace(/(?<=^|\/)(?:mod|lib|main)\.rs$/, '').replace(/\.rs$/, '/');
  return read(text).testModules.flatMap((name) => [`${folder}${name}.rs`, `${folder}${name}/`]);
}

/** Many steps ask for the same text. */
function read(text) {
  if (!known.has(text)) known.set(text, withoutTests(allTokens(text)));
  return known.get(text);
}

function allTokens(text) {
  const tokens = [];
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found) throw new Error(`no token of Rust: ${JSON.stringify(text.slice(at, at + 40))}`);
    if (found[2]) TOKEN.lastIndex = endOfComment(text, at);
    else if (!found[1]) tokens.push(found[0]);
  }
  return tokens;
}

/** Where a block comment ends, in which others may be. */
function endOfComment(text, start) {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = start;
  for (let depth = 0; ; ) {
    const found = mark.exec(text);
    if (!found) throw new Error(`a comment of Rust without an end: ${JSON.stringify(text.slice(start, start + 40))}`);
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
}

/** Without what is behind an attribute for tests, and without attributes that are documents. */
function withoutTests(tokens) {
  const kept = [];
  const testModules = [];
  for (let at = 0; at < tokens.length; ) {
    if (isInner(tokens, at)) {
      const end = endOfGroup(tokens, at + 1);
      const inside = tokens.slice(at + 2, end - 1);
      if (isForTests(inside)) at = endOfScope(tokens, end);
      else {
        if (inside[0] !== 'doc') kept.push(...tokens.slice(at, end));
        at = end;
      }
      continue;
    }
    if (!isOuter(tokens, at)) {
      kept.push(tokens[at++]);
      continue;
    }
    const attributes = [];
    while (isOuter(tokens, at)) {
      const end = endOfGroup(tokens, at + 1);
      attributes.push(tokens.slice(at, end));
      at = end;
    }
    if (attributes.some((attribute) => isForTests(attribute.slice(2, -1)))) {
      const end = endOfItem(tokens, at);
      const [, name] = /(?:^|\n)mod\n(.*)\n;$/.exec(tokens.slice(at, end).join('\n')) ?? [];
      if (name) testModules.push(name);
      at = end;
    } else kept.push(...attributes.filter(([, , name]) => name !== 'doc').flat());
  }
  return { tokens: kept, testModules };
}

const isOuter = (tokens, at) => tokens[at] === '#' && tokens[at + 1] === '[';
const isInner = (tokens, at) => tokens[at] === '#!' && tokens[at + 1] === '[';

/** Whether an attribute, given without its brackets, keeps what it stands before for tests alone. */
function isForTests(attribute) {
  const text = attribute.join('');
  return text === 'test' || text === 'cfg(test)' || text === 'cfg(all(test))' || text.startsWith('cfg(all(test,');
}

const OPEN = ['(', '[', '{'];
const CLOSE = [')', ']', '}'];

/** The end of a group, which begins at `at`. */
function endOfGroup(tokens, at) {
  return endOfScope(tokens, at + 1) + 1;
}

/** The delimiter that closes what `at` is in, or the end of the file. */
function endOfScope(tokens, at) {
  for (let depth = 0; at < tokens.length; at++) {
    if (OPEN.includes(tokens[at])) depth++;
    if (CLOSE.includes(tokens[at]) && depth-- === 0) break;
  }
  return at;
}

/** The end of an item, a statement, a field, a variant or an arm. Where that is found too early, more is kept. */
function endOfItem(tokens, start) {
  let first = start;
  if (tokens[first] === 'pub') first = tokens[first + 1] === '(' ? endOfGroup(tokens, first + 1) : first + 1;
  let at = first;
  while (['unsafe', 'async', 'const', 'extern'].includes(tokens[at]) || /^"/.test(tokens[at])) at++;
  const hasBody = ['fn', 'impl', 'trait', 'struct', 'enum'].includes(tokens[at]) && tokens[at + 1] !== '(';
  const isStatement =
    !hasBody && ['let', 'static', 'const', 'type', 'use'].includes(tokens[first]) && tokens[first + 1] !== '{';
  for (; at < tokens.length && !CLOSE.includes(tokens[at]); at++) {
    if (tokens[at] === ';') return at + 1;
    if (tokens[at] === ',' && !hasBody && !isStatement) return at + 1;
    if (!OPEN.includes(tokens[at])) continue;
    const isBody = tokens[at] === '{' && !isStatement;
    at = endOfGroup(tokens, at) - 1;
    if (isBody) return !hasBody && [',', ';'].includes(tokens[at + 1]) ? at + 2 : at + 1;
  }
  return at;
}
