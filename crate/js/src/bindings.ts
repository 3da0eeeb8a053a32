import { createBindings as create } from '../dist/glue.js';

/**
 * The WebAssembly surface, with the names and types that crate/wasm/src/lib.rs leaves out: there, all goes through one
 * call. Numbers are big-endian bytes of any length, residues come back as long as the modulus. What it throws are
 * strings, `'kind:field: reason'`, of kind `malformed` (the proof), `range` (the caller), `checkpoint` or `fault` (a
 * check of the result); anything else that comes out of it means that the instance is dead.
 *
 * A kernel's two modules share it: `Evaluation`, `Prover` and what takes a `ProofTask` are the prover's alone, all else
 * but a modulus, its checks and `hash_to_group` the verifier's.
 */
export interface Bindings {
  memory: WebAssembly.Memory;
  /** What the kernel computes wrongly here, if anything. */
  self_test(): string | undefined;
  kernel_name(): string;
  /** Milliseconds for so many products, each waiting for the one before. */
  time_products(bits: number, times: number): number;
  is_probable_prime(n: Uint8Array): boolean;
  /** base^d mod p·q, from base, p, q, dp, dq, qInv and e, packed. */
  pow_crt(numbers: Uint8Array): Uint8Array;
  /** Throws what `verify` would for a proof without the form of one: before there is a `Modulus`, whose set-up takes products. */
  check_form(modulus: Uint8Array, proof: ProofHandle, maxDelta: number | undefined): void;
  Modulus: new (modulus: Uint8Array) => ModulusHandle;
  Evaluation: {
    new (
      modulus: ModulusHandle,
      input: Uint8Array,
      iterations: number,
      scheme: string,
      memory: number,
    ): EvaluationHandle;
    /** Goes on from a whole checkpoint, all of it checked. */
    resume(modulus: ModulusHandle, input: Uint8Array, iterations: number, checkpoint: Uint8Array): EvaluationHandle;
  };
  ProofTask: typeof ProofTaskHandle;
  /** Part `part` of `of` of a proof over a complete checkpoint; `values` are its kept values, the first of index `from`. */
  Prover: new (
    modulus: ModulusHandle,
    task: ProofTaskHandle,
    head: Uint8Array,
    values: Uint8Array,
    from: number,
    part: number,
    of: number,
  ) => ProverHandle;
}

/** What wasm-bindgen makes of crate/wasm. */
interface Generated {
  Surface: new () => Surface;
  Operation: Record<OperationName, number>;
  self_test(): string | undefined;
  kernel_name(): string;
  memory: WebAssembly.Memory;
}

interface Surface {
  /** `data` is copied into wasm without a length before it, and wiped there where it is secret. */
  call(operation: number, object: number, packed: Uint8Array, data: Uint8Array): Uint8Array<ArrayBuffer>;
}

type OperationName =
  | 'TimeProducts'
  | 'IsProbablePrime'
  | 'PowCrt'
  | 'CheckForm'
  | 'NewModulus'
  | 'Free'
  | 'Pow'
  | 'MultiPow'
  | 'PowSecret'
  | 'FixedBase'
  | 'PowFixed'
  | 'Tables'
  | 'MultiPowTables'
  | 'Mul'
  | 'Inv'
  | 'Square'
  | 'CheckGroup'
  | 'HashToGroup'
  | 'Element'
  | 'Verify'
  | 'VerifyBatch'
  | 'NewEvaluation'
  | 'ResumeEvaluation'
  | 'NewProver'
  | 'ProverNeeds'
  | 'JoinProof'
  | 'Advance'
  | 'Done'
  | 'Total'
  | 'Output'
  | 'Head'
  | 'Kept'
  | 'Values';

/** An argument: bytes, a string, a number, or nothing where none is given. */
type Field = Uint8Array | string | number | undefined;

const NOTHING: Uint8Array = new Uint8Array();
const utf8 = new TextEncoder();

/** Arguments as crate/wasm/src/arguments.rs reads them; `rest` are more of them, packed. */
function pack(fields: readonly Field[], rest: Uint8Array): Uint8Array<ArrayBuffer> {
  const parts = fields.map(bytesOf);
  let length = rest.length;
  for (const part of parts) length += 4 + part.length;
  const packed = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    for (let i = 0; i < 4; i++) packed[at + i] = part.length >>> (8 * i);
    packed.set(part, at + 4);
    at += 4 + part.length;
  }
  packed.set(rest, at);
  return packed;
}

function bytesOf(field: Field): Uint8Array {
  if (field === undefined || field === '') return NOTHING;
  if (typeof field === 'string') return utf8.encode(field);
  if (typeof field !== 'number') return field;
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, field, true);
  return bytes;
}

const NO_METHOD: readonly Field[] = [undefined, undefined, undefined, undefined];

/** Method, window, table and early exit of words such as `'method=sliding window=5'`. */
function methodFields(words: string): readonly Field[] {
  if (words === '') return NO_METHOD;
  const values = new Map(words.split(' ').map((word) => word.split('=') as [string, string]));
  const window = values.get('window');
  return [values.get('method'), window && Number(window), values.get('table'), values.get('earlyExit')];
}

