// A verdict as text. The screen and the screen reader get the same words.
import { capitalize, formatCount, formatTime } from '../format.ts';
import { HEADINGS } from './headings.ts';
import type { Claim, Verdict } from './messages.ts';

export function explanation(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'valid':
      return explainValid(verdict.claim, verdict.element !== undefined);
    case 'invalid':
      return `The proof does not show that the output is the input squared ${formatCount(verdict.claim.iterations)} times.`;
    case 'malformed':
    case 'unreadable':
      return verdict.reason;
  }
}

function explainValid({ group }: Claim, hasElement: boolean): string {
  const modulus = group ? `For ${group}` : 'For the modulus in the file';
  if (hasElement)
    return `${modulus}, but only up to sign: this profile does not prove the sign of the output. Use the element below instead.`;
  return group
    ? `${modulus}, whose factors are not publicly known.`
    : `${modulus}. Anyone who knows its factors can make a valid proof without the squarings.`;
}

/** The rows of the table below a verdict. */
export function claimRows(claim: Claim): [name: string, value: string][] {
  return [
    ['Scheme', capitalize(claim.scheme)],
    ['Profile', claim.profile],
    ['Modulus', claim.group ?? `${claim.bits} bits`],
    ['Squarings', formatCount(claim.iterations)],
  ];
}

/** The verdict in one sentence, for a screen reader. */
export function spokenVerdict(name: string, verdict: Verdict): string {
  const field = verdict.kind === 'malformed' ? `, field ${verdict.field}` : '';
  const ms = verdict.kind === 'unreadable' ? '' : ` ${formatTime(verdict.ms)}.`;
  return `${name}: ${HEADINGS[verdict.kind]}${field}. ${explanation(verdict)}${ms}`;
}
