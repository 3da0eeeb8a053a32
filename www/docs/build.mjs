// npm run docs: writes the documents into www/dist/docs, beside the demo page: TypeDoc's pages of the package and of
// every document, and rustdoc's of the crates. `npm run build` must have run, and `npm run build:page`, which empties
// www/dist. Where nothing has changed since the last time, the files are only copied.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { stampOf } from '../../crate/build/fresh.mjs';
import { writeIfChanged } from '../../crate/build/kernels.mjs';
import { BuildError, root, run, step } from '../../crate/build/run.mjs';
import { header } from '../header.mjs';
import { filesIn, serviceWorker } from '../offline.mjs';
import { DOCUMENTS } from '../policies.mjs';
import { groupOf, titleOf } from './documents.mjs';
import { errorsPage } from './errors.mjs';
import { siteIndex } from './search.mjs';
import typedoc from './typedoc.config.mjs';

const CRATES = [['powmod-kernel'], ['powmod', '--features=powmod/std,powmod/methods'], ['powmod-vdf'], ['powmod-chia']];

const [made, rust, target] = ['target/site', 'target/doc', 'www/dist/docs'].map((path) => join(root, path));

/** The page of all errors, which is made of the source. */
const ERRORS = 'www/docs/errors.generated.md';

const pagesOf = (folder) => readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.html'));

/** Each heading says its level if it lies more than one level below the heading before it. */
function leveled(html) {
  let last = 0;
  return html.replace(/<h([1-6])\b/g, (tag, level) => {
    const next = Math.min(Number(level), last + 1);
    last = next;
    return next === Number(level) ? tag : `${tag} aria-level="${next}"`;
  });
}

/** A link inside a button is one that no key reaches. The heading keeps its place, to which other links lead. */
const withoutLinks = (summary) =>
  summary.replace(/<a [^>]*tsd-anchor-icon.*?<\/a>/gs, '').replace(/<a [^>]*>(.*?)<\/a>/gs, '$1');

/**
 * What TypeDoc's pages lack for a screen reader and a keyboard: a landmark for the text, no empty head of a column,
 * headings without a gap in their levels, no link inside a summary, and a tab stop on each part that scrolls.
 */
const accessible = (html) =>
  leveled(html)
    .replace(/<summary\b.*?<\/summary>/gs, withoutLinks)
    .replace('<div class="col-content">', '<div class="col-content" role="main">')
    .replace('<div class="page-menu">', '<div class="page-menu" role="navigation" aria-label="On this page">')
    .replace(/<th([^>]*)>\s*<\/th>/g, '<td$1></td>')
    .replace(/<(pre|table)>/g, '<$1 tabindex="0">');

/** Puts the header above TypeDoc's own, whose title then says where the reader is. */
function addHeader(path, file) {
  const html = readFileSync(path, 'utf8');
  const base = '../'.repeat(file.split(/[\\/]/).length);
  const [bar, title] = ['<header class="tsd-page-toolbar">', 'class="title">powmod<'];
  if (!html.includes(bar) || !html.includes(title)) throw new Error(`the header of TypeDoc has changed: ${file}`);
  const page = html.replace(bar, `${header('Documents', base)}${bar}`).replace(title, 'class="title">Documents<');
  writeFileSync(path, page);
}

/** The documents, by their titles. */
function documentsByTitle() {
  const folder = join(root, 'www/docs');
  const paths = typedoc.projectDocuments.flatMap((path) =>
    path.endsWith('*.md') ? readdirSync(join(folder, dirname(path))).map((file) => join(dirname(path), file)) : [path],
  );
  return Object.fromEntries(
    paths.map((path) => {
      const whole = join(folder, path);
      return [titleOf(readFileSync(whole, 'utf8')), { path: whole, group: groupOf(whole) }];
    }),
  );
}

/** Puts our search in the place of TypeDoc's data, which its own script then does not search. */
async function addSearch() {
  const index = siteIndex(made, documentsByTitle());
  writeFileSync(join(made, 'assets/index.js'), `window.documentsIndex = ${JSON.stringify(index)};\n`);
  await addScript('www/docs/page.js', 'search.js');
}

const addScript = (source, name) =>
  build({
    entryPoints: [join(root, source)],
    outfile: join(made, 'assets', name),
    ...{ bundle: true, minify: true, format: 'iife', target: 'es2022', logLevel: 'warning' },
  });

/** All documents share these files. The first document that is opened stores them, for when there is no network. */
function addServiceWorker() {
  const shared = filesIn(made).filter((file) => file === 'index.html' || file.startsWith('assets/'));
  writeFileSync(join(made, 'sw.js'), serviceWorker('documents-worker.js', made, shared));
}

async function buildDocuments() {
  writeIfChanged(ERRORS, errorsPage());
  const documents = typedoc.projectDocuments.filter((path) => path.startsWith('../../')).map((path) => path.slice(6));
  const stamp = stampOf('documents', {
    files: [
      ...[
        'www/docs',
        'www/policies.mjs',
        'www/header.mjs',
        'www/offline.mjs',
        'www/src/offline',
        'www/src/style/site.css',
        'www/public/icon.svg',
        'crate',
        'Cargo.lock',
        'rust-toolchain.toml',
        'package-lock.json',
      ],
      ...['bench/results', ...documents],
    ],
    outputs: ['target/site/index.html', 'target/site/rust/powmod/index.html'],
  });
  if (stamp.isFresh()) return;
  for (const folder of [made, rust]) rmSync(folder, { recursive: true, force: true }); // pages of what is no more
  await step('Documents of the crates', async () => {
    // One after the other: rustdoc links only the crates whose pages are there.
    for (const [crate, ...options] of CRATES)
      await run('cargo', ['doc', '--no-deps', '--locked', `--package=${crate}`, ...options], {
        env: { RUSTDOCFLAGS: '-Dwarnings' },
      });
  });
  await step('Documents of the package, guides, specification, report', () =>
    run(process.execPath, ['crate/js/node_modules/typedoc/bin/typedoc', '--options', 'www/docs']),
  );
  await addSearch();
  await addScript('www/src/offline/documents.js', 'offline.js');
  const style = join(made, 'assets/custom.css');
  const shared = readFileSync(join(root, 'www/src/style/site.css'), 'utf8');
  writeFileSync(style, shared + readFileSync(style, 'utf8'));
  for (const file of pagesOf(made)) addHeader(join(made, file), file);
  cpSync(rust, join(made, 'rust'), { recursive: true });
  // rustdoc's own pages lead to a first page that it does not make.
  const first = '<!doctype html><meta http-equiv="refresh" content="0; url=powmod/index.html">';
  writeFileSync(join(made, 'rust/index.html'), first);
  // A static host sends no policy, so each page has it in itself.
  const policy = `<meta http-equiv="Content-Security-Policy" content="${DOCUMENTS}">`;
  for (const file of pagesOf(made)) {
    const page = join(made, file);
    const base = '../'.repeat(file.split(/[\\/]/).length - 1);
    const script = `<script defer src="${base}assets/offline.js"></script>`;
    const html = readFileSync(page, 'utf8').replace(/<head>/i, `$&${policy}${script}`);
    writeFileSync(page, accessible(html));
  }
  addServiceWorker();
  stamp.write();
}

try {
  await buildDocuments();
  rmSync(target, { recursive: true, force: true });
  cpSync(made, target, { recursive: true });
  console.log(`  built: ${pathToFileURL(join(target, 'index.html'))}`);
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(`\n${error.message}\n\npowmod: the documents could not be built; the error is above.`);
  process.exitCode = 1;
}