/** The numbers of an answer. */
function numbersOf(answer: Uint8Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  return new Float64Array(answer.buffer);
}

function numberOf(answer: Uint8Array<ArrayBuffer>): number {
  return numbersOf(answer)[0] as number;
}

function isTrue(answer: Uint8Array): boolean {
  return answer[0] === 1;
}

/** An object in wasm memory. */
class Handle {
  readonly surface: Surface;
  readonly operations: Record<OperationName, number>;
  /** Its number; none once it is freed. */
  #object: number | undefined;

  constructor(owner: Pick<Handle, 'surface' | 'operations'>, object: number) {
    this.surface = owner.surface;
    this.operations = owner.operations;
    this.#object = object;
  }

  get object(): number {
    if (this.#object === undefined) throw new TypeError('the handle was freed');
    return this.#object;
  }

  ask(operation: OperationName, fields: readonly Field[], rest = NOTHING, data = NOTHING): Uint8Array<ArrayBuffer> {
    return this.surface.call(this.operations[operation], this.object, pack(fields, rest), data);
  }

  free(): void {
    if (this.#object === undefined) return;
    this.ask('Free', []);
    this.#object = undefined;
  }
}

/** A modulus in wasm memory. `options` is empty or words such as `'method=sliding window=5'`. */
export class ModulusHandle extends Handle {
  pow(base: Uint8Array, exponent: Uint8Array, options: string): Uint8Array {
    return this.ask('Pow', [...methodFields(options), base, exponent]);
  }
  /** Base and exponent in turn, each behind its length in bytes (32 bits, little-endian). */
  multi_pow(terms: Uint8Array, options: string): Uint8Array {
    return this.ask('MultiPow', methodFields(options), terms);
  }
  /** One term or two, packed likewise; each exponent is below 2^bits. */
  pow_secret(terms: Uint8Array, bits: number): Uint8Array {
    return this.ask('PowSecret', [bits], NOTHING, terms);
  }
  /** A table for exponents of at most so many bits: the base's squares (`residues`), or every digit at every place. */
  fixed_base(base: Uint8Array, bits: number, residues: boolean): FixedBaseHandle {
    return new FixedBaseHandle(this, numberOf(this.ask('FixedBase', [bits, Number(residues), base])));
  }
  pow_fixed(table: FixedBaseHandle, exponent: Uint8Array): Uint8Array {
    return this.ask('PowFixed', [this.#numberOf(table), exponent]);
  }
  /** Tables of packed bases, 2^(window − 1) residues each. */
  tables(bases: Uint8Array, window: number): TablesHandle {
    return new TablesHandle(this, numberOf(this.ask('Tables', [window], bases)));
  }
  /** Exponents packed, one a base. */
  multi_pow_tables(tables: TablesHandle, exponents: Uint8Array): Uint8Array {
    return this.ask('MultiPowTables', [this.#numberOf(tables)], exponents);
  }
  /** The kept values that a part of a proof needs: from the first index to before the second. */
  prover_needs(task: ProofTaskHandle, head: Uint8Array, part: number, of: number): Float64Array {
    return numbersOf(this.ask('ProverNeeds', [...task.fields, head, part, of]));
  }
  /** Input, output and the proof's values from the results of all parts, joined in their order; the proof is verified. */
  join_proof(task: ProofTaskHandle, head: Uint8Array, results: Uint8Array): Uint8Array {
    return this.ask('JoinProof', [...task.fields, head, results]);
  }
  #numberOf(table: Handle): number {
    if (table.surface !== this.surface) throw 'range:table: belongs to another instance';
    return table.object;
  }
  mul(a: Uint8Array, b: Uint8Array): Uint8Array {
    return this.ask('Mul', [a, b]);
  }
  /** `undefined` where there is no inverse. */
  inv(a: Uint8Array): Uint8Array | undefined {
    const inverse = this.ask('Inv', [a]);
    return inverse.length === 0 ? undefined : inverse;
  }
  /** x^(2^times) */
  square(x: Uint8Array, times: number): Uint8Array {
    return this.ask('Square', [times, x]);
  }
  /** Why the VDF functions refuse this modulus, if they do: to be asked before they are called. */
  check_group(allowWeak: boolean): string | undefined {
    const weakness = this.ask('CheckGroup', [Number(allowWeak)]);
    return weakness.length === 0 ? undefined : new TextDecoder().decode(weakness);
  }
  hash_to_group(seed: Uint8Array): Uint8Array {
    return this.ask('HashToGroup', [seed]);
  }
  /** min(z mod N, N − z mod N) */
  element(z: Uint8Array): Uint8Array {
    return this.ask('Element', [z]);
  }
  verify(proof: ProofHandle, maxDelta: number | undefined, prime: Uint8Array | undefined): boolean {
    return isTrue(this.ask('Verify', [maxDelta, prime], proof.packed));
  }
  /** For each proof 1 (valid), 0 (invalid) or 2 (malformed), with the squarings shared. */
  verify_batch(proofs: readonly ProofHandle[], maxDelta: number | undefined): Uint8Array {
    return this.ask('VerifyBatch', [maxDelta, ...proofs.map(({ packed }) => packed)]);
  }
}

/** A proof, packed for `verify`. */
export class ProofHandle {
  readonly packed: Uint8Array;
  /** Every number exactly as long as the modulus, `values` joined. */
  constructor(
    scheme: string,
    profile: string,
    input: Uint8Array,
    output: Uint8Array,
    iterations: number,
    values: Uint8Array,
    delta: number | undefined,
  ) {
    this.packed = pack([scheme, profile, input, output, iterations, values, delta], NOTHING);
  }
}

/** The table of one base in wasm memory. */
export class FixedBaseHandle extends Handle {
  /** Exists in types only, so that one table is not taken for the other. */
  declare readonly kind: 'fixed base';
}

/** The tables of several bases in wasm memory. */
export class TablesHandle extends Handle {
  declare readonly kind: 'tables';
}

/** An evaluation that goes on. A checkpoint is its head and then its kept values, which never change. */
export class EvaluationHandle extends Handle {
  /** At most so many squarings more; whether all are done and checked. */
  advance(squarings: number): boolean {
    return isTrue(this.ask('Advance', [squarings]));
  }
  /** Squarings done: fewer than before where a check has failed. */
  done(): number {
    return numberOf(this.ask('Done', []));
  }
  /** T. */
  total(): number {
    return numberOf(this.ask('Total', []));
  }
  /** x^(2^T), once all are done. */
  output(): Uint8Array {
    return this.ask('Output', []);
  }
  /** The head of the last point that passed its check. */
  head(): Uint8Array<ArrayBuffer> {
    return this.ask('Head', []);
  }
  /** How many kept values that head covers. */
  kept(): number {
    return numberOf(this.ask('Kept', []));
  }
  /** Kept values, joined. */
  values(from: number, to: number): Uint8Array<ArrayBuffer> {
    return this.ask('Values', [from, to]);
  }
}

/** What is to be proved, packed for provers. */
export class ProofTaskHandle {
  readonly fields: readonly Field[];
  constructor(
    scheme: string,
    profile: string,
    input: Uint8Array,
    iterations: number,
    delta: number | undefined,
    memory: number,
  ) {
    this.fields = [scheme, profile, input, iterations, delta, memory];
  }
  /** It takes no memory in wasm. */
  free(): void {}
}

/** A part of a proof that goes on. */
export class ProverHandle extends Handle {
  /** About so many products or squarings more; whether the part is done. */
  advance(steps: number): boolean {
    return isTrue(this.ask('Advance', [steps]));
  }
  done(): number {
    return numberOf(this.ask('Done', []));
  }
  total(): number {
    return numberOf(this.ask('Total', []));
  }
  /** For `join_proof`. */
  result(): Uint8Array {
    return this.ask('Output', []);
  }
}

/** A new instance of a compiled kernel. */
export function createBindings(module: WebAssembly.Module): Bindings {
  const generated = create(module) as Generated;
  const { Operation: operations, memory, self_test, kernel_name } = generated;
  const surface = new generated.Surface();
  const owner = { surface, operations };
  const ask = (operation: OperationName, fields: readonly Field[], data = NOTHING) =>
    surface.call(operations[operation], 0, pack(fields, NOTHING), data);

  return {
    memory,
    self_test,
    kernel_name,
    time_products: (bits, times) => numberOf(ask('TimeProducts', [bits, times])),
    is_probable_prime: (n) => isTrue(ask('IsProbablePrime', [n])),
    pow_crt: (numbers) => ask('PowCrt', [], numbers),
    check_form: (modulus, proof, maxDelta) => {
      surface.call(operations.CheckForm, 0, pack([modulus, maxDelta], proof.packed), NOTHING);
    },
    Modulus: class extends ModulusHandle {
      constructor(modulus: Uint8Array) {
        super(owner, numberOf(ask('NewModulus', [modulus])));
      }
    },
    Evaluation: class extends EvaluationHandle {
      constructor(modulus: ModulusHandle, input: Uint8Array, iterations: number, scheme: string, memory: number) {
        super(owner, numberOf(modulus.ask('NewEvaluation', [scheme, input, iterations, memory])));
      }
      static resume(modulus: ModulusHandle, input: Uint8Array, iterations: number, checkpoint: Uint8Array) {
        const answer = modulus.ask('ResumeEvaluation', [input, iterations], NOTHING, checkpoint);
        return new EvaluationHandle(owner, numberOf(answer));
      }
    },
    ProofTask: ProofTaskHandle,
    Prover: class extends ProverHandle {
      constructor(
        modulus: ModulusHandle,
        task: ProofTaskHandle,
        head: Uint8Array,
        values: Uint8Array,
        from: number,
        part: number,
        of: number,
      ) {
        const fields = [...task.fields, head, from, part, of];
        super(owner, numberOf(modulus.ask('NewProver', fields, NOTHING, values)));
      }
    },
  };
}
