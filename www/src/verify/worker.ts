// Verifies proofs in a worker, one file after another.
import { groups, init, MalformedProofError, type Powmod, type ProofFile } from 'powmod';
import { fromFragment, toFragment } from './fragment.ts';
import type { Claim, Reply, Request, Source, Verdict } from './messages.ts';
import { readAtMost } from './read-limited.ts';

/** Far above any honest file. A larger one is not read to its end. */
const MAX_FILE_BYTES = 1 << 26;
/** In one file. */
const MAX_PROOFS = 1000;

const send = (reply: Reply) => postMessage(reply);

const started = performance.now();
const engine = init();
engine.then(
  (pm) => send({ kind: 'ready', kernel: pm.kernel, ms: performance.now() - started }),
  (error: unknown) => send({ kind: 'failed', reason: reasonOf(error) }),
);

// One file at a time, so that a hundred files dropped together are not all in memory.
let queue: Promise<void> = Promise.resolve();
addEventListener('message', ({ data: { id, source } }: MessageEvent<Request>) => {
  queue = queue.then(async () => send({ kind: 'verdicts', id, verdicts: await verdictsOf(source) }));
});

async function verdictsOf(source: Source): Promise<Verdict[]> {
  try {
    const proofs = proofsIn(await read(source));
    const pm = await engine;
    const verdicts: Verdict[] = [];
    for (const proof of proofs) verdicts.push(await withFragment(verdictOf(pm, proof), proof));
    return verdicts;
  } catch (error) {
    return [{ kind: 'unreadable', reason: reasonOf(error) }];
  }
}

async function read(source: Source): Promise<Uint8Array> {
  if (source instanceof Blob) return readAtMost(source.stream(), MAX_FILE_BYTES);
  if ('fragment' in source) return fromFragment(source.fragment, MAX_FILE_BYTES);
  const response = await fetch(source.url);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return readAtMost((await response.blob()).stream(), MAX_FILE_BYTES);
}

/** The proofs in a file, which holds one or an array of them. Their form is not checked here: `verify` does that. */
function proofsIn(file: Uint8Array): Uint8Array[] {
  let content: unknown;
  try {
    content = parse(file);
  } catch {
    return [file];
  }
  if (!Array.isArray(content) || content.length === 0) return [file];
  if (content.length > MAX_PROOFS) throw new Error(`it holds more than ${MAX_PROOFS} proofs`);
  return content.map((proof) => new TextEncoder().encode(JSON.stringify(proof)));
}

function verdictOf(pm: Powmod, proof: Uint8Array): Verdict {
  const { kernel } = pm;
  const start = performance.now();
  const elapsed = () => performance.now() - start;
  try {
    const valid = pm.verify(proof);
    const ms = elapsed();
    const file = parse(proof) as ProofFile; // well-formed, or `verify` would have thrown
    const claim = claimOf(file);
    if (!valid) return { kind: 'invalid', claim, ms, kernel };
    if (file.profile !== 'tokamak') return { kind: 'valid', claim, ms, kernel };
    const element = pm.element(BigInt(file.output), modulusOf(file));
    return { kind: 'valid', claim, ms, kernel, element: `0x${element.toString(16)}` };
  } catch (error) {
    if (!(error instanceof MalformedProofError)) return { kind: 'unreadable', reason: reasonOf(error) };
    return { kind: 'malformed', field: error.field, reason: error.reason, ms: elapsed(), kernel };
  }
}

/** Adds the link's fragment, for a wrong proof too, but not for a malformed one. */
async function withFragment(verdict: Verdict, proof: Uint8Array): Promise<Verdict> {
  if (verdict.kind !== 'valid' && verdict.kind !== 'invalid') return verdict;
  const fragment = await toFragment(parse(proof));
  return fragment ? { ...verdict, fragment } : verdict;
}

function parse(json: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(json));
}

function modulusOf({ modulus }: ProofFile): bigint {
  return modulus === 'RSA-2048' ? groups[modulus] : BigInt(modulus);
}

function claimOf(file: ProofFile): Claim {
  const modulus = modulusOf(file);
  return {
    scheme: file.scheme,
    profile: file.profile,
    group: Object.entries(groups).find(([, n]) => n === modulus)?.[0],
    bits: modulus.toString(2).length,
    iterations: file.iterations,
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
