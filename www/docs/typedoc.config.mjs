// TypeDoc's options. It makes the pages of the package and of every document. Its first heading is a document's title, and
// its folder decides its group.

const NAME_WEIGHT = 1000;

/** @param {import('typedoc').Application} app */
function load(app) {
  app.converter.on('createDocument', (_, document) => {
    const text = document.content.map((part) => part.text).join('');
    document.name = /^# (.+)$/m.exec(text)[1].replaceAll('`', '');
    const [, folder] = /docs\/(guides|specification)\//.exec(document.project.files.getReflectionPath(document)) ?? [];
    document.frontmatter.group = { guides: 'Guides', specification: 'Specification' }[folder] ?? 'Reference';
  });
  // A name counts far more than the same word in comments and documents, most of all in the entry `powmod`.
  app.renderer.on('prepareIndex', (event) => {
    event.searchFieldWeights.name = NAME_WEIGHT;
    for (const found of event.searchResults) if (found.getFullName().startsWith('powmod.')) found.relevanceBoost = 2;
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
    '../../MIGRATING.md',
    '../../SECURITY.md',
    '../../CHANGELOG.md',
    '../../bench/REPORT.md',
    '../../bench/DEVICES.md',
  ],
  customCss: 'typedoc.css',
  favicon: '../public/icon.svg',
  navigation: { includeGroups: true },
  groupOrder: ['Guides', 'Specification', 'Modules', 'Reference'],
  sort: ['source-order'],
  sortEntryPoints: false,
  intentionallyNotExported: ['StatementFields', 'profiles', 'schemes'],
  excludeInternal: true,
  excludePrivate: true,
  disableSources: true,
  markdownItOptions: { html: true, linkify: false },
  markdownItLoader,
  highlightLanguages: ['console', 'html', 'javascript', 'json', 'rust', 'typescript'],
  searchInComments: true,
  searchInDocuments: true,
  searchGroupBoosts: { Guides: 3, Specification: 2 },
  validation: { invalidPath: false }, // rustdoc's pages come later; a test follows every link
  treatWarningsAsErrors: true,
};
