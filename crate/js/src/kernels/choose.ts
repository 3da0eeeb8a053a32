/**
 * Chooses the kernel: the first, the fastest, or a named one of those that this engine computes correctly.
 *
 * The processor (./probe.ts) and the engine (../runtime.ts) decide the order to try them. The module of each is loaded
 * (./load.ts) from the package or from what the caller provides (./provided.ts), and started (./start.ts).
 */
import { WasmInstance } from '../border/instance.js';
import { square } from '../border/powers-operations.generated.js';
import { messageOf, PowmodError } from '../errors.js';
import { type EngineName, engineName, listOf } from '../runtime.js';
import { Requests, startClock } from './in-time.js';
import { BY_NAME, isUseless, unavailable, type Variant, type WasmKernel, type WasmProvider } from './kernel.js';
import { loadModule, type Pause, type Provided } from './load.js';
import { type EngineFeature, engineHas, noWebAssembly, type Processor, processor } from './probe.js';
import { type LoadedKernel, startModule } from './start.js';

/** What a caller may ask for. */
export type Wanted = 'auto' | 'measure' | WasmKernel;

/** Gives the module of a kernel at once. The caller of `initSync` gets its errors. */
export type LoadSync = (variant: Variant) => WebAssembly.Module;

/** A kernel, and why it was chosen. */
export interface ChosenKernel extends LoadedKernel {
  reason: string;
}

/**
 * A choice of kernels. It yields each variant that it wants to try, and gets a function that returns the variant's
 * module or throws. {@link later} and {@link atOnce} load the modules.
 */
type Choice<Result> = Generator<Variant, Result, () => WebAssembly.Module>;

/**
 * Loads the wanted kernel of a module's list.
 *
 * @throws PowmodError if the engine runs none of them correctly
 */
export async function loadWanted(
  variants: readonly Variant[],
  wanted: Wanted,
  provider?: Provided<WasmProvider>,
): Promise<ChosenKernel> {
  const isOpen = wanted === 'auto' || wanted === 'measure';
  return later(() => choiceOf(variants, wanted), provider, isOpen);
}

/** As {@link loadWanted}, but synchronous. */
export function loadWantedSync(variants: readonly Variant[], wanted: Wanted, load: LoadSync): ChosenKernel {
  return atOnce(choiceOf(variants, wanted), load);
}

/**
 * As {@link loadWanted} with `'auto'`: a bundle that calls nothing else leaves the other choices out. `pause` lets
 * other tasks run, between steps that take ms.
 */
export async function loadFirst(variants: readonly Variant[], pause?: Pause): Promise<ChosenKernel> {
  return later(() => first(variants), undefined, true, pause);
}

/**
 * Makes a choice, and loads the modules of the variants that it yields. An open choice has a time limit for all modules
 * together: when it is over, the choice passes over the modules that have not come, because something else can compute.
 * A choice that finds no kernel is made again when a module comes that was passed over.
 */
async function later<Result>(
  begin: () => Choice<Result>,
  provider?: Provided<WasmProvider>,
  isOpen = true,
  pause?: Pause,
): Promise<Result> {
  const clock = isOpen ? startClock(pause !== undefined) : undefined;
  const requests = new Requests(clock);
  try {
    for (;;) {
      try {
        return await choose(begin(), requests, provider, pause);
      } catch (error) {
        if (!isUseless(error) || !(await requests.more())) throw error;
      }
    }
  } finally {
    clock?.stop();
  }
}

async function choose<Result>(
  choice: Choice<Result>,
  requests: Requests,
  provider?: Provided<WasmProvider>,
  pause?: Pause,
): Promise<Result> {
  await pause?.();
  let step = choice.next();
  while (!step.done) {
    const { name, part, wasm } = step.value;
    const provided = provider && { ...provider, give: () => provider.give(name) };
    const load = () => loadModule(`${name}${part}`, wasm, provided, pause);
    const give = await requests.get(`${name}${part}`, load).then(
      (module) => () => module,
      (error) => () => {
        throw error;
      },
    );
    await pause?.();
    step = choice.next(give);
  }
  return step.value;
}

/** As {@link later}, but synchronous. */
function atOnce<Result>(choice: Choice<Result>, load: LoadSync): Result {
  let step = choice.next();
  while (!step.done) {
    const variant = step.value;
    step = choice.next(() => load(variant));
  }
  return step.value;
}

function choiceOf(variants: readonly Variant[], wanted: Wanted): Choice<ChosenKernel> {
  if (wanted === 'auto') return first(variants);
  return wanted === 'measure' ? fastest(variants) : named(variants, wanted);
}

/** The first kernel that works, in the order of expected speed. */
function* first(variants: readonly Variant[]): Choice<ChosenKernel> {
  const { order, reason } = orderFor(evidence());
  const sorted = order.flatMap((name) => variants.filter((variant) => variant.name === name));
  const missing: string[] = [];
  const [kernel] = yield* working(sorted, 1, missing);
  return { ...kernel, reason: [reason, ...missing].join('; ') };
}

