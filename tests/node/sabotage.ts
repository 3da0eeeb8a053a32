// WebAssembly with a trap put in: to see what a failure in the middle of a call leaves behind.

/** The module with the body of one exported function replaced by traps. */
export function withTrap(module: Uint8Array, exported: string): Uint8Array {
  const wasm = module.slice();
  let at = 8; // behind the magic number and the version
  let imported = 0;
  let wanted = -1;

  const byte = () => wasm[at++] as number;
  const count = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const next = byte();
      value |= (next & 0x7f) << shift;
      if (next < 0x80) return value;
    }
  };
  const text = () => {
    const length = count();
    at += length;
    return new TextDecoder().decode(wasm.subarray(at - length, at));
  };

  while (at < wasm.length) {
    const section = byte();
    const length = count();
    const end = at + length;
    if (section === 2) {
      // wasm-bindgen imports nothing but functions.
      imported = count();
    } else if (section === 7) {
      for (let rest = count(); rest > 0; rest--) {
        const name = text();
        const kind = byte();
        const index = count();
        if (name === exported && kind === 0) wanted = index - imported;
      }
    } else if (section === 10) {
      const functions = count();
      for (let i = 0; i < functions; i++) {
        const size = count();
        // No locals (0), any number of `unreachable` (0), and `end`.
        if (i === wanted) wasm.fill(0, at, at + size - 1);
        at += size;
      }
    }
    at = end;
  }
  if (wanted < 0) throw new Error(`there is no function ${exported}`);
  return wasm;
}
