import { type Bindings, createBindings } from './bindings.js';
import { messageOf, PowmodError } from './errors.js';
import type { Kernel, ModuleName } from './kernels.js';

/** A kernel that was seen to compute rightly. */
export interface LoadedKernel {
  name: Kernel;
  module: WebAssembly.Module;
  bindings: Bindings;
}

/** An instance of a compiled kernel, if it passes its self-test here. */
export function startKernel(name: Kernel, module: WebAssembly.Module): LoadedKernel {
  return { name, module, bindings: startModule(name, module) };
}

/** Bindings to a module of a kernel, if it passes its self-test here. */
export function startModule(name: ModuleName, module: WebAssembly.Module): Bindings {
  const bindings = bind(name, module);
  let failure: string | undefined;
  try {
    failure = bindings.self_test();
  } catch (error) {
    failure = String(error);
  }
  if (failure !== undefined) throw unavailable(name, `its self-test failed: ${failure}`);
  return bindings;
}

function bind(name: ModuleName, module: WebAssembly.Module): Bindings {
  let bindings: Bindings;
  let found: string;
  try {
    bindings = createBindings(module);
    found = bindings.kernel_name();
  } catch (cause) {
    throw new PowmodError(
      'ERR_LOAD',
      `the kernel ${name} does not fit this version of the package: ${messageOf(cause)}`,
      { cause },
    );
  }
  if (found !== name)
    throw new PowmodError('ERR_LOAD', `the WebAssembly given for the kernel ${name} holds the kernel ${found}`);
  return bindings;
}

export function unavailable(name: ModuleName, reason: string): PowmodError {
  return new PowmodError('ERR_KERNEL_UNAVAILABLE', `the kernel ${name} cannot be used: ${reason}`);
}
