// The header that the page, the page that measures and the documents share, and the address where all are published.
import { readFileSync } from 'node:fs';

const manifest = new URL('../crate/js/package.json', import.meta.url);

/** Where the page is published: the package's home, to which a release wants a slash at its end. Empty without one. */
export const ADDRESS = JSON.parse(readFileSync(manifest, 'utf8')).homepage ?? '';

// The source is in the repository from which a workflow builds. Elsewhere there is no address of it.
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
const SOURCE = GITHUB_REPOSITORY && { Source: `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}` };

const LINKS = { Demo: './', Documents: 'docs/', Measure: 'measure.html', ...SOURCE };

/**
 * @param {'Demo' | 'Documents' | 'Measure'} current where the reader is
 * @param {string} [base] from the reader's page to the demo page
 */
export function header(current, base = '') {
  const at = (address) => (/^https?:/.test(address) ? address : `${base}${address}`);
  const links = Object.entries(LINKS).map(
    ([name, address]) => `<a href="${at(address)}"${name === current ? ' aria-current="true"' : ''}>${name}</a>`,
  );
  const brand = current === 'Demo' ? '<h1>powmod</h1>' : `<a class="brand" href="${at('./')}">powmod</a>`;
  return `<nav class="site" aria-label="powmod">${brand}<span>${links.join(' ')}</span></nav>`;
}

/** Puts it into the pages in place of `<!-- header -->`. @returns {import('vite').Plugin} */
export function headers() {
  return {
    name: 'headers',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { path }) => ({
        html: html.replace('<!-- header -->', header(path === '/measure.html' ? 'Measure' : 'Demo')),
        // Messengers show no picture from a relative address.
        tags: ADDRESS
          ? [
              ['og:url', ADDRESS],
              ['og:image', `${ADDRESS}touch-icon.png`],
            ].map(([property, content]) => ({ tag: 'meta', attrs: { property, content } }))
          : [],
      }),
    },
  };
}
