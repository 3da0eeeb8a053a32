// The messages between the page and the worker that verifies. Each survives a structured clone.

/** Where a worker finds proofs: in a file, at a URL, in the fragment of a link, or in the text of a draw's proof. */
export type Source = Blob | { url: string } | { fragment: string } | { text: string };

/** The statement that the visitor expects of a proof. */
export interface Expected {
  seed?: Uint8Array;
  iterations?: number;
}

export interface Request {
  id: number;
  source: Source;
  expected?: Expected;
}

export type Reply = { kind: 'begins'; id: number } | { kind: 'verdicts'; id: number; verdicts: Verdict[] };

/** The statement of a well-formed proof. */
export type Claim = ModulusClaim | ChiaClaim;

export interface ModulusClaim {
  scheme: string;
  profile: string;
  /** `RSA-2048`, or undefined for any other modulus. */
  group: string | undefined;
  /** The length of the modulus. */
  bits: number;
  iterations: number;
  /** In hex, as in the file. */
  input: string;
  output: string;
}

export interface ChiaClaim {
  /** In hex. */
  challenge: string;
  output: string;
  iterations: number;
  segments: number;
}

/**
 * Milliseconds of a proof's first check. `warmMs` are those of later checks, which only a proof alone in its file has.
 */
export interface CheckTime {
  ms: number;
  /** Whether no proof was checked before. */
  isCold: boolean;
  warmMs?: number;
}

/**
 * The answer for one proof. A file with an array of proofs gets one for each, and so does a block of Chia; `part` is
 * the place in such a file. `incomplete` is a proof that the block alone cannot check, and what it needs of earlier
 * blocks.
 *
 * `element` is in hex; only profiles that do not prove the sign of the output have it. `fragment` is the part of a link
 * that carries the proof; a proof that is too long for a link has none. The verdict on a proof of Chia names no
 * `kernel`. `other` is a valid proof of another seed or T than the visitor expects.
 */
export type Verdict = { part?: string } & (
  | ({ kind: 'valid'; claim: Claim; kernel?: string; fragment?: string; element?: string } & CheckTime)
  | ({ kind: 'invalid' | 'other'; claim: Claim; kernel?: string; fragment?: string } & CheckTime)
  | { kind: 'malformed'; field: string; reason: string }
  | { kind: 'incomplete'; claim: ChiaClaim; needs: readonly string[] }
  | { kind: 'unreadable'; reason: string }
);