/** The kernel of this name. */
function* named(variants: readonly Variant[], name: WasmKernel): Choice<ChosenKernel> {
  const variant = variants.find((candidate) => candidate.name === name);
  if (!variant) throw unavailable(name, 'it is not in this build of the package');
  return { ...(yield* started(variant)), reason: BY_NAME };
}

/**
 * The kernels that work here, at most `count`. One that cannot be loaded is as one that cannot work, and is told in
 * `missing`. @throws PowmodError if there is none, with the reason of each
 */
function* working(
  variants: readonly Variant[],
  count = variants.length,
  missing: string[] = [],
): Choice<readonly [LoadedKernel, ...LoadedKernel[]]> {
  const found: LoadedKernel[] = [];
  const failures: string[] = [];
  for (const variant of variants) {
    try {
      if (found.length < count) found.push(yield* started(variant));
    } catch (error) {
      if (!isUseless(error)) throw error;
      failures.push(error.message);
      if (error.code === 'ERR_LOAD') missing.push(error.message);
    }
  }
  const [kernel, ...others] = found;
  if (!kernel) {
    const code = missing.length > 0 ? 'ERR_LOAD' : 'ERR_KERNEL_UNAVAILABLE';
    throw new PowmodError(code, `no kernel works here: ${failures.join('; ')}`);
  }
  return [kernel, ...others];
}

/**
 * A kernel that works. The tests are in the order of their cost: the engine's features, the compiler, the self-test.
 */
function* started(variant: Variant): Choice<LoadedKernel> {
  const { name, part, needs } = variant;
  if (!engineHas(needs)) throw unavailable(name, noWebAssembly() ?? `the engine lacks ${FEATURES[needs]}`);
  const give = yield variant;
  const module = give();
  return { name, part, module, session: startModule(`${name}${part}`, module) };
}

const FEATURES: Record<EngineFeature, string> = {
  webAssembly: 'WebAssembly',
  simd: 'fixed-width SIMD',
  fusedMultiplyAdd: 'relaxed SIMD with a fused multiply-add',
  wideArithmetic: 'wide arithmetic',
};

/** The fastest of those that work, by the time of some squarings. */
function* fastest(variants: readonly Variant[]): Choice<ChosenKernel> {
  const timed: { kernel: LoadedKernel; time: number }[] = [];
  const failures: string[] = [];
  for (const kernel of yield* working(variants))
    try {
      timed.push({ kernel, time: timeKernel(kernel) });
    } catch (error) {
      failures.push(`the kernel ${kernel.name} failed while it was timed: ${messageOf(error)}`);
    }
  timed.sort((a, b) => a.time - b.time);
  const [fastest] = timed;
  if (!fastest) throw new PowmodError('ERR_KERNEL_UNAVAILABLE', `no kernel works here: ${failures.join('; ')}`);
  const names = timed.map(({ kernel }) => kernel.name);
  return { ...fastest.kernel, reason: [`timed, the fastest first: ${names.join(', ')}`, ...failures].join('; ') };
}

/**
 * The time of 200 squarings in ms: the minimum of several rounds, so that the engine's slow first tier does not count.
 */
function timeKernel({ module, session }: LoadedKernel): number {
  const instance = new WasmInstance(module, session);
  const given = { modulus: new Uint8Array(256).fill(0xff), x: 3n, times: 200 };
  const time = () => {
    const start = performance.now();
    instance.call(square, given);
    return performance.now() - start;
  };
  return Math.min(...listOf(5, time));
}

/** The facts about processor and engine that are known before any kernel is loaded. */
export interface Evidence {
  processor: Processor;
  engine: EngineName;
}

/** The evidence of this runtime. */
export function evidence(): Evidence {
  return { processor: processor(), engine: engineName() };
}

/** Each kernel once, in any order. */
type Order<Left extends WasmKernel = WasmKernel> = [Left] extends [never]
  ? readonly []
  : { [First in Left]: readonly [First, ...Order<Exclude<Left, First>>] }[Left];

// bench/REPORT.md has the times measured on x86, and bench/DEVICES.md those of devices.
// tests/node/kernels/order.test.ts checks the orders by both.
const ON_X86: Order = ['relaxed', 'wide', 'simd128', 'scalar'];
const ON_ARM: Order = ['relaxed', 'wide', 'scalar', 'simd128'];
const ON_ARM_IN_JAVASCRIPT_CORE: Order = ['wide', 'relaxed', 'scalar', 'simd128'];

/** The order in which to try the kernels, and the reason in words. */
export function orderFor({ processor, engine }: Evidence): { order: readonly WasmKernel[]; reason: string } {
  const isArm = processor === 'ARM';
  const onArm = engine === 'JavaScriptCore' ? ON_ARM_IN_JAVASCRIPT_CORE : ON_ARM;
  const order = isArm ? onArm : ON_X86;
  const basis = isArm ? 'expected on ARM, where no device was measured' : 'measured on x86';
  const reason = `${engine}, processor ${processor}: the first that works of ${order.join(', ')}, as ${basis}`;
  return { order, reason };
}
