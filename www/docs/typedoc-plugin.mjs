// What TypeDoc lacks for this site: entries under their names, links to what TypeDoc does not make, and pages that work
// under the demo page's policy.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withMain, withoutInlineScripts, withSiteLinks } from './html.mjs';

/** Where the script of every page goes. It chooses the theme. */
const SCRIPT = 'assets/theme.js';

/** The script of pages with a program. */
const RUN = 'assets/run.js';

const NAME_WEIGHT = 1000;

/** @param {import('typedoc').Application} app */
export function load(app) {
  // An entry bears the name by which users import it.
  app.converter.on('resolveBegin', ({ project }) => {
    for (const entry of project.children) entry.name = entry.name === 'index' ? 'powmod' : `powmod/${entry.name}`;
  });

  let script;
  app.renderer.on('endPage', (page) => {
    const { html, scripts } = withoutInlineScripts(page.contents);
    if (scripts.length !== 1 || (script ?? scripts[0]) !== scripts[0])
      throw new Error(`${page.url}: TypeDoc writes other scripts into pages than this plugin knows`);
    [script] = scripts;
    const opened = html.replace(/(<body\b[^>]*>)/, `$1<script src="site:${SCRIPT}"></script>`);
    const started = opened.includes(' data-program=')
      ? opened.replace('</body>', `<script type="module" src="site:${RUN}"></script></body>`)
      : opened;
    page.contents = withSiteLinks(withMain(started), page.url);
  });
  app.renderer.on('endRender', ({ outputDirectory }) => {
    writeFileSync(join(outputDirectory, SCRIPT), script);
    copyFileSync(new URL('run.js', import.meta.url), join(outputDirectory, RUN));
  });
  // A name counts far more than the same word in comments and documents, most of all in the entry `powmod`.
  app.renderer.on('prepareIndex', (event) => {
    event.searchFieldWeights.name = NAME_WEIGHT;
    for (const found of event.searchResults) if (found.getFullName().startsWith('powmod.')) found.relevanceBoost = 2;
  });
}
