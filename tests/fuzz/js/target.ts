// A part of the public interface, and the property that a fuzzer tries on it.
import type fc from 'fast-check';

export interface Target {
  name: string;
  /** The property for each set of values. It throws if something is wrong. */
  property(): Promise<fc.IRawProperty<unknown>> | fc.IRawProperty<unknown>;
  /** Frees the resources of the property. */
  end?: () => Promise<void>;
}
