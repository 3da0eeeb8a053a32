// The colours of the demo page, for pages of other generators.

/**
 * The demo page's colours as variables: `--light-NAME` and `--dark-NAME` for each `--NAME`.
 *
 * @param {string} css www/src/style/page.css
 */
export function colours(css) {
  const [light, dark] = [...css.matchAll(/:root \{(.*?)\}/gs)].map(([, block]) =>
    [...block.matchAll(/--([\w-]+): (#[\da-f]+);/g)].map(([, name, colour]) => ({ name, colour })),
  );
  const names = (list) => list?.map(({ name }) => name).join();
  if (!light?.length || names(light) !== names(dark))
    throw new Error('page.css does not begin with :root and its colours, light ones and then the same dark ones');
  const lines = (theme, list) => list.map(({ name, colour }) => `  --${theme}-${name}: ${colour};`);
  return `:root {\n${[...lines('light', light), ...lines('dark', dark)].join('\n')}\n}\n`;
}
