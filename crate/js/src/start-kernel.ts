import { type Bindings, createBindings } from './bindings.js';
import { messageOf, PowmodError } from './errors.js';
import type { Kernel } from './kernels.js';

/** A kernel that was seen to compute rightly. */
export interface LoadedKernel {
  name: Kernel;
  module: WebAssembly.Module;
  bindings: Bindings;
}

/** An instance of a compiled kernel, if it passes its self-test here. */
export function startKernel(name: Kernel, module: WebAssembly.Module): LoadedKernel {
  const bindings = bind(name, module);
  let failure: string | undefined;
  try {
    failure = bindings.self_test();
  } catch (error) {
    failure = String(error);
  }
  if (failure !== undefined) throw unavailable(name, `its self-test failed: ${failure}`);
  return { name, module, bindings };
}

function bind(name: Kernel, module: WebAssembly.Module): Bindings {
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
  // `reference` is the core's 32-bit stand-in for a kernel that is not written yet.
  if (found !== name && found !== 'reference')
    throw new PowmodError('ERR_LOAD', `the WebAssembly given for the kernel ${name} holds the kernel ${found}`);
  return bindings;
}

export function unavailable(name: Kernel, reason: string): PowmodError {
  return new PowmodError('ERR_KERNEL_UNAVAILABLE', `the kernel ${name} cannot be used: ${reason}`);
}
