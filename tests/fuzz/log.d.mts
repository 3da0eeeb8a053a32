export function commit(): Promise<string>;
export function log(state: string, what: string, minutes: number, result: string): void;
export function timed<T>(work: () => Promise<T>): Promise<{ result: T; minutes: number }>;
