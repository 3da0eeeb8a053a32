/** When the page's script began. The entry point imports this module before any other. */
export const start = performance.now();
