// Verifies proofs in a worker, one file after another.
import { groups, init, MalformedProofError, type Powmod, type ProofClaim, readProof } from 'powmod';
import { race } from '../compute/race.ts';
import { chiaVerdicts, isOfChia } from './chia.ts';
import { jsonIn, toFragment } from './fragment.ts';
import type { Expected, ModulusClaim, Reply, Request, Source, Verdict } from './messages.ts';
import { readAtMost } from './read-limited.ts';

/** Far above any honest file. A larger one is not read to its end. */
const MAX_FILE_BYTES = 1 << 26;
/** In one file. */
const MAX_PROOFS = 1000;
/** A proof whose first check takes longer is not timed again: the visitor waits. */
const MAX_WARM_MS = 300;

const send = (reply: Reply) => postMessage(reply);

const engine = init();
engine.catch(() => {}); // each proof tells why there is none

let isCold = true;

// One file at a time, so that a hundred files dropped together are not all in memory.
let queue: Promise<void> = Promise.resolve();
addEventListener('message', ({ data: { id, source, expected } }: MessageEvent<Request>) => {
  queue = queue.then(async () => {
    await engine.catch(() => {});
    send({ kind: 'begins', id });
    send({ kind: 'verdicts', id, verdicts: await verdictsOf(source, expected) });
  });
});

async function verdictsOf(source: Source, expected?: Expected): Promise<Verdict[]> {
  try {
    const proofs = proofsIn(await read(source));
    const verdicts: Verdict[][] = [];
    for (const proof of proofs)
      verdicts.push(
        isOfChia(proof.value)
          ? (await chiaVerdicts(proof.text, proof.value, MAX_PROOFS)).map((verdict) => compare(verdict, expected))
          : [await verdictOf(await engine, proof, proofs.length === 1, expected)],
      );
    if (proofs.length === 1) return verdicts.flat();
    return verdicts.flatMap((some, i) =>
      some.map((verdict) => (verdict.part ? { ...verdict, part: `[${i}].${verdict.part}` } : verdict)),
    );
  } catch (error) {
    return [{ kind: 'unreadable', reason: reasonOf(error) }];
  }
}

async function read(source: Source): Promise<Uint8Array> {
  if (source instanceof Blob) return readAtMost(source.stream(), MAX_FILE_BYTES);
  if ('fragment' in source) return new TextEncoder().encode(await jsonIn(source.fragment, MAX_FILE_BYTES));
  if ('text' in source) return new TextEncoder().encode(source.text);
  const response = await fetch(source.url);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return readAtMost((await response.blob()).stream(), MAX_FILE_BYTES);
}

/** One proof of a file: its text, which the package reads, and its JSON value, which tells whose it is. */
interface FoundProof {
  text: string | Uint8Array;
  value?: unknown;
}

/** The proofs in a file, which holds one or an array of them. The package's readers check the form of each. */
function proofsIn(file: Uint8Array): FoundProof[] {
  let text: string;
  let content: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file);
    content = JSON.parse(text);
  } catch {
    return [{ text: file }];
  }
  if (!Array.isArray(content) || content.length === 0) return [{ text: file, value: content }];
  if (content.length > MAX_PROOFS) throw new Error(`it holds more than ${MAX_PROOFS} proofs`);
  const texts = elementsOf(text);
  return content.map((value, i) => ({ text: texts[i] as string, value }));
}

/** The texts of the elements of an array in valid JSON. */
function elementsOf(json: string): string[] {
  const elements: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]/g)) {
    if (depth === 1 && (token === ',' || token === ']')) {
      elements.push(json.slice(start, index));
      start = index + 1;
    }
    if (token === '[' || token === '{') {
      if (depth++ === 0) start = index + 1;
    } else if (token === ']' || token === '}') depth--;
  }
  return elements;
}

/** A draw's proof comes without its input, which is that of the expected seed. */
function withInput(pm: Powmod, text: FoundProof['text'], value: unknown, expect?: Expected): FoundProof['text'] {
  const isWhole = typeof value !== 'object' || value === null || 'input' in value;
  if (isWhole || !expect?.seed || !('modulus' in value) || value.modulus !== 'RSA-2048') return text;
  const input = pm.hashToGroup(expect.seed, groups['RSA-2048']).toString(16).padStart(512, '0');
  return JSON.stringify({ ...value, input: `0x${input}` });
}

/** The verdict with the link's fragment, for a wrong proof too, but not for a malformed one. */
async function verdictOf(
  pm: Powmod,
  { text, value }: FoundProof,
  isAlone: boolean,
  expect?: Expected,
): Promise<Verdict> {
  const { kernel } = pm;
  const start = performance.now();
  try {
    const claim = readProof(withInput(pm, text, value, expect));
    // Any profile is taken here, and the verdict says what it proves.
    const { profile } = claim;
    const options = { expect: { profile } };
    const valid = pm.verify(claim, options);
    const ms = performance.now() - start;
    const fragment = await toFragment(value);
    const about = { claim: claimOf(claim), ms, isCold, kernel, ...(fragment && { fragment }) };
    isCold = false;
    if (!valid) return { kind: 'invalid', ...about };
    if (expect && !pm.verify(claim, { expect: { ...expect, profile } })) return { kind: 'other', ...about };
    const check = () => pm.verify(claim, options);
    const warmMs = isAlone && ms < MAX_WARM_MS ? Math.min(ms, (await race({ check })).check) : undefined;
    const element = profile === 'tokamak' && `0x${pm.element(claim.output, claim.modulus).toString(16)}`;
    return { kind: 'valid', ...about, ...(warmMs && { warmMs }), ...(element && { element }) };
  } catch (error) {
    if (!(error instanceof MalformedProofError)) return { kind: 'unreadable', reason: reasonOf(error) };
    return { kind: 'malformed', field: error.field, reason: error.reason };
  }
}

/** A proof of Chia has no seed. */
function compare(verdict: Verdict, expected: Expected | undefined): Verdict {
  if (verdict.kind !== 'valid' || !expected) return verdict;
  const isExpected = !expected.seed && verdict.claim.iterations === expected.iterations;
  return isExpected ? verdict : { ...verdict, kind: 'other' };
}

function claimOf({ scheme, profile, modulusName, bits, iterations, input, output }: ProofClaim): ModulusClaim {
  const hex = (value: bigint) => `0x${value.toString(16).padStart(2 * Math.ceil(bits / 8), '0')}`;
  return { scheme, profile, group: modulusName, bits, iterations, input: hex(input), output: hex(output) };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
