// The programs of guides that readers can start: a Vite plugin builds them beside the page, and the documents get a button.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { blocksOf } from '../workshop/markdown.mjs';

/** By name: the guide, and the name of its file. */
export const PROGRAMS = { 'getting-started': { guide: 'www/docs/guides/01-getting-started.md', file: 'power.mjs' } };

const PREFIX = 'program:';
const root = new URL('..', import.meta.url);

/** A program as a module whose function `run` prints to the console that it gets. */
function moduleOf({ guide, file }) {
  const { code } = blocksOf(readFileSync(new URL(guide, root), 'utf8')).find(({ name }) => name === file);
  const imports = /^import .*;$/gm;
  return `${code.match(imports).join('\n')}\nexport async function run(console) {\n${code.replace(imports, '')}}\n`;
}

/** @returns {import('vite').Plugin} */
export function programs() {
  return {
    name: 'programs',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          input: {
            index: fileURLToPath(new URL('www/index.html', root)),
            ...Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, PREFIX + name])),
          },
          preserveEntrySignatures: 'exports-only',
          // The documents name these files, so they have no hash.
          output: { entryFileNames: ({ name }) => `assets/${name}${name in PROGRAMS ? '' : '-[hash]'}.js` },
        },
      },
    }),
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load: (id) => (id.startsWith(`\0${PREFIX}`) ? moduleOf(PROGRAMS[id.slice(PREFIX.length + 1)]) : undefined),
  };
}

/** A button that starts a program, and the place of what it prints, in HTML for Markdown; empty for other files. */
export function buttonFor(guide, file) {
  const [name] = Object.entries(PROGRAMS).find(([, one]) => one.guide === guide && one.file === file) ?? [];
  if (!name) return '';
  return `\n\n<div class="program"><button type="button" data-program="${name}">Run it here</button><pre role="status" hidden></pre></div>`;
}
