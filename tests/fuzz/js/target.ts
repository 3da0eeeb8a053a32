// A part of the public surface, and how it is tried.
import type fc from 'fast-check';

export interface Target {
  name: string;
  /** What is tried with each set of values; it throws where something is wrong. */
  property(): Promise<fc.IRawProperty<unknown>> | fc.IRawProperty<unknown>;
  /** Gives back what the property holds. */
  end?: () => Promise<void>;
}
