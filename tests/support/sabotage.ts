// Lets WebAssembly trap in one operation, so that tests can see the state after a failure in the middle of a call: the
// arguments are in its memory, and there is no answer.

const traps = new WeakMap<WebAssembly.Module, number>();

WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(target, [module, imports]: ConstructorParameters<typeof WebAssembly.Instance>) {
    const instance = new target(module, imports);
    const number = traps.get(module);
    if (number === undefined) return instance;
    const { instance_call } = instance.exports as Record<string, (...given: unknown[]) => unknown>;
    const trapping = (object: unknown, operation: unknown, ...given: unknown[]) => {
      if (operation === number) throw new WebAssembly.RuntimeError('unreachable');
      return instance_call?.(object, operation, ...given);
    };
    return { exports: { ...instance.exports, instance_call: trapping } };
  },
});

/** The module with a trap in one of the operations; compiled, because `init` refuses other bytes than its own. */
export function withTrap(bytes: Uint8Array, { number }: { number: number }): WebAssembly.Module {
  const module = new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>);
  traps.set(module, number);
  return module;
}
