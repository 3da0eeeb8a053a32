// A verdict as text. The screen and the screen reader get the same words.
import { capitalize, formatCount, formatTime, grouped } from '../format.ts';
import type { CheckTime, Claim, ModulusClaim, Verdict } from './messages.ts';

/** Each kind of verdict in a word or two. */
const HEADINGS = {
  valid: 'Valid',
  invalid: 'Invalid',
  other: 'Another proof',
  malformed: 'Malformed',
  incomplete: 'Not checked',
  unreadable: 'Not verified',
};

/** What a block does not say of a proof. */
const NEEDS: Record<string, string> = { input: 'its input', iterations: 'its number of squarings' };

/** The heading of a verdict. */
export const headingOf = (verdict: Verdict) =>
  verdict.kind === 'valid' && verdict.element !== undefined ? 'Valid up to sign' : HEADINGS[verdict.kind];

/** `180 valid, 20 invalid`: how many of each kind, in the order of the kinds above. */
export function countOf(verdicts: readonly Verdict[]): string {
  const counts = new Map(['Valid', 'Valid up to sign', ...Object.values(HEADINGS)].map((heading) => [heading, 0]));
  for (const verdict of verdicts) counts.set(headingOf(verdict), (counts.get(headingOf(verdict)) ?? 0) + 1);
  const told = [...counts].filter(([, count]) => count > 0);
  return told.map(([heading, count]) => `${grouped(count)} ${heading.toLowerCase()}`).join(', ');
}

export function explanation(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'valid':
      return 'challenge' in verdict.claim
        ? `${formatCount(verdict.claim.iterations, 'squaring')} in the class group of the challenge. The chain ` +
            'prescribes both: compare them with its blocks.'
        : explainValid(verdict.claim, verdict.element !== undefined);
    case 'incomplete':
      return `This proof needs values of earlier blocks: ${verdict.needs.map((name) => NEEDS[name]).join(' and ')}.`;
    case 'invalid':
      return (
        'The proof does not show that the output is the input squared ' +
        `${formatCount(verdict.claim.iterations, 'time')}.`
      );
    case 'other':
      return 'The proof is valid, but for another seed or another number of squarings than you expect.';
    case 'malformed':
      return verdict.field === 'file' ? `This is no proof: the text ${verdict.reason}.` : verdict.reason;
    case 'unreadable':
      return verdict.reason;
  }
}

function explainValid({ group, iterations }: ModulusClaim, hasElement: boolean): string {
  const statement = `${formatCount(iterations, 'squaring')} modulo ${group ?? 'the number in the file'}`;
  if (hasElement)
    return (
      `${statement}. This profile does not prove the sign of the output: y and N − y both have proofs. Use the ` +
      'element in the details, which is the same for both.'
    );
  return group
    ? `${statement}, whose factors are not publicly known.`
    : `${statement}. Anyone who knows its factors can make a valid proof without the squarings.`;
}

/** The meaning of the names of schemes and profiles. */
const NOTES: Record<string, string> = {
  wesolowski: 'the proof is one number',
  pietrzak: 'the proof is a few numbers, each for half of the squarings that are left',
  'powmod-v1': 'the hashes and the file are those of powmod',
  tokamak: 'the hashes are those of Tokamak Network’s verifier on Ethereum',
  chia: 'the group and the hashes are those of the Chia blockchain',
};

/** The rows of the details of a verdict, some with a note. */
export function claimRows(claim: Claim): [name: string, value: string, note?: string][] {
  const scheme = 'challenge' in claim ? 'wesolowski' : claim.scheme;
  const profile = 'challenge' in claim ? 'chia' : claim.profile;
  return [
    ['Scheme', capitalize(scheme), NOTES[scheme]],
    ['Profile', profile === 'chia' ? 'Chia' : profile, NOTES[profile]],
    'challenge' in claim ? ['Segments', `${claim.segments}`] : ['Modulus', claim.group ?? `${claim.bits} bits`],
    ['Squarings', formatCount(claim.iterations)],
  ];
}

/** The time of a check. Cold code is slower: the engine has not optimised it yet. */
export function timeText({ ms, isCold, warmMs }: CheckTime): string {
  const first = `Checked in ${formatTime(ms)}, cold`;
  if (isCold) return warmMs ? `${first}; again in ${formatTime(warmMs)}, warm.` : `${first}.`;
  return `Checked in ${formatTime(warmMs ?? ms)}, warm.`;
}

/** The verdict in one sentence, for a screen reader. */
export function spokenVerdict(name: string, verdict: Verdict): string {
  const field = verdict.kind === 'malformed' ? `, field ${verdict.field}` : '';
  const time = 'ms' in verdict ? ` ${timeText(verdict)}` : '';
  return `${name}: ${headingOf(verdict)}${field}. ${explanation(verdict)}${time}`;
}
