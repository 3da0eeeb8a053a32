// Whether WebKit has the fault of README.md: its baseline compiler loses local variables when a signal comes after a call.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import binaryen from 'binaryen';
import { openBrowser } from '../../workshop/engines/browser.mjs';
import { missing } from '../../workshop/programs/installed.mjs';

const parsed = binaryen.parseText(readFileSync(new URL('frame.wat', import.meta.url), 'utf8'));
const task = { bytes: [...parsed.emitBinary()], seconds: 2 };

const reason = missing('webkit') ?? (process.arch === 'x64' ? undefined : 'the fault is in code for x86-64');

/** Runs the module in WebKit with one of JavaScriptCore's compilers only, or with none. */
async function runIn(t, options) {
  Object.assign(process.env, { JSC_useOMGJIT: 'false', ...options });
  const webkit = await openBrowser('webkit', []);
  try {
    const result = await webkit.call('tests/engines/frame.js', task);
    t.diagnostic(`${webkit.version}: ${result.wrong} of ${result.runs} runs went wrong`);
    return result;
  } finally {
    await webkit.close();
  }
}

describe('WebKit and local variables', { skip: reason }, () => {
  test('its baseline compiler loses them', async (t) => {
    const { runs, wrong } = await runIn(t, { JSC_useBBQJIT: 'true' });
    assert.ok(runs > 10, `${runs} runs`);
    assert.ok(wrong > 0, 'the fault is gone: take CHECKS_WRONGLY out of workshop/engines/engines.mjs');
  });
  test('its interpreter keeps them', async (t) => {
    const { runs, wrong } = await runIn(t, { JSC_useBBQJIT: 'false' });
    assert.ok(runs > 10, `${runs} runs`);
    assert.equal(wrong, 0);
  });
});
