// `powmod verify` on files of Chia.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, type Case, info, mainnet, proofPart } from '../../support/chia-vectors.ts';
import { powmod, write } from '../../support/cli.ts';
import { readVector } from '../../support/vectors.ts';

async function verify(content: unknown, ...args: string[]) {
  const { status, stdout } = await powmod('verify', write('x.json', content), ...args);
  return { status, lines: stdout.trimEnd().split('\n'), stdout };
}

const VALID = new RegExp(
  `^x\\.json {2}wesolowski {2}chia {2}1024 bits {2}T = ${mainnet.iterations} {2}valid for the challenge in the ` +
    'file {2}\\d+\\.\\d ms$',
);

test('a proof, in the names of verifyVdf and in those of Chia', async () => {
  for (const content of [
    mainnet,
    { ...info(), ...proofPart() },
    { vdf_info: info(), vdf_proof: proofPart(), height: 5 },
  ]) {
    const { status, lines } = await verify(content);
    assert.equal(status, 0);
    assert.equal(lines.length, 1);
    assert.match(String(lines[0]), VALID);
  }
});

test('a wrong proof is invalid, and what is expected must fit', async () => {
  assert.match((await verify({ ...mainnet, iterations: 5 })).stdout, / T = 5 {2}invalid: the proof is false {2}/);
  assert.equal((await verify({ ...mainnet, iterations: 5 })).status, 1);
  const expected = await verify(mainnet, '--challenge', mainnet.challenge.toUpperCase().replace('0X', ''));
  assert.equal(expected.status, 0);
  assert.match(expected.stdout, / {2}valid {2}\d/);
  assert.equal((await verify(mainnet, '--iterations', String(mainnet.iterations))).status, 0);
  for (const args of [
    ['--challenge', 'ab'.repeat(32)],
    ['--iterations', '5'],
    ['--modulus', 'RSA-2048'],
  ]) {
    const { status, stdout } = await verify(mainnet, ...args);
    assert.equal(status, 1, args.join(' '));
    assert.ok(stdout.includes(`invalid: differs from ${args[0]}  `), stdout);
  }
});

test('a block: a line for each proof, and the names of those that it cannot check', async () => {
  for (const content of [block, { block, success: true }, [block]]) {
    const { status, lines } = await verify(content);
    assert.equal(status, 0);
    assert.equal(lines.length, 8);
    const lineOf = (name: string) =>
      lines.find((line) => line.startsWith(`x.json: reward_chain_block.${name}  `)) ?? '';
    assert.match(lineOf('reward_chain_ip_vdf'), / {2}wesolowski {2}chia .* valid for/);
    assert.match(
      lineOf('challenge_chain_sp_vdf'),
      /unchecked: the block alone does not tell the input and the iterations$/,
    );
    assert.match(lineOf('infused_challenge_chain_ip_vdf'), /unchecked: the block alone does not tell the input$/);
  }
  const wrong = await verify({
    ...block,
    reward_chain_ip_proof: { ...proofPart(), witness: `0x08${'00'.repeat(99)}`, witness_type: 0 },
  });
  assert.equal(wrong.status, 1);
  assert.match(wrong.stdout, /reward_chain_ip_vdf .* invalid: the proof is false /);
});

test('the proofs of a block have several challenges: the expected one names its proofs', async () => {
  const { cases } = readVector<{ cases: Case[] }>('chia/proofs.json');
  const of = (name: string) => {
    const { challenge, iterations, output, proof, depth } = cases.find((each) => each.name === name) as Case;
    return {
      challenge,
      iterations,
      vdf: { challenge, number_of_iterations: iterations, output: { data: output } },
      proof: { witness_type: depth, witness: proof, normalized_to_identity: false },
    };
  };
  const [sp, ip] = [of('depth 1, 700+300'), of('depth 2, 500+500+500')];
  const { reward_chain_block: chains } = block;
  const several = {
    ...block,
    reward_chain_block: {
      ...chains,
      challenge_chain_sp_vdf: info('cd'.repeat(32)),
      reward_chain_sp_vdf: sp.vdf,
      reward_chain_ip_vdf: ip.vdf,
    },
    reward_chain_sp_proof: sp.proof,
    reward_chain_ip_proof: ip.proof,
  };
  const paths = ['reward_chain_block.reward_chain_sp_vdf', 'reward_chain_block.reward_chain_ip_vdf'];
  const resultsOf = async (content: object, ...args: string[]) => {
    const { status, stdout } = await verify(content, '--json', ...args);
    const reports = JSON.parse(stdout) as Record<string, unknown>[];
    const found = paths.map((path) => reports.find(({ file }) => file === `x.json: ${path}`));
    const others = reports.filter((report) => !found.includes(report)).map(({ result }) => result);
    return {
      status,
      results: found.map((report) => report?.result),
      sources: found.map((report) => report?.challenge),
      reasons: found.map((report) => report?.reason),
      others: [...new Set(others)].sort().join(),
    };
  };
  const all = await resultsOf(several);
  assert.deepEqual([all.status, all.results, all.others], [0, ['valid', 'valid'], 'unchecked,valid']);

  const other = 'differs from --challenge, which another proof of the block has';
  assert.deepEqual(await resultsOf(several, '--challenge', ip.challenge), {
    status: 0,
    results: ['unchecked', 'valid'],
    sources: ['from the file', 'expected'],
    reasons: [other, undefined],
    others: 'unchecked',
  });
  const { status, results } = await resultsOf(
    several,
    '--challenge',
    sp.challenge,
    '--iterations',
    String(sp.iterations),
  );
  assert.deepEqual([status, results], [0, ['valid', 'unchecked']]);

  // A false proof is told, whichever is named.
  const forged = { ...several, reward_chain_sp_proof: proofPart() };
  const found = await resultsOf(forged, '--challenge', ip.challenge);
  assert.deepEqual([found.status, found.results], [1, ['invalid', 'valid']]);
  assert.equal(found.reasons[0], 'the proof is false');

  // The challenge of a proof that needs earlier blocks: nothing is checked of it.
  const ofIncomplete = await resultsOf(several, '--challenge', 'cd'.repeat(32));
  assert.deepEqual([ofIncomplete.status, ofIncomplete.results], [2, ['unchecked', 'unchecked']]);

  for (const args of [
    ['--challenge', 'ab'.repeat(32)],
    ['--challenge', sp.challenge, '--iterations', String(ip.iterations)],
  ]) {
    const none = await resultsOf(several, ...args);
    assert.deepEqual([none.status, none.results, none.others], [1, ['invalid', 'invalid'], 'invalid,unchecked']);
  }
});

test('many proofs in an array, and JSON', async () => {
  const { status, stdout } = await verify([mainnet, block, { ...mainnet, output: '00' }], '--json');
  assert.equal(status, 2);
  const reports = JSON.parse(stdout) as Record<string, unknown>[];
  const resultOf = (name: string) => reports.find(({ file }) => file === `x.json${name}`)?.result;
  assert.equal(resultOf('[1]: reward_chain_block.reward_chain_ip_vdf'), 'valid');
  assert.equal(resultOf('[1]: reward_chain_block.challenge_chain_sp_vdf'), 'unchecked');
  assert.equal(resultOf('[2]'), 'malformed');
  const { profile, bits, iterations, challenge } = reports[0] ?? {};
  assert.deepEqual([profile, bits, iterations, challenge], ['chia', 1024, mainnet.iterations, 'from the file']);
});
