// The table of devices, bench/DEVICES.md. The page's "Measure this device" writes its lines.
//
// node bench/devices.mjs --check                       finds lines that the page did not write so
// node --import tsx bench/devices.mjs --measure NAME   measures this machine by the page in Chromium, and adds the line
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { HEAD, problemsOf } from 'powmod-workshop/device-line.js';

export const DEVICES = fileURLToPath(new URL('DEVICES.md', import.meta.url));

/** The problems of the document, each with the number of its line. */
export function check(text) {
  const lines = text.trimEnd().split('\n');
  const first = lines.indexOf(HEAD[0]);
  if (first < 0 || lines[first + 1] !== HEAD[1]) return [`the table must begin with\n${HEAD.join('\n')}`];
  return lines.flatMap((line, i) => {
    if (i === first || i === first + 1) return [];
    if (i > first) return problemsOf(line).map((problem) => `line ${i + 1}: ${problem}`);
    return line.startsWith('|') ? [`line ${i + 1}: is above the table`] : [];
  });
}

async function measure(name) {
  const { launch } = await import('../workshop/browsers/chromium.ts');
  const { until } = await import('../workshop/browsers/driver.ts');
  const { servePage } = await import('../workshop/browsers/page-server.ts');
  const server = await servePage(fileURLToPath(new URL('../www/dist', import.meta.url)), '/');
  const browser = await launch();
  try {
    const page = await browser.open(server.url);
    await page.evaluate(`void (navigator.clipboard.writeText = async (text) => { globalThis.copied = text; })`);
    await until(page, `document.querySelector('#estimate').innerText`); // the last of what the page measures by itself
    await page.click('#measure-begin');
    await until(page, `document.querySelector('#measure-status').innerText === 'Measured.'`, 180_000);
    await page.fill('#device-name', name);
    await page.click('#copy-line');
    return await until(page, 'globalThis.copied');
  } finally {
    await browser.close();
    server.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { check: { type: 'boolean' }, measure: { type: 'string' } } });
  if (values.measure !== undefined)
    writeFileSync(DEVICES, `${readFileSync(DEVICES, 'utf8').trimEnd()}\n${await measure(values.measure)}\n`);
  const problems = check(readFileSync(DEVICES, 'utf8'));
  for (const problem of problems) console.error(`bench/DEVICES.md: ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
