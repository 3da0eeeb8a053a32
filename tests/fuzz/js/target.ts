// Runs a target for some time. A failure says how to repeat it.
import fc from 'fast-check';

/** A part of the public interface, and the property that a fuzzer tries on it. */
export interface Target {
  name: string;
  /** The property for each set of values. It throws if something is wrong. */
  property(): Promise<fc.IRawProperty<unknown>> | fc.IRawProperty<unknown>;
  /** Frees the resources of the property. */
  end?: () => Promise<void>;
}

/** POWMOD_SEED and POWMOD_PATH, as a failure prints them, repeat its values. */
const seed = Number(process.env.POWMOD_SEED ?? Math.floor(Math.random() * 2 ** 31));
const path = process.env.POWMOD_PATH;

/** @returns the number of sets of values */
export async function run(target: Target, milliseconds: number): Promise<number> {
  console.log(`${target.name}: POWMOD_SEED=${seed}`); // before a set of values that hangs
  let executions = 0;
  const property = await target.property();
  const { run } = property;
  property.run = (...args: Parameters<typeof run>) => {
    executions++;
    return run.apply(property, args);
  };
  try {
    await fc.assert(property as fc.IProperty<unknown>, {
      seed,
      ...(path !== undefined && { path }),
      numRuns: path === undefined ? Number.MAX_SAFE_INTEGER : 1,
      interruptAfterTimeLimit: milliseconds,
      markInterruptAsFailure: false,
      includeErrorInReport: true,
    });
  } catch (error) {
    const [, path] = /path: "([^"]*)"/.exec((error as Error).message) ?? [];
    throw new Error(`again by POWMOD_SEED=${seed} POWMOD_PATH=${path}\n${(error as Error).message}`);
  } finally {
    await target.end?.();
  }
  return executions;
}
