// Once loaded, the page needs no network.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants } from '../../crate/wasm/variants.mjs';
import { text, until } from '../../workshop/browsers/driver.ts';
import { KERNEL } from '../../workshop/kernels.js';
import { changed, paste } from './chia.ts';
import { chiaExample, chiaFile } from './proofs.ts';
import { results, settled, type Visits } from './visits.ts';

export function testOffline(visits: Visits) {
  test('loads the kernel of this engine alone, and what is for later after the results', async (t) => {
    const asked: string[] = [];
    const { page } = await visits.openPage(t, { gives: (path) => asked.push(path) > 0 }, '');
    await until(page, `document.querySelector('#offline').textContent`);
    const later = asked.findIndex((path) => path.startsWith('sw.js'));
    assert.ok(
      asked.slice(0, later).some((path) => path.includes('chia-mainnet')),
      'the last example was there',
    );
    const kernelsOf = (part: string) =>
      new Set(asked.flatMap((path) => new RegExp(`^assets/(${KERNEL})-${part}`).exec(path)?.[1] ?? []));
    const kernels = [...kernelsOf('(?!chia-)')];
    // Another kernel may stand in for Chia's proofs.
    assert.deepEqual([kernels.length, kernelsOf('chia-').size], [1, 1], asked.join('\n'));
    assert.match(await text(page, '#compute-status'), new RegExp(`${kernels[0]}`));
  });

  test('shows its first power by the module of powers alone, before anything of proofs is asked for', async (t) => {
    const asked: string[] = [];
    const withPowers = variants.filter(({ without }) => !without?.includes('-powers')).map(({ name }) => name);
    const complete = new RegExp(`^assets/(?:${withPowers.join('|')})-(?!powers-|chia-)`);
    const isComplete = (path: string) => complete.test(path);
    const gives = (path: string) => asked.push(path) > 0 && !isComplete(path);
    const { page } = await visits.openPage(t, { gives });
    await until(page, `document.querySelector('#compute-status').textContent.startsWith('Computed')`);
    assert.match(await text(page, '#compute-status'), new RegExp(`on the kernel ${KERNEL}:`));
    await until(page, `document.querySelector('#example-results > li:not([data-state=pending])')`);
    const kernels = asked.filter((path) => new RegExp(`^assets/(${KERNEL})-`).test(path));
    assert.ok(!isComplete(kernels[0] ?? ''), kernels.join('\n'));
  });

  test('verifies proofs, also Chia’s, and measures without a network after its first load', async (t) => {
    const { page, server } = await visits.openPage(t);
    await until(page, `document.querySelector('#offline').textContent`);
    server.close();
    await page.reload();
    await until(page, settled('#example-results'));
    assert.deepEqual(
      (await results(page, '#example-results')).map(({ state }) => state),
      ['valid', 'valid', 'valid'],
    );
    const proof = await chiaExample();
    await paste(page, chiaFile(proof));
    await paste(page, chiaFile({ ...proof, output: changed(proof.output, 99) })); // no form has these bytes
    await paste(page, chiaFile({ ...proof, witness: changed(proof.witness, 120) }));
    assert.deepEqual(
      (await results(page, '#results')).map(({ state }) => state),
      ['invalid', 'malformed', 'valid'],
    );
    // In frames: a page that goes elsewhere cannot be asked meanwhile.
    await page.evaluate(`void (globalThis.opened = ['measure.html', 'docs/'].map((address) => {
      const frame = Object.assign(document.createElement('iframe'), { src: address });
      document.body.append(frame);
      return frame;
    }))`);
    const [measure, docs] = [0, 1].map((i) => `globalThis.opened[${i}].contentDocument`);
    await until(page, `${measure}.readyState === 'complete' && ${measure}.querySelector('#measure-begin') !== null`);
    await page.evaluate(`${measure}.querySelector('#measure-begin').click()`);
    await until(page, `${measure}.querySelector('.bars') !== null`);
    await until(page, `${docs}.body?.innerText.startsWith('This document is not on this device')`);
  });
}
