// Inserts a trap into WebAssembly, so that tests can see the state after a failure in the middle of a call.

/** `if (operation == number) unreachable`: the operation is the second parameter of `instance_call`. */
function trapAt(operation: number): number[] {
  return [0x20, 1, 0x41, operation, 0x46, 0x04, 0x40, 0x00, 0x0b];
}

/** The module with a trap in one of the operations; compiled, because `init` refuses changed bytes. */
export function withTrap(module: Uint8Array, { number }: { number: number }): WebAssembly.Module {
  return compiled(withPrefix(module, 'instance_call', trapAt(number)));
}

function compiled(bytes: Uint8Array): WebAssembly.Module {
  return new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>);
}

/** The module with instructions inserted at the beginning of an exported function. */
function withPrefix(wasm: Uint8Array, exported: string, prefix: number[]): Uint8Array {
  let at = 8; // after the magic number and the version
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
    const start = at;
    const section = byte();
    const length = count();
    const end = at + length;
    if (section === 2) {
      // wasm-bindgen imports only functions.
      imported = count();
    } else if (section === 7) {
      for (let rest = count(); rest > 0; rest--) {
        const name = text();
        const kind = byte();
        const index = count();
        if (name === exported && kind === 0) wanted = index - imported;
      }
    } else if (section === 10) {
      const content = at;
      const functions = count();
      for (let i = 0; i < functions; i++) {
        const before = at;
        const size = count();
        const body = at;
        if (i === wanted) {
          for (let rest = count(); rest > 0; rest--) {
            count(); // the number of locals
            byte(); // their type
          }
          const whole = [...wasm.subarray(body, at), ...prefix, ...wasm.subarray(at, body + size)];
          const code = [
            ...wasm.subarray(content, before),
            ...leb128(whole.length),
            ...whole,
            ...wasm.subarray(body + size, end),
          ];
          return Uint8Array.from([
            ...wasm.subarray(0, start),
            section,
            ...leb128(code.length),
            ...code,
            ...wasm.subarray(end),
          ]);
        }
        at = body + size;
      }
    }
    at = end;
  }
  throw new Error(`there is no function ${exported}`);
}

function leb128(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb128(value >>> 7)];
}
