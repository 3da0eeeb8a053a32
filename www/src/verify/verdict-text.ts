// A verdict as text. The screen and the screen reader get the same words.
import { capitalize, formatCount, formatTime } from '../format.ts';
import { HEADINGS } from './headings.ts';
import type { Claim, ModulusClaim, Verdict } from './messages.ts';

/** What a block does not say of a proof. */
const NEEDS: Record<string, string> = { input: 'its input', iterations: 'its number of squarings' };

export function explanation(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'valid':
      return 'challenge' in verdict.claim
        ? 'In the class group of its challenge. Compare the challenge and the number of squarings with those that the chain prescribes.'
        : explainValid(verdict.claim, verdict.element !== undefined);
    case 'incomplete':
      return `This proof needs values of earlier blocks: ${verdict.needs.map((name) => NEEDS[name]).join(' and ')}.`;
    case 'invalid':
      return `The proof does not show that the output is the input squared ${formatCount(verdict.claim.iterations)} times.`;
    case 'malformed':
    case 'unreadable':
      return verdict.reason;
  }
}

function explainValid({ group }: ModulusClaim, hasElement: boolean): string {
  const modulus = group ? `For ${group}` : 'For the modulus in the file';
  if (hasElement)
    return `${modulus}, but only up to sign: this profile does not prove the sign of the output. Use the element below instead.`;
  return group
    ? `${modulus}, whose factors are not publicly known.`
    : `${modulus}. Anyone who knows its factors can make a valid proof without the squarings.`;
}

/** The rows of the table below a verdict. */
export function claimRows(claim: Claim): [name: string, value: string][] {
  if ('challenge' in claim)
    return [
      ['Scheme', 'Wesolowski'],
      ['Profile', 'Chia'],
      ['Segments', `${claim.segments}`],
      ['Squarings', formatCount(claim.iterations)],
    ];
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
  const ms = 'ms' in verdict ? ` ${formatTime(verdict.ms)}.` : '';
  return `${name}: ${HEADINGS[verdict.kind]}${field}. ${explanation(verdict)}${ms}`;
}
