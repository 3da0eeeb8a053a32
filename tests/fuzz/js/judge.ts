// Judges the outcome of a call: it must be the right result, or an error of a documented class that names a wrong
// argument.
import { MalformedProofError, PowmodError, type PowmodErrorCode } from 'powmod';

/** The oracle's answer for a call that must be refused because of one of these arguments. */
export class Refused {
  readonly names: readonly string[];
  /** Codes of `PowmodError` that are right as well. */
  readonly codes: readonly PowmodErrorCode[];
  constructor(names: readonly string[], codes: readonly PowmodErrorCode[] = []) {
    this.names = names;
    this.codes = codes;
  }
}

export type Outcome = { value: unknown } | { error: unknown };

export function outcomeOf(work: () => unknown): Outcome {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

export async function outcomeOfPromise(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}

/** @throws unless the outcome is `expected`, one of several expected results, or the expected refusal */
export function judge(outcome: Outcome, expected: readonly unknown[]): void {
  if ('value' in outcome) {
    const got = plain(outcome.value);
    if (!expected.some((right) => !(right instanceof Refused) && plain(right) === got))
      throw new Error(`answered ${got}, not ${expected.map(plain).join(' or ')}`);
    return;
  }
  const { error } = outcome;
  const isRight = expected.some((right) => right instanceof Refused && isRefusal(error, right));
  if (!isRight)
    throw new Error(`failed with ${described(error)}, not ${expected.map(plain).join(' or ')}`, { cause: error });
}

export const judgeCall = (work: () => unknown, expected: readonly unknown[]) => judge(outcomeOf(work), expected);

function isRefusal(error: unknown, { names, codes }: Refused): boolean {
  if (!(error instanceof Error) || error.message.length > 400) return false;
  if (error instanceof PowmodError)
    return codes.includes(error.code) && (error.code !== 'ERR_MALFORMED_PROOF' || error instanceof MalformedProofError);
  const isMistake = error.constructor === TypeError || error.constructor === RangeError;
  return (
    isMistake && names.some((name) => error.message.startsWith(name) && /^[:.[]/.test(error.message.slice(name.length)))
  );
}

function plain(value: unknown): string {
  if (value instanceof Refused) return `refusal of ${[...value.names, ...value.codes]}`;
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(plain)}]`;
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`;
  return JSON.stringify(value) ?? String(value);
}

function described(error: unknown): string {
  return error instanceof Error
    ? `${error.constructor.name}: ${error.message.slice(0, 200)}`
    : `no error but ${typeof error}`;
}
