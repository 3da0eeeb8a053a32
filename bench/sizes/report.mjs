// The bytes that a page downloads.

export default function section(measured, { table }) {
  const rows = measured.filter(({ kernel }) => kernel);
  const pages = measured.filter(({ page }) => page);
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  const series = ['.wasm, gzipped', "the page's download, gzipped"];
  return `
A page that verifies a proof downloads the package's JavaScript, minified, and one kernel. A server sends both with gzip.

${table(
  ['kernel', '.wasm', ...series],
  rows.map((row) => [row.kernel, ...['.wasm', ...series].map((name) => kilobytes(row[name]))]),
)}
${pages.map((page) => scripts(page, kilobytes)).join('')}`;
}

/** The scripts of a page: `- The page that calls `init` loads 11.2 kB first. …` */
function scripts(
  { page, 'first, gzipped': first, 'later, gzipped': later, 'with a kernel, gzipped': whole },
  kilobytes,
) {
  const list = (sizes) =>
    Object.entries(sizes)
      .map(([name, bytes]) => `${name} ${kilobytes(bytes)}`)
      .join(', ');
  return `
- The page that calls \`${page}\` loads ${kilobytes(first)} of scripts first. It may load later: ${list(later)}.${whole ? ` With its kernel it loads in all: ${list(whole)}.` : ''}`;
}
