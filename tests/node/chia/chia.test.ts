// `powmod/chia`: the verdicts and errors on the vectors of CHIA.md; files and blocks; bad input; and in a pool.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import {
  type ChiaOptions,
  type ChiaProof,
  MalformedProofError,
  readBlock,
  readVdf,
  verifyVdf,
  verifyVdfs,
} from 'powmod/chia';
import { createPool, type Pool, type Progress } from 'powmod/pool';
import { chiaVerify } from '../../../crate/js/src/border/chia-operations.generated.ts';
import { WasmInstance } from '../../../crate/js/src/border/instance.ts';
import { bytesToHex, hexToBytes } from '../../../crate/js/src/bytes.ts';
import { readChiaProof } from '../../../crate/js/src/chia/proof.ts';
import { variants } from '../../../crate/js/src/kernels/chia.generated.ts';
import { startModule } from '../../../crate/js/src/kernels/start.ts';
import { block, type Case, info, mainnet, proofOf, proofPart } from '../../support/chia-vectors.ts';
import { throwsMalformed } from '../../support/errors.ts';
import { copyOfPackage, kernelFile } from '../../support/package.ts';
import { readVector, root } from '../../support/vectors.ts';
import { watchInstances } from '../../support/watched-instances.ts';

/** The verdict; `malformed: FIELD` for a malformed proof. */
async function outcome(proof: ChiaProof, options?: ChiaOptions): Promise<string> {
  try {
    return (await verifyVdf(proof, options)) ? 'valid' : 'invalid';
  } catch (error) {
    if (!(error instanceof MalformedProofError)) throw error;
    return `malformed: ${error.field}`;
  }
}

/** Hex with one byte changed. */
function altered(hex: string, at: number, change = 1): string {
  const bytes = hexToBytes(hex.replace('0x', ''));
  bytes[at] = (bytes[at] as number) ^ change;
  return bytesToHex(bytes);
}

describe('the vectors', () => {
  test('proofs have their class', async () => {
    const { cases } = readVector<{ cases: Case[] }>('chia/proofs.json');
    assert.equal(cases.length, 130);
    // crate/chia/tests/chia.rs has all of them.
    for (const one of cases.filter((_, i) => i % 4 === 0)) {
      const [found] = (await outcome(proofOf(one), { discriminantBits: one.bits })).split(':');
      assert.equal(found, one.class, one.name);
    }
  });

  test('strict options refuse what only consensus takes', async () => {
    const { cases } = readVector<{ cases: Case[] }>('chia/proofs.json');
    const raised = cases.find(({ name }) => name === 'output with b0 raised by 4 (0)') as Case;
    const options = { discriminantBits: raised.bits };
    assert.equal(await outcome(proofOf(raised), options), 'valid');
    assert.equal(await outcome(proofOf(raised), { ...options, strict: true }), 'malformed: output');
  });
});

describe('a proof', () => {
  test('is valid in hex and in bytes, with a number and a bigint, with and without the generator', async () => {
    assert.equal(await outcome(mainnet), 'valid');
    const bytes = (hex: string) => hexToBytes(hex.replace('0x', ''));
    const inBytes = {
      challenge: bytes(mainnet.challenge),
      iterations: BigInt(mainnet.iterations),
      input: `08${'00'.repeat(99)}`,
      output: bytes(mainnet.output),
      witness: Buffer.from(bytes(mainnet.witness)),
      witnessType: mainnet.witnessType,
    };
    assert.equal(await outcome(inBytes), 'valid');
    assert.equal(await outcome({ ...mainnet, output: mainnet.output.slice(2).toUpperCase() }), 'valid');
  });
});

