// npm run docs: writes the documents into www/dist/docs, beside the demo page. TypeDoc makes the pages of the package and
// of every document, rustdoc those of the crates. `npm run build` must have run, and `npm run build:page`, which empties
// www/dist. Where nothing has changed since the last time, the files are only copied.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stampOf } from '../../crate/build/fresh.mjs';
import { BuildError, root, run, step } from '../../crate/build/run.mjs';
import { withoutInlineScripts, withSiteLinks } from './html.mjs';
import { documents, HOME, pageOf, rustPage } from './pages.mjs';
import { colours } from './style.mjs';

const CRATES = ['powmod', 'powmod_chia', 'powmod_kernel'];
const PICTURES = 'bench/results/charts';
const DATA = 'bench/results/results.json';

const site = join(root, 'target/site');
const pages = join(site, 'pages');
const made = join(site, 'docs');
const target = join(root, 'www/dist/docs');

const at = (path) => join(root, path);
const read = (path) => readFileSync(at(path), 'utf8');
function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function buildDocuments() {
  const all = documents(root);
  const stamp = stampOf('documents', {
    files: [
      'www/docs',
      'www/src/style/page.css',
      'www/public/icon.svg',
      ...[
        'crate/js/src',
        'crate/js/tsconfig.json',
        'crate/core',
        'crate/chia',
        'crate/kernel',
        'Cargo.lock',
        'rust-toolchain.toml',
        'package-lock.json',
      ],
      ...[PICTURES, DATA, ...all.map(({ file }) => file)],
    ],
    outputs: ['target/site/docs/index.html', 'target/site/docs/rust/powmod/index.html'],
  });
  if (stamp.isFresh()) return;
  rmSync(site, { recursive: true, force: true });
  const colourLines = colours(read('www/src/style/page.css'));
  for (const name of ['typedoc.css', 'rustdoc.css']) write(join(site, name), colourLines + read(`www/docs/${name}`));
  const rust = await step('Documents of the crates', buildRust);
  stage(all, rust);
  await step('Documents of the package, guides, specification, report', () =>
    run(process.execPath, ['crate/js/node_modules/typedoc/bin/typedoc', '--options', 'www/docs']),
  );
  cpSync(rust, join(made, 'rust'), { recursive: true });
  adapt(join(made, 'rust'));
  // rustdoc's own pages lead to a first page that it does not make.
  write(join(made, 'rust/index.html'), '<!doctype html><meta http-equiv="refresh" content="0; url=powmod/index.html">');
  stamp.write();
}

/** rustdoc's folder. */
async function buildRust() {
  const folder = join(root, 'target/doc');
  rmSync(folder, { recursive: true, force: true }); // pages of items that are no more
  const flags = [
    '-Dwarnings',
    `--extend-css=${join(site, 'rustdoc.css')}`,
    `--html-before-content=${at('www/docs/rustdoc-top.html')}`,
  ];
  const env = { CARGO_ENCODED_RUSTDOCFLAGS: flags.join('\x1f') };
  // One after the other: rustdoc links only the crates whose pages are there.
  for (const [crate, ...options] of [
    ['powmod-kernel'],
    ['powmod', '--features=powmod/std,powmod/methods'],
    ['powmod-chia'],
  ])
    await run('cargo', ['doc', '--no-deps', '--locked', `--package=${crate}`, ...options], { env });
  return folder;
}

/** Writes the Markdown that TypeDoc reads, in folders as those of the repository. */
function stage(all, rust) {
  const isOnSite = (path) => all.some(({ file }) => file === path) || path === DATA || path === HOME;
  for (const document of [...all, { file: HOME }])
    write(join(pages, document.file), pageOf(document, read(document.file), { root, isOnSite }));
  const lists = Object.fromEntries(CRATES.map((crate) => [crate, readFileSync(join(rust, crate, 'all.html'), 'utf8')]));
  const page = { file: 'rust.md', group: 'Rust' };
  write(join(pages, page.file), pageOf(page, rustPage(lists), { root, isOnSite }));
  cpSync(at(PICTURES), join(pages, PICTURES), { recursive: true });
  cpSync(at(DATA), join(pages, DATA));
}

/**
 * Fits rustdoc's pages into the site. The only script within them asks for fonts, which our style does not use. They also
 * name scripts with the implementations of a trait in other crates, which rustdoc does not write where there are none.
 */
function adapt(folder) {
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!file.endsWith('.html')) continue;
    const url = posix.join('rust', file.replaceAll('\\', '/'));
    const path = join(folder, file);
    const { html } = withoutInlineScripts(readFileSync(path, 'utf8'));
    const scripts = /<script src="([^"]*\/trait\.impl\/[^"]*)" async><\/script>/g;
    const there = html.replace(scripts, (tag, script) => (existsSync(join(path, '..', script)) ? tag : ''));
    writeFileSync(path, withSiteLinks(there, url));
  }
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
