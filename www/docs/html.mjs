// Changes to the pages that the generators write.

/** The way from a page back to the folder of the site. */
const baseOf = (url) => '../'.repeat(url.split('/').length - 1) || './';

/** Links to `site:PATH`, which a generator gives to each page alike, as links relative to the page. */
export const withSiteLinks = (html, url) => html.replaceAll('"site:', `"${baseOf(url)}`);

/** The scripts that stand in a page. The demo page's policy forbids them. */
const INLINE = /<script>(.*?)<\/script>/gs;

/** A page without scripts of its own, and what they were. */
export function withoutInlineScripts(html) {
  return { html: html.replace(INLINE, ''), scripts: [...html.matchAll(INLINE)].map(([, script]) => script) };
}

const CONTENT = '<div class="col-content">';
const SIDEBAR = '</div>\n<div class="col-sidebar">';

/** A page of TypeDoc whose content is its main landmark. */
export function withMain(html) {
  const [before, content] = html.split(CONTENT);
  const end = content?.indexOf(SIDEBAR);
  if (!content || end < 0) throw new Error('TypeDoc writes its content in other elements than this plugin knows');
  return `${before}<main class="col-content">${content.slice(0, end)}</main>${content.slice(end + '</div>'.length)}`;
}
