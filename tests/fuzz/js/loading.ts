// Options of init, and wrong WebAssembly.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { init } from 'powmod';
import { createPool } from 'powmod/pool';
import { noOptions, sometimes } from './given.ts';
import { judge, outcomeOfPromise, Refused } from './judge.ts';
import type { Target } from './target.ts';

const names = ['scalar', 'simd128', 'relaxed', 'wide'] as const;
const files = Object.fromEntries(
  names.map((name) => [
    name,
    new Uint8Array(readFileSync(new URL(import.meta.resolve(`powmod/kernels/${name}.wasm`)))),
  ]),
) as Record<(typeof names)[number], Uint8Array>;

const LOADING = ['ERR_LOAD', 'ERR_KERNEL_UNAVAILABLE'] as const;

const option = fc.oneof(
  fc.tuple(fc.constant('kernel'), fc.constantFrom<unknown>('', 'fast', 5, null, '__proto__', ['scalar'])),
  fc.tuple(fc.constant('wasm'), fc.constantFrom<unknown>('x.wasm', 5, null, {}, files.scalar)),
  fc.tuple(fc.constant('maxBits'), fc.constantFrom<unknown>(0, -1, 1.5, Number.NaN, 2 ** 27, 8n, '8', null)),
  fc.tuple(fc.constant('colour'), fc.anything()),
);

export const options: Target = {
  name: 'options',
  property: () =>
    fc.asyncProperty(noOptions, sometimes(option, 1), fc.boolean(), async (none, option, ofPool) => {
      const start = (ofPool ? createPool : init) as (options: unknown) => Promise<unknown>;
      const given = option === undefined ? none.make() : { [option[0]]: option[1] };
      judge(await outcomeOfPromise(() => start(given)), [new Refused(['options'])]);
    }),
};

/** Values that a provider may return instead of a kernel. */
const source = fc.oneof(
  fc.nat().map((end) => files.scalar.slice(0, end % files.scalar.length)),
  fc.uint8Array({ maxLength: 100 }).map((tail) => Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...tail])),
  fc.constantFrom(files.simd128, files.scalar.slice(0, 8)),
  fc.tuple(fc.nat(), fc.nat(7)).map(([at, bit]) => {
    const copy = files.scalar.slice();
    copy[at % copy.length] = (copy[at % copy.length] as number) ^ (1 << bit);
    return copy;
  }),
  fc.constantFrom<unknown>(
    undefined,
    null,
    5,
    'x',
    {},
    [],
    Symbol('x'),
    new ArrayBuffer(0),
    new DataView(new ArrayBuffer(9)),
    new Response(''),
  ),
);

export const wasm: Target = {
  name: 'wasm',
  property: () =>
    fc.asyncProperty(source, fc.boolean(), async (source, throws) => {
      const provider = () => {
        if (throws) throw source;
        return source as Uint8Array<ArrayBuffer>;
      };
      const outcome = await outcomeOfPromise(() => init({ kernel: 'scalar', wasm: provider }));
      if ('error' in outcome) return judge(outcome, [new Refused(['options.wasm'], LOADING)]);
      throw new Error('it was taken');
    }),
};
