// A Vite plugin that serves the built site under content security policies, the strictest ones under which it works.

/** For the demo page: scripts of its own, and WebAssembly. */
const PAGE = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
/** For the documents, into whose pages the generators put scripts, styles and small pictures. */
export const DOCUMENTS =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

/** @returns {import('vite').Plugin} */
export function policies() {
  return {
    name: 'policies',
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        response.setHeader('Content-Security-Policy', request.url.startsWith('/docs/') ? DOCUMENTS : PAGE);
        next();
      });
    },
  };
}