describe('the modules', () => {
  test('of every kernel that this engine compiles give the verdicts', () => {
    const right = readChiaProof(mainnet, 'proof');
    const wrong = readChiaProof({ ...mainnet, iterations: 1 }, 'proof');
    const names = [];
    for (const { name } of variants) {
      const bytes = kernelFile(`${name}-chia`);
      if (!WebAssembly.validate(kernelFile(name))) continue;
      assert.ok(WebAssembly.validate(bytes), name);
      names.push(name);
      const module = new WebAssembly.Module(bytes);
      const instance = new WasmInstance(module, startModule(`${name}-chia`, module));
      assert.equal(instance.call(chiaVerify, { proof: right, strict: false }), true, name);
      assert.equal(instance.call(chiaVerify, { proof: wrong, strict: false }), false, name);
    }
    assert.ok(names.includes('scalar'));
  });

  /** Whether a script can load them through its imports. */
  function loadsThem(entry: string): boolean {
    const dist = join(root, 'crate/js/dist');
    const seen = new Set([entry]);
    for (const file of seen) {
      const text = readFileSync(join(dist, file), 'utf8');
      for (const [, path = ''] of text.matchAll(/(?:from |import |import\(|require\()"(\.\/[\w-]+\.c?js)"/g))
        seen.add(path.slice(2));
    }
    return [...seen].some((file) => readFileSync(join(dist, file), 'utf8').includes('kernels/scalar-chia.'));
  }

  test('are loaded by no other entry', () => {
    for (const entry of ['index', 'verify', 'static', 'bigint-mod-arith', 'pool'])
      for (const file of [`${entry}.js`, `${entry}.cjs`]) assert.ok(!loadsThem(file), file);
    assert.ok(!loadsThem('powmod-worker.js'));
    assert.ok(loadsThem('chia.js') && loadsThem('chia.cjs'));
  });

  /** A fresh entry, of a copy of the package's scripts, whose WebAssembly fails when `fails` says so. */
  async function failing(t: TestContext, fails: () => boolean) {
    const { memories, stop } = watchInstances(fails);
    t.after(stop);
    const { verifyVdf } = await copyOfPackage().load<typeof import('powmod/chia')>('chia.js');
    return { verifyVdf, made: () => memories.length };
  }

  test('are started again after a failure in a call', async (t) => {
    let isFailing = false;
    const { verifyVdf, made } = await failing(t, () => isFailing);
    assert.equal(await verifyVdf(mainnet), true);
    const before = made();
    isFailing = true;
    await assert.rejects(verifyVdf(mainnet), { name: 'PowmodError', code: 'ERR_FAULT' });
    isFailing = false;
    assert.equal(await verifyVdf(mainnet), true);
    assert.equal(made(), before + 1);
  });

  test('are loaded again after none could be started', async (t) => {
    let isFailing = true;
    const { verifyVdf } = await failing(t, () => isFailing);
    await assert.rejects(verifyVdf(mainnet), { name: 'PowmodError', code: 'ERR_LOAD' });
    isFailing = false;
    assert.equal(await verifyVdf(mainnet), true);
  });
});

describe('a file', () => {
  const { challenge, iterations, output, witness, witnessType } = mainnet;

  test('has the proof in each layout', async () => {
    const pair = { vdf_info: info(), vdf_proof: proofPart(), height: 1 };
    for (const layout of [pair, { ...info(), ...proofPart(true) }, mainnet])
      for (const file of [layout, JSON.stringify(layout), new TextEncoder().encode(JSON.stringify(layout))]) {
        const read = readVdf(file);
        assert.equal(await outcome(read), 'valid');
        assert.deepEqual(
          [`0x${read.challenge}`, read.iterations, `0x${read.output}`, `0x${read.witness}`, read.witnessType],
          [challenge, BigInt(iterations), output, witness, witnessType],
        );
      }
    const input = `0x08${'00'.repeat(99)}`;
    assert.equal(readVdf({ ...mainnet, input }).input, input.slice(2));
    assert.equal('input' in readVdf(mainnet), false);
  });

  test('that is malformed names the field', () => {
    const cases: [unknown, string, RegExp][] = [
      ['', 'file', /is empty/],
      [' '.repeat(2 ** 16 + 1), 'file', /longer than 65536 bytes/],
      ['{', 'file', /is not JSON/],
      ['[]', 'file', /not an array$/],
      [{}, 'challenge', /not absent$/],
      [{ ...mainnet, depth: 1 }, 'depth', /is not a field of a proof/],
      [{ ...mainnet, output: [1] }, 'output', /must be a string, not an array$/],
      [{ ...mainnet, iterations: '1' }, 'iterations', /not a string$/],
      [{ vdf_info: info() }, 'vdf_proof', /not absent$/],
      [{ vdf_proof: proofPart() }, 'vdf_info', /not absent$/],
      [{ vdf_info: { ...info(), output }, vdf_proof: proofPart() }, 'vdf_info.output', /not a string$/],
      [{ vdf_info: info('xy'), vdf_proof: proofPart() }, 'vdf_info.challenge', /hex digits/],
      [{ vdf_info: info(), vdf_proof: { ...proofPart(), witness: 0 } }, 'vdf_proof.witness', /not a number$/],
      [info(), 'witness', /not absent$/],
      [{ ...info(), ...proofPart(), normalized_to_identity: 1 }, 'normalized_to_identity', /true or false/],
      [{ ...info(), ...proofPart(), witness_type: 64 }, 'witness_type', /from 0 to 63/],
      [{ ...info(), ...proofPart(), number_of_iterations: -1 }, 'number_of_iterations', /from 0 to 2\^53 − 1/],
      [{ ...info(), ...proofPart(), output: {} }, 'output.data', /not absent$/],
    ];
    for (const [source, field, reason] of cases) throwsMalformed(() => readVdf(source as object), field, reason);
  });
});

describe('a block', () => {
  test('gives the proofs that it can check, and names those that it cannot', async () => {
    const json = JSON.stringify(block);
    for (const source of [block, { block, success: true }, json, new TextEncoder().encode(json)]) {
      const { proofs, incomplete } = readBlock(source);
      assert.deepEqual(proofs.map(({ name }) => name).sort(), [
        'finished_sub_slots[0].challenge_chain.challenge_chain_end_of_slot_vdf',
        'finished_sub_slots[0].reward_chain.end_of_slot_vdf',
        'reward_chain_block.challenge_chain_ip_vdf',
        'reward_chain_block.reward_chain_ip_vdf',
        'reward_chain_block.reward_chain_sp_vdf',
      ]);
      assert.deepEqual(
        incomplete.map(({ name, needs }) => [name, ...needs]),
        [
          [
            'finished_sub_slots[0].infused_challenge_chain.infused_challenge_chain_end_of_slot_vdf',
            'input',
            'iterations',
          ],
          ['reward_chain_block.challenge_chain_sp_vdf', 'input', 'iterations'],
          ['reward_chain_block.infused_challenge_chain_ip_vdf', 'input'],
        ],
      );
      assert.deepEqual(
        await verifyVdfs(proofs.map(({ proof }) => proof)),
        proofs.map(() => true),
      );
    }
  });

  test('may lack what the first blocks lack', () => {
    const first = {
      ...block,
      finished_sub_slots: [],
      reward_chain_block: { challenge_chain_ip_vdf: info(), reward_chain_ip_vdf: info(), reward_chain_sp_vdf: null },
      reward_chain_sp_proof: null,
      challenge_chain_sp_proof: null,
      infused_challenge_chain_ip_proof: null,
    };
    const { proofs, incomplete } = readBlock(first);
    assert.equal(proofs.length, 2);
    assert.deepEqual(incomplete, []);
  });

  test('that is malformed names the field', () => {
    const reward_chain_block = { ...block.reward_chain_block, reward_chain_ip_vdf: info('xy') };
    const cases: [unknown, string, RegExp][] = [
      [{}, 'finished_sub_slots', /not absent$/],
      [{ ...block, finished_sub_slots: [1] }, 'finished_sub_slots[0]', /not a number$/],
      [{ ...block, reward_chain_block: null }, 'reward_chain_block', /not null$/],
      [{ ...block, reward_chain_ip_proof: null }, 'reward_chain_ip_proof', /not null$/],
      [{ ...block, reward_chain_sp_proof: null }, 'reward_chain_sp_proof', /not null$/],
      [
        { ...block, reward_chain_ip_proof: { ...proofPart(), witness_type: 99 } },
        'reward_chain_ip_proof.witness_type',
        /63/,
      ],
      [{ ...block, reward_chain_block }, 'reward_chain_block.reward_chain_ip_vdf.challenge', /hex digits/],
    ];
    for (const [source, field, reason] of cases) throwsMalformed(() => readBlock(source as object), field, reason);
  });
});

describe('a pool', () => {
  let pool: Pool;
  before(async () => {
    pool = await createPool({ workers: 2 });
  });
  after(() => pool.close());

  test('gives the verdicts and errors of the calling thread, in their order', async () => {
    const proofs = [
      { ...mainnet, output: '00' },
      mainnet,
      { ...mainnet, iterations: 1 },
      { ...mainnet, witnessType: 64 },
      mainnet,
    ];
    const reports: Progress[] = [];
    const found = await verifyVdfs(proofs, { pool, onProgress: (report) => reports.push(report) });
    assert.deepEqual(
      found.map((one) => (one instanceof MalformedProofError ? one.field : one)),
      ['output', true, false, 'witnessType', true],
    );
    assert.deepEqual([reports.at(-1)?.done, reports.at(-1)?.total], [5, 5]);
    assert.deepEqual(found, await verifyVdfs(proofs));
    assert.deepEqual(await verifyVdfs([], { pool }), []);
  });

  test('of one proof, as the calling thread, which names the malformed form', async () => {
    for (const options of [{}, { pool }])
      for (const [change, expected] of [
        [{}, 'valid'],
        [{ iterations: 5 }, 'invalid'],
        [{ input: `40${'00'.repeat(99)}` }, 'malformed: input'],
        [{ output: '00' }, 'malformed: output'],
        [{ output: altered(mainnet.output, 0, 0x40) }, 'malformed: output'],
        [{ witness: altered(mainnet.witness, 0, 0x40) }, 'malformed: witness'],
        [{ witness: altered(mainnet.witness, 141, 0x40) }, 'malformed: witness[0]'],
      ] as const)
        assert.equal(await outcome({ ...mainnet, ...change }, options), expected, Object.keys(options).join());
  });

  test('uses the bytes that were there at the call, as the calling thread does', async () => {
    for (const options of [{}, { pool }]) {
      const witness = hexToBytes(mainnet.witness.slice(2));
      const verdict = verifyVdf({ ...mainnet, witness }, options);
      witness.fill(0);
      assert.equal(await verdict, true);
    }
  });

  for (const kernel of ['scalar', 'bigint'] as const)
    test(`in a pool with the kernel ${kernel}`, async () => {
      await using own = await createPool({ workers: 1, kernel });
      assert.deepEqual(await verifyVdfs([mainnet, { ...mainnet, iterations: 1 }], { pool: own }), [true, false]);
    });

  test('an abort ends it without a pool too', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const onProgress = () => controller.abort(reason);
    const many = verifyVdfs(new Array(500).fill(mainnet), { onProgress, signal: controller.signal });
    await assert.rejects(many, (error) => error === reason);
  });
});
