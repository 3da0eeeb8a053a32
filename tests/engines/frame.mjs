// node --import tsx tests/engines/frame.mjs: whether WebKit has the fault of README.md here. Its baseline compiler loses
// local variables when a signal comes after a call; its interpreter keeps them. If no machine shows the fault any more, take
// CHECKS_WRONGLY out of workshop/engines/engines.mjs.
import { readFileSync } from 'node:fs';
import binaryen from 'binaryen';
import { openBrowser } from '../../workshop/engines/browser.mjs';

const parsed = binaryen.parseText(readFileSync(new URL('frame.wat', import.meta.url), 'utf8'));
const task = { bytes: [...parsed.emitBinary()], seconds: 10 };

for (const [compiler, JSC_useBBQJIT] of [
  ['baseline compiler', 'true'],
  ['interpreter', 'false'],
]) {
  Object.assign(process.env, { JSC_useOMGJIT: 'false', JSC_useBBQJIT });
  const webkit = await openBrowser('webkit', []);
  const { runs, wrong } = await webkit.call('tests/engines/frame.js', task).finally(() => webkit.close());
  console.log(`${webkit.version}, ${compiler}: ${wrong} of ${runs} runs went wrong`);
}
