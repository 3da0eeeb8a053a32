// Runs the test's code around the operations of a module. It may trap in one of them, so that tests can see the state
// after a failure in a call: the arguments are in its memory, and there is no answer. Or it lets time pass.

type Around = (operation: number, call: () => unknown) => unknown;

const watched = new WeakMap<WebAssembly.Module, Around>();

WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(target, [module, imports]: ConstructorParameters<typeof WebAssembly.Instance>) {
    const instance = new target(module, imports);
    const around = watched.get(module);
    if (!around) return instance;
    const { instance_call } = instance.exports as Record<string, (...given: unknown[]) => unknown>;
    const calling = (object: unknown, operation: number, ...given: unknown[]) =>
      around(operation, () => instance_call?.(object, operation, ...given));
    return { exports: { ...instance.exports, instance_call: calling } };
  },
});

/** The module, compiled, with code that runs around its operations: `init` takes no other bytes than its own. */
export function withCode(bytes: Uint8Array, around: Around): WebAssembly.Module {
  const module = new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>);
  watched.set(module, around);
  return module;
}

/** The module with a trap in one of the operations. */
export function withTrap(bytes: Uint8Array, { number }: { number: number }): WebAssembly.Module {
  return withCode(bytes, (operation, call) => {
    if (operation === number) throw new WebAssembly.RuntimeError('unreachable');
    return call();
  });
}
