// Runs a target for some seconds, and prints the number of sets of values last: node --import tsx hunt.ts NAME SECONDS
import * as lifetimes from './lifetimes.ts';
import * as numbers from './numbers.ts';
import { run, type Target } from './target.ts';

const [, , name, seconds] = process.argv;
const isTarget = (value: unknown): value is Target => (value as Partial<Target>)?.name === name;
const target = Object.values<unknown>({ ...numbers, ...lifetimes }).find(isTarget);
if (!target) throw new Error(`there is no target ${name}`);
console.log(await run(target, 1000 * Number(seconds)));
