// Chia's proofs and header blocks, chosen or pasted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Page, text, until } from '../../workshop/browsers/driver.ts';
import { chiaExample, chiaFile, example } from './proofs.ts';
import { named, results, settled, type Visits } from './visits.ts';

export function testChia(visits: Visits) {
  visits.onSame({
    'verifies a proof of Chia’s mainnet in each layout, and refuses it for other squarings': async (page) => {
      const proof = await chiaExample();
      const file = chiaFile(proof);
      const shown = await visits.verify(
        page,
        ['own.json', proof],
        ['pair.json', file],
        ['one.json', { ...file.vdf_info, ...file.vdf_proof }],
        ['iterations.json', chiaFile({ ...proof, iterations: proof.iterations + 1 })],
      );
      assert.deepEqual(named(shown), [
        ['own.json', 'valid'],
        ['pair.json', 'valid'],
        ['one.json', 'valid'],
        ['iterations.json', 'invalid'],
      ]);
      assert.match(shown[1]?.text ?? '', /Profile\s+Chia\s.*\s+Segments\s+1\s+Squarings\s+2,719,064/);
      assert.equal(await text(page, '#results > li:nth-child(2) .number'), proof.challenge);
    },

    'refuses names that stand twice, in an array and in a node’s answer too': async (page) => {
      const good = JSON.stringify(await example('wesolowski'));
      const twice = (json: string, name: string) => json.replace('{', `{"${name}":0,`);
      const file = chiaFile(await chiaExample());
      const answer = JSON.stringify({ block: { reward_chain_block: {} }, success: true });
      const shown = await visits.verify(
        page,
        ['own.json', `[${good}, ${twice(good, 'iterations')}]`],
        ['vdf.json', twice(JSON.stringify(file), 'vdf_proof')],
        ['array.json', ` [${twice(JSON.stringify(file), 'vdf_info')},"a\\",]"]`],
        ['block.json', twice(answer, 'success')],
      );
      assert.deepEqual(
        shown.map(({ name, state, text }) => [name, state, /Malformed\s+(\w+)/.exec(text)?.[1]]),
        [
          ['own.json, proof 1 of 2', 'valid', undefined],
          ['own.json, proof 2 of 2', 'malformed', 'iterations'],
          ['vdf.json', 'malformed', 'vdf_proof'],
          ['array.json, proof 1 of 2', 'malformed', 'vdf_info'],
          ['array.json, proof 2 of 2', 'malformed', 'This'],
          ['block.json', 'malformed', 'success'],
        ],
      );
    },

    'verifies the proofs of a header block, and says what the others need': async (page) => {
      const proof = await chiaExample();
      const { vdf_info, vdf_proof } = chiaFile(proof);
      const wrong = { ...vdf_info, number_of_iterations: 1 };
      const block = {
        finished_sub_slots: [],
        reward_chain_block: {
          challenge_chain_sp_vdf: wrong,
          challenge_chain_ip_vdf: vdf_info,
          reward_chain_sp_vdf: wrong,
          reward_chain_ip_vdf: vdf_info,
          infused_challenge_chain_ip_vdf: vdf_info,
        },
        challenge_chain_sp_proof: { ...vdf_proof, normalized_to_identity: true },
        challenge_chain_ip_proof: vdf_proof,
        reward_chain_sp_proof: vdf_proof,
        reward_chain_ip_proof: vdf_proof,
        infused_challenge_chain_ip_proof: vdf_proof,
      };
      const expected = [
        ['reward_chain_sp_vdf', 'invalid'],
        ['reward_chain_ip_vdf', 'valid'],
        ['challenge_chain_sp_vdf', 'invalid'],
        ['challenge_chain_ip_vdf', 'incomplete'],
        ['infused_challenge_chain_ip_vdf', 'incomplete'],
      ];
      for (const content of [block, { block, success: true }]) {
        await page.evaluate(`document.querySelector('#results').replaceChildren()`);
        const shown = await visits.verify(page, ['block.json', content]);
        assert.deepEqual(
          shown.map(({ name, state }) => [name.replace('block.json, reward_chain_block.', ''), state]),
          expected,
        );
        assert.match(shown[3]?.text ?? '', /Not checked\s+.*earlier blocks: its input and its number of squarings\./);
        assert.match(shown[4]?.text ?? '', /earlier blocks: its input\./);
      }
    },
  });

  test('loads the module for Chia’s proofs with the first of them', async (t) => {
    const asked: string[] = [];
    const gives = (path: string) => {
      if (/chia/.test(path)) asked.push(path.replace(/-[\w-]{8}(?=\.)/, ''));
      return !/chia-mainnet/.test(path) && path !== 'sw.js'; // no example, and nothing that loads all files
    };
    const { page } = await visits.openPage(t, { gives });
    await until(page, settled('#example-results'));
    assert.deepEqual(asked, ['assets/chia-mainnet.json']);
    await paste(page, await chiaExample());
    assert.equal((await results(page, '#results'))[0]?.state, 'valid');
    assert.ok(asked.includes('assets/chia.js'), asked.join());
    assert.equal(asked.filter((path) => /assets\/\w+-chia\.js/.test(path)).length, 1, asked.join());
  });
}

/** Pastes a file into the page's field, which is empty then, and waits for its verdict. */
export async function paste(page: Page, content: unknown) {
  await page.fill('#paste', JSON.stringify(content));
  await page.click('#paste-form button');
  await until(page, settled('#results'));
  assert.equal(await page.evaluate(`document.querySelector('#paste').value`), '');
}

/** Hex with one byte changed. */
export function changed(hex: string, at: number): string {
  const place = 2 + 2 * at;
  const byte = Number.parseInt(hex.slice(place, place + 2), 16) ^ 1;
  return hex.slice(0, place) + byte.toString(16).padStart(2, '0') + hex.slice(place + 2);
}
