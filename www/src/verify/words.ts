// A verdict in words: the same ones on the screen and for a screen reader.
import { capital, count } from '../words.ts';
import type { Claim, Verdict } from './verdict.ts';

const HEADINGS = { valid: 'Valid', invalid: 'Invalid', malformed: 'Malformed', unreadable: 'Not verified' };

export function heading(verdict: Verdict): string {
  return HEADINGS[verdict.kind];
}

export function explanation(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'valid': {
      const where = verdict.claim.group ? `For ${verdict.claim.group}` : 'For the modulus in the file';
      if (verdict.element === undefined) {
        return verdict.claim.group
          ? `${where}: its factors are not known to anyone.`
          : `${where}: whoever knows its factors can prove anything.`;
      }
      return `${where}, up to sign: this profile does not prove the sign of the output. Use the element instead.`;
    }
    case 'invalid':
      return `The proof does not show that the output is the input squared ${count(verdict.claim.iterations)} times.`;
    case 'malformed':
    case 'unreadable':
      return verdict.reason;
  }
}

export function facts(claim: Claim): [name: string, value: string][] {
  return [
    ['Scheme', capital(claim.scheme)],
    ['Profile', claim.profile],
    ['Modulus', claim.group ?? `${claim.bits} bits`],
    ['Squarings', count(claim.iterations)],
  ];
}

export function time(ms: number): string {
  return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}

/** One sentence for a screen reader. */
export function spoken(name: string, verdict: Verdict): string {
  const field = verdict.kind === 'malformed' ? `, field ${verdict.field}` : '';
  const ms = verdict.kind === 'unreadable' ? '' : ` ${time(verdict.ms)}.`;
  return `${name}: ${heading(verdict)}${field}. ${explanation(verdict)}${ms}`;
}
