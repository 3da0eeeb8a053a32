// TypeDoc's options. It makes the pages of the package and of every document. Its first heading is a document's title,
// and its folder decides its group.
import { groupOf, titleOf } from './documents.mjs';

/** @param {import('typedoc').Application} app */
function load(app) {
  app.converter.on('createDocument', (_, document) => {
    document.name = titleOf(document.content.map((part) => part.text).join(''));
    document.frontmatter.group = groupOf(document.project.files.getReflectionPath(document));
  });
}

/** The name of a file stands before its block, such as `js page.js`. */
function markdownItLoader(parser) {
  const { fence } = parser.renderer.rules;
  parser.renderer.rules.fence = (tokens, i, ...others) => {
    const [, name] = tokens[i].info.trim().split(/\s+/);
    return (name ? `<p><code>${name}</code>:</p>` : '') + fence(tokens, i, ...others);
  };
}

/** @type {Partial<import('typedoc').TypeDocOptions>} */
export default {
  name: 'powmod',
  entryPoints: [
    '../../crate/js/src/index.ts',
    '../../crate/js/src/powers/index.ts',
    '../../crate/js/src/verify/index.ts',
    '../../crate/js/src/chia/index.ts',
    '../../crate/js/src/pool/index.ts',
    '../../crate/js/src/static.ts',
    '../../crate/js/src/bigint-mod-arith.ts',
  ],
  tsconfig: '../../crate/js/tsconfig.json',
  plugin: [load],
  out: '../../target/site',
  readme: 'index.md',
  projectDocuments: [
    'guides/*.md',
    'specification/*.md',
    'errors.generated.md',
    '../../MIGRATING.md',
    '../../SECURITY.md',
    '../../CONTRIBUTING.md',
    '../../CHANGELOG.md',
    '../../bench/REPORT.md',
    '../../bench/PAPERS.md',
    '../../bench/DEVICES.md',
  ],
  customCss: 'typedoc.css',
  favicon: '../public/icon.svg',
  navigation: { includeGroups: true },
  groupOrder: ['Guides', 'Specification', 'Modules', 'Reference'],
  sort: ['source-order'],
  sortEntryPoints: false,
  intentionallyNotExported: ['FetchResponse', 'StatementFields', 'Url', 'profiles', 'schemes'],
  excludeInternal: true,
  excludePrivate: true,
  disableSources: true,
  markdownItOptions: { html: true, linkify: false },
  markdownItLoader,
  highlightLanguages: ['console', 'html', 'javascript', 'json', 'python', 'rust', 'solidity', 'typescript'],
  validation: { invalidPath: false }, // rustdoc's pages come later; a test follows every link
  treatWarningsAsErrors: true,
};
