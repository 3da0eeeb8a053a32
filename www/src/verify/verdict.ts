// What passes between the page and its worker. Everything here survives a structured clone.

/** Proofs to verify: a file, the address of one, or the fragment of a link that carries one. */
export type Source = Blob | { url: string } | { fragment: string };

export interface Request {
  id: number;
  source: Source;
}

export type Reply =
  | { kind: 'ready'; kernel: string; ms: number }
  | { kind: 'failed'; reason: string }
  | { kind: 'verdicts'; id: number; verdicts: Verdict[] };

/** What a well-formed proof says of itself. */
export interface Claim {
  scheme: string;
  profile: string;
  /** `RSA-2048`, or undefined when it is the file that says which modulus. */
  group: string | undefined;
  bits: number;
  iterations: number;
}

/**
 * One answer for one proof; a file with an array of proofs has several. `element` is hex, and there only where the
 * sign of the output is not proved; `fragment` is a link's, and there unless it would be too long.
 */
export type Verdict =
  | { kind: 'valid'; claim: Claim; ms: number; kernel: string; fragment?: string; element?: string }
  | { kind: 'invalid'; claim: Claim; ms: number; kernel: string; fragment?: string }
  | { kind: 'malformed'; field: string; reason: string; ms: number; kernel: string }
  | { kind: 'unreadable'; reason: string };
