// Each example runs on its platform, with the packed package installed beside it.
import assert from 'node:assert/strict';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import * as vite from 'vite';
import { launch } from '../../workshop/browsers/chromium.ts';
import { until } from '../../workshop/browsers/driver.ts';
import { servePage } from '../../workshop/browsers/page-server.ts';
import {
  bunProgram,
  DENO_OPTIONS,
  denoProgram,
  missingProgram,
  workerdProgram,
} from '../../workshop/engines/engines.mjs';
import { serveWorker } from '../../workshop/engines/workerd.mjs';
import { missing as missingBrowser } from '../../workshop/programs/installed.mjs';
import { installPacked, root } from './packed.mjs';

const FILES = ['wesolowski-rsa2048.json', 'pietrzak-rsa2048.json'];
const VALID = FILES.map((name) => `${name}: valid\n`).join('');
const strict = process.env.CI === 'true';

/** @type {Awaited<ReturnType<typeof installPacked>>} */
let packed;
before(async () => {
  packed = await installPacked();
  await cp(join(root, 'crate/js/examples'), packed.app, { recursive: true });
});
after(() => packed?.remove());

/** A test that is skipped if this machine lacks the platform. In CI it fails instead. */
function testOn(what, missing, body) {
  const reason = missing();
  test(what, { skip: !strict && reason }, async (t) => {
    assert.equal(reason, undefined);
    await body(t);
  });
}

const proof = async (scheme) => JSON.parse(await readFile(join(packed.app, `${scheme}-rsa2048.json`), 'utf8'));

describe('in Node', () => {
  test('verify.mjs', async () => {
    await packed.write('spoilt.json', JSON.stringify({ ...(await proof('wesolowski')), iterations: 2 ** 20 + 1 }));
    await packed.write('torn.json', '{');
    assert.equal(
      await packed.run(process.execPath, 'verify.mjs', ...FILES, 'spoilt.json', 'torn.json'),
      `${VALID}spoilt.json: invalid\ntorn.json: malformed, file is not JSON text in UTF-8\n`,
    );
  });

  test('srp-6a.mjs', async () => {
    assert.equal(
      await packed.run(process.execPath, 'srp-6a.mjs'),
      'the right password: the same key\na wrong password: different keys\n',
    );
  });

  test('ballot/', async () => {
    assert.equal(
      await packed.run(process.execPath, 'ballot/main.mjs'),
      '1000 of 1000 ballots are valid\nthe second verifier agrees: true\nit accepts the ballot as another voter’s: false\nthe sum is right: true\n',
    );
  });

  test('blind-rsa/', async () => {
    assert.equal(
      await packed.run(process.execPath, 'blind-rsa/main.mjs'),
      'WebCrypto says that the signature is valid\n“valid until 2030”: valid\n“valid until 2031”: invalid\n',
    );
  });
});

testOn(
  'verify-deno.ts in Deno',
  () => missingProgram(denoProgram),
  async () => {
    assert.equal(await packed.run(denoProgram, ...DENO_OPTIONS, 'verify-deno.ts', ...FILES), VALID);
  },
);

testOn(
  'verify-bun.ts in Bun',
  () => missingProgram(bunProgram),
  async () => {
    assert.equal(await packed.run(bunProgram, 'verify-bun.ts', ...FILES), VALID);
  },
);

testOn(
  'worker/ in workerd',
  () => missingProgram(workerdProgram),
  async (t) => {
    const server = await serveWorker(workerdProgram, join(packed.app, 'worker/wrangler.json'));
    t.after(() => server.close());
    const post = async (body, path = 'verify') => {
      const response = await fetch(`${server.url}${path}`, { method: 'POST', body });
      return { status: response.status, body: await response.text() };
    };
    for (const scheme of ['wesolowski', 'pietrzak']) {
      const good = await proof(scheme);
      assert.deepEqual(await post(JSON.stringify(good)), { status: 200, body: '{"valid":true}' });
      const spoilt = { ...good, iterations: good.iterations - 1 };
      assert.deepEqual(await post(JSON.stringify(spoilt)), { status: 200, body: '{"valid":false}' });
    }
    assert.deepEqual(await post('{}'), {
      status: 400,
      body: '{"field":"scheme","reason":"must be a string, not absent"}',
    });
    assert.equal((await post('{}', 'elsewhere')).status, 404);
    assert.equal((await fetch(`${server.url}verify`)).status, 405);
  },
);

describe('in Chromium', { skip: !strict && missingBrowser('chromium') }, () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser?.close());

  test('page/, a plain module script', async (t) => {
    const server = await servePage(packed.app, '/');
    t.after(() => server.close());
    const page = await browser.open(`${server.url}page/`);
    t.after(() => page.close());
    let power = 1n;
    for (let i = 0; i < 65537; i++) power = (power * 3n) % (2n ** 127n - 1n);
    assert.equal(await until(page, "document.querySelector('output').value"), String(power));
    assert.deepEqual(server.blocked, []);
  });

  test('ballot/, a page that votes', async (t) => {
    // Its import map is an inline script.
    const policy = "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'";
    const server = await servePage(packed.app, '/', { policy });
    t.after(() => server.close());
    const page = await browser.open(`${server.url}ballot/`);
    t.after(() => page.close());
    await until(page, "document.querySelector('output').value === 'Ready'");
    await page.evaluate("void document.querySelectorAll('input')[1].click()");
    await page.evaluate("void document.querySelector('button').click()");
    const output = "document.querySelector('output').value";
    assert.equal(await until(page, `/^(In)?[vV]alid/.test(${output}) && ${output}`), 'Valid: 1 of 3');
    assert.deepEqual(server.blocked, []);
  });

  test('vite/, the smallest app', async (t) => {
    await vite.build({ root: join(packed.app, 'vite'), configFile: false, logLevel: 'error' });
    const server = await servePage(join(packed.app, 'vite/dist'), '/');
    t.after(() => server.close());
    const page = await browser.open(server.url);
    t.after(() => page.close());
    const output = "document.querySelector('output').value";
    await until(page, `${output}.startsWith('Ready')`);
    for (const [file, answer] of [
      [FILES[0], 'Valid'],
      [FILES[1], 'Valid'],
      ['vite/package.json', 'private: is not a field of a proof'],
    ]) {
      await page.evaluate("void (document.querySelector('output').value = '')");
      await page.setFiles('input', [join(packed.app, file)]);
      assert.equal(await until(page, output), answer);
    }
    assert.deepEqual(server.blocked, []);
  });
});
