/**
 * Finds out what processor this is, and what the engine has. The engine's features are tried by modules of about a
 * hundred bytes: a kernel that cannot work here is then never loaded.
 */

import { messageOf } from '../errors.js';
import { builtin, globalOf } from '../runtime.js';

/** The engine feature that a kernel needs. */
export type EngineFeature = 'webAssembly' | 'simd' | 'fusedMultiplyAdd' | 'wideArithmetic';

/** The kinds of processors that {@link processor} tells apart. */
export type Processor = 'x86' | 'ARM' | 'unknown';

/** Whether the engine has the feature. */
export function engineHas(feature: EngineFeature): boolean {
  // Bundles for engines without WebAssembly define the name as undefined.
  if (typeof WebAssembly === 'undefined' || !globalOf('WebAssembly')) return false;
  switch (feature) {
    case 'webAssembly':
      return true;
    case 'simd':
      return WebAssembly.validate(SIMD);
    case 'fusedMultiplyAdd':
      return fusesMultiplyAdd();
    case 'wideArithmetic':
      return WebAssembly.validate(WIDE_ARITHMETIC);
  }
}

/**
 * The reason why no module can run here, if there is one: the engine lacks WebAssembly, or the page's policy forbids
 * it. A page reports each violation of its policy. So a choice among all kernels calls this function once, before all
 * other probes.
 */
export function compilerProblem(): string | undefined {
  try {
    // Under a policy that forbids WebAssembly, WebKit compiles a module but does not start it.
    new WebAssembly.Instance(new WebAssembly.Module(EMPTY));
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** The reason of {@link compilerProblem} in words, with what a page's policy needs. */
export function noWebAssembly(problem = compilerProblem()): string | undefined {
  if (problem === undefined) return undefined;
  const isForbidden = /CSP|eval/.test(problem);
  return `no WebAssembly can run here: ${problem}${isForbidden ? " (script-src needs 'wasm-unsafe-eval')" : ''}`;
}

/** The shortest module: "\0asm" and the version. */
const EMPTY = /* @__PURE__ */ Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/**
 * Whether relaxed SIMD's multiply-add rounds once. The specification also allows to round twice, as Bun 1.4 does: it
 * accepts the module, and a kernel that needs the fused result would be wrong without an error. So compute one:
 *
 *     (1 + 2^-30) · (1 − 2^-30) − 1 = −2^-60, exactly;
 *
 * the product 1 − 2^-60 itself rounds to 1, so an engine that rounds twice answers 0.
 */
function fusesMultiplyAdd(): boolean {
  if (!WebAssembly.validate(RELAXED_MULTIPLY_ADD)) return false;
  try {
    return start(RELAXED_MULTIPLY_ADD)(1 + 2 ** -30, 1 - 2 ** -30, -1) === -(2 ** -60);
  } catch {
    return false; // A page's policy may forbid compilation.
  }
}

/**
 * The processor, by the NaN that it makes of ∞ − ∞: on x86 its sign is set, on ARM it is not. Optimised JavaScript may
 * give every NaN one form, or subtract at compile time; WebAssembly does neither.
 */
export function processor(): Processor {
  try {
    return start(NAN_IS_NEGATIVE)(Infinity) ? 'x86' : 'ARM';
  } catch {
    return 'unknown';
  }
}

/** Node's file system, where there is one: in Node, Bun and Deno. */
export function files() {
  return builtin('node:fs');
}

/** The function of a probe. @throws where no module may be compiled */
function start(probe: BufferSource): (...operands: number[]) => number {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(probe));
  return exports.f as (...operands: number[]) => number;
}

const I32 = 0x7f;
const I64 = 0x7e;
const F64 = 0x7c;
const LOCAL_GET = 0x20;
const I32_CONST = 0x41;
const I64_CONST = 0x42;

/** `(func (result i32) (i32x4.extract_lane 0 (i32x4.dot_i16x8_s (i8x16.splat 0) (i8x16.splat 0))))` */
const SIMD = /* @__PURE__ */ moduleOf({
  parameters: [],
  results: [I32],
  code: [
    [I32_CONST, 0],
    [0xfd, 0x0f], // i8x16.splat
    [I32_CONST, 0],
    [0xfd, 0x0f], // i8x16.splat
    [0xfd, 0xba, 0x01], // i32x4.dot_i16x8_s
    [0xfd, 0x1b, 0], // i32x4.extract_lane 0
  ],
});

/** `f(a, b, c)` = lane 0 of `f64x2.relaxed_madd`. The operands are parameters, so that no compiler folds the result. */
const RELAXED_MULTIPLY_ADD = /* @__PURE__ */ moduleOf({
  parameters: [F64, F64, F64],
  results: [F64],
  code: [
    [LOCAL_GET, 0],
    [0xfd, 0x14], // f64x2.splat
    [LOCAL_GET, 1],
    [0xfd, 0x14], // f64x2.splat
    [LOCAL_GET, 2],
    [0xfd, 0x14], // f64x2.splat
    [0xfd, 0x87, 0x02], // f64x2.relaxed_madd
    [0xfd, 0x21, 0], // f64x2.extract_lane 0
  ],
});

/** `f(x)` = whether the sign of `x - x` is set. */
const NAN_IS_NEGATIVE = /* @__PURE__ */ moduleOf({
  parameters: [F64],
  results: [I32],
  code: [
    [LOCAL_GET, 0],
    [LOCAL_GET, 0],
    [0xa1], // f64.sub
    [0xbd], // i64.reinterpret_f64
    [I64_CONST, 0],
    [0x53], // i64.lt_s
  ],
});

/** `(func (param i64 i64) (result i64 i64) (i64.mul_wide_u (local.get 0) (local.get 1)))` */
const WIDE_ARITHMETIC = /* @__PURE__ */ moduleOf({
  parameters: [I64, I64],
  results: [I64, I64],
  code: [
    [LOCAL_GET, 0],
    [LOCAL_GET, 1],
    [0xfc, 0x16], // i64.mul_wide_u
  ],
});

interface ProbeFunction {
  parameters: number[];
  results: number[];
  code: number[][];
}

/** The bytes of a module that exports one function as `f`. All lengths are below 128, so each is one byte. */
function moduleOf({ parameters, results, code }: ProbeFunction): Uint8Array<ArrayBuffer> {
  const vector = (items: number[]) => [items.length, ...items];
  const section = (id: number, content: number[]) => [id, ...vector(content)];
  const body = [0 /* locals */, ...code.flat(), 0x0b /* end */];
  return Uint8Array.from([
    ...EMPTY,
    ...section(1, [1, 0x60, ...vector(parameters), ...vector(results)]), // type 0
    ...section(3, [1, 0]), // function 0 has type 0
    ...section(7, [1, ...vector([0x66 /* "f" */]), 0x00, 0]), // export function 0
    ...section(10, [1, ...vector(body)]), // its code
  ]);
}
