// The messages between the page and the worker that verifies. Each survives a structured clone.

/** Where a worker finds proofs: in a file, at a URL, or in the fragment of a link. */
export type Source = Blob | { url: string } | { fragment: string };

export interface Request {
  id: number;
  source: Source;
}

export type Reply =
  | { kind: 'ready'; kernel: string; ms: number }
  | { kind: 'failed'; reason: string }
  | { kind: 'verdicts'; id: number; verdicts: Verdict[] };

/** The statement of a well-formed proof. */
export interface Claim {
  scheme: string;
  profile: string;
  /** `RSA-2048`, or undefined for any other modulus. */
  group: string | undefined;
  /** The length of the modulus. */
  bits: number;
  iterations: number;
}

/**
 * The answer for one proof. A file with an array of proofs gets one for each.
 *
 * `element` is in hex; only profiles that do not prove the sign of the output have it. `fragment` is the part of a link
 * that carries the proof; a proof that is too long for a link has none.
 */
export type Verdict =
  | { kind: 'valid'; claim: Claim; ms: number; kernel: string; fragment?: string; element?: string }
  | { kind: 'invalid'; claim: Claim; ms: number; kernel: string; fragment?: string }
  | { kind: 'malformed'; field: string; reason: string; ms: number; kernel: string }
  | { kind: 'unreadable'; reason: string };
