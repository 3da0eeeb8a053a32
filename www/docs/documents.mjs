// The documents of the site: their titles, and the groups in which the navigation and the search have them.

/** A document's title is its first heading. */
export const titleOf = (markdown) => /^# (.+)$/m.exec(markdown)[1].replaceAll('`', '');

/** A document's folder decides its group. */
export function groupOf(path) {
  const [, folder] = /docs[\\/](guides|specification)[\\/]/.exec(path) ?? [];
  return { guides: 'Guides', specification: 'Specification' }[folder] ?? 'Reference';
}
