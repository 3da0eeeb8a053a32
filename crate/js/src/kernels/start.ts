import * as operations from '../border/operations.generated.js';
import { Session } from '../border/session.js';
import { Arguments, type Operation } from '../border/wire.js';
import { messageOf, PowmodError } from '../errors.js';
import { type Kernel, type ModuleName, unavailable } from './kernel.js';

/** A kernel that was seen to compute rightly. */
export interface LoadedKernel {
  name: Kernel;
  module: WebAssembly.Module;
  session: Session;
}

/** An instance of a compiled kernel, if it passes its self-test here. */
export function startKernel(name: Kernel, module: WebAssembly.Module): LoadedKernel {
  return { name, module, session: startModule(name, module) };
}

/** A session of a kernel's module, if it passes its self-test here. */
export function startModule(name: ModuleName, module: WebAssembly.Module): Session {
  const session = openModule(name, module);
  let failure: string;
  try {
    const wrong = ask(session, operations.selfTest);
    failure = wrong && `a power in the kernel ${wrong} came out wrong`;
  } catch (error) {
    failure = String(error);
  }
  if (failure) throw unavailable(name, `its self-test failed: ${failure}`);
  return session;
}

/** A session of a module that says that it is the module of this name. */
function openModule(name: ModuleName, module: WebAssembly.Module): Session {
  let session: Session;
  let found: string;
  try {
    session = new Session(module);
    found = nameOf(session);
  } catch (cause) {
    throw new PowmodError(
      'ERR_LOAD',
      `the kernel ${name} does not fit this version of the package: ${messageOf(cause)}`,
      { cause },
    );
  }
  if (found !== name)
    throw new PowmodError('ERR_LOAD', `the WebAssembly given for the kernel ${name} holds the kernel ${found}`);
  return session;
}

/** The name that a module gives itself, if it is a module of this package. */
export function nameOfModule(module: WebAssembly.Module): string | undefined {
  try {
    return nameOf(new Session(module));
  } catch {
    return undefined;
  }
}

function nameOf(session: Session): string {
  return ask(session, operations.kernelName) + ask(session, operations.modulePart);
}

function ask(session: Session, operation: Operation<Record<never, never>, string>): string {
  const outcome = session.call(operation, new Arguments());
  if ('refusal' in outcome) throw new Error(outcome.refusal.reason);
  return outcome.value;
}
