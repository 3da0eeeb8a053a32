// Every message that the package, its command line and the crates can give, read from their source.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../crate/build/run.mjs';

const ts = createRequire(join(root, 'crate/js/package.json'))('typescript');

const sources = (folder, end) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith(end) && !/\.d\.ts$/.test(file))
    .sort();

/** A reason follows the name of an argument or of a field. */
const REASON = new RegExp(
  '^(?:must|may|is|has|have|was|were|are|cannot|could|does|holds|fits|stands|out of|differs|needs|its|hex digits|' +
    'the result|… proves)\\b.* ',
);

/** The texts that an expression can have; … stands for what it computes. A name is that of a constant of its file. */
function textsOf(node) {
  if (ts.isIdentifier(node)) return constantsOf(node.getSourceFile()).get(node.text) ?? [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')];
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return textsOf(node.left).flatMap((a) => textsOf(node.right).map((b) => a + b));
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  return [];
}

/** The texts of a file's constants. */
const constantsOf = (source) =>
  new Map(
    source.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .filter(({ initializer }) => initializer && ts.isStringLiteralLike(initializer))
      .map(({ name, initializer }) => [name.getText(), [initializer.text]]),
  );

function ofTypeScript(file) {
  const found = [];
  const add = (kind, text) => /\p{L}{3}/u.test(text) && / \S+ /.test(text) && found.push({ kind, text, file });
  const visit = (node) => {
    if (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) {
      const kind = node.expression.getText();
      const [first, second] = node.arguments ?? [];
      if (kind === 'PowmodError') for (const text of textsOf(second)) add(textsOf(first)[0] ?? kind, text);
      else if (kind === 'MalformedProofError')
        for (const reason of second ? textsOf(second) : [])
          add('ERR_MALFORMED_PROOF', `${textsOf(first)[0] ?? '…'}: ${reason}`);
      else for (const text of first ? textsOf(first) : []) add(kind, text);
    } else if (
      (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) &&
      !ts.isImportDeclaration(node.parent) &&
      textsOf(node).some((text) => REASON.test(text))
    )
      for (const text of textsOf(node)) add('reason', `…: ${text}`);
    else ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

/** Of Rust: the strings that are reasons, outside of comments and of tests. */
function ofRust(file) {
  const [code] = readFileSync(join(root, file), 'utf8').split('#[cfg(test)]');
  const bare = code.replace(/^\s*\/\/.*$/gm, '').replace(/\\\n\s*/g, '');
  return [...bare.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)]
    .map(([, text]) => text)
    .filter((text) => REASON.test(text))
    .map((text) => ({ kind: 'reason', text: `…: ${text}`, file }));
}

/** @returns {{ kinds: string[], text: string }[]} each once, by its text */
export function messages() {
  const all = [
    ...[...sources('crate/js/src', '.ts'), 'workshop/typed.js'].flatMap(ofTypeScript),
    ...['core', 'vdf', 'chia', 'wasm'].flatMap((crate) => sources(`crate/${crate}/src`, '.rs')).flatMap(ofRust),
  ];
  const byText = new Map();
  for (const { kind, text } of all) (byText.get(text) ?? byText.set(text, new Set()).get(text)).add(kind);
  return [...byText].map(([text, kinds]) => ({ text, kinds: [...kinds] }));
}
