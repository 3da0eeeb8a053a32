// Watches every WebAssembly instance that is made from here on: the calls into it, and its memory. Or lets the calls
// fail.

export interface Watch {
  /** The exported functions that were called, in order. */
  calls: string[];
  memories: WebAssembly.Memory[];
  /** Ends the watch for instances that are made later. */
  stop(): void;
}

export function watchInstances(fails = () => false): Watch {
  const { Instance } = WebAssembly;
  const watch: Watch = { calls: [], memories: [], stop: () => Object.assign(WebAssembly, { Instance }) };
  const watched = (module: WebAssembly.Module, imports?: WebAssembly.Imports) => {
    const exports: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(new Instance(module, imports).exports)) {
      if (value instanceof WebAssembly.Memory) watch.memories.push(value);
      exports[name] =
        typeof value !== 'function'
          ? value
          : (...given: unknown[]) => {
              watch.calls.push(name);
              if (name === 'instance_call' && fails()) throw new WebAssembly.RuntimeError('unreachable');
              return value(...given);
            };
    }
    return { exports };
  };
  const construct = (_: object, [module, imports]: [WebAssembly.Module, WebAssembly.Imports?]) =>
    watched(module, imports);
  Object.assign(WebAssembly, { Instance: new Proxy(Instance, { construct }) });
  return watch;
}
