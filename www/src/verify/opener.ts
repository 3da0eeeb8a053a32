/** What else a file or a pasted text may hold than proofs, and who shows it. */
export interface Opener {
  /** Whether the beginning of a text tells that it is such. */
  accepts(text: string): boolean;
  open(text: string): Promise<void>;
}
