import * as operations from '../border/powers-operations.generated.js';
import { Session } from '../border/session.js';
import { Arguments, type Operation } from '../border/wire.js';
import { messageOf, PowmodError } from '../errors.js';
import { type ModuleName, unavailable, type Variant, type WasmKernel } from './kernel.js';

/** A kernel that has passed its self-test here. */
export interface LoadedKernel {
  name: WasmKernel;
  part: Variant['part'];
  module: WebAssembly.Module;
  session: Session;
}

/**
 * Starts a session of a module and runs the self-test.
 *
 * @throws PowmodError `ERR_LOAD` if it is another module, `ERR_KERNEL_UNAVAILABLE` if it has no memory, or the
 *   self-test fails.
 */
export function startModule(name: ModuleName, module: WebAssembly.Module): Session {
  const session = openModule(name, module);
  let failure: string;
  try {
    const wrong = callBare(session, operations.selfTest);
    failure = wrong && `a power in the kernel ${wrong} came out wrong`;
  } catch (error) {
    failure = String(error);
  }
  if (failure) throw unavailable(name, `its self-test failed: ${failure}`);
  return session;
}

/** A session of a module, whose own name must be `name`. The complete module of a kernel has all powers too. */
function openModule(name: ModuleName, module: WebAssembly.Module): Session {
  let session: Session;
  let found: string;
  try {
    session = new Session(module);
    found = nameOf(session);
  } catch (cause) {
    if (cause instanceof PowmodError) throw unavailable(name, cause.message);
    throw new PowmodError(
      'ERR_LOAD',
      `the kernel ${name} does not fit this version of the package: ${messageOf(cause)}`,
      { cause },
    );
  }
  if (found !== name && found !== name.replace('-powers', ''))
    throw new PowmodError('ERR_LOAD', `the WebAssembly given for the kernel ${name} holds the kernel ${found}`);
  return session;
}

/** The name in a module of this package; undefined for any other module. */
export function nameOfModule(module: WebAssembly.Module): string | undefined {
  try {
    return nameOf(new Session(module));
  } catch {
    return undefined;
  }
}

function nameOf(session: Session): string {
  const { kernel, part } = callBare(session, operations.nameOfModule);
  return kernel + part;
}

/** Runs an operation that has no arguments. */
function callBare<R>(session: Session, operation: Operation<Record<never, never>, R>): R {
  const outcome = session.call(operation, new Arguments());
  if (outcome.refusal) throw new Error(outcome.refusal.reason);
  return outcome.value;
}
