// A Vite plugin with the content security policies of the built site, the strictest ones under which it works. The page
// has its policy in itself, since a static host sends none; the preview server sends both.

/** For the demo page: scripts of its own, and WebAssembly. */
const PAGE = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
/** For the documents, into whose pages the generators put scripts, styles and small pictures. */
export const DOCUMENTS =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

/** @returns {import('vite').Plugin} */
export function policies() {
  return {
    name: 'policies',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { server }) => ({
        html,
        tags: server // Vite's own scripts need more
          ? []
          : [
              {
                tag: 'meta',
                attrs: { 'http-equiv': 'Content-Security-Policy', content: PAGE },
                injectTo: 'head-prepend',
              },
            ],
      }),
    },
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        response.setHeader('Content-Security-Policy', request.url.startsWith('/docs/') ? DOCUMENTS : PAGE);
        next();
      });
    },
  };
}
