// Sees what is wiped: each copy of a secret must be. Or lets it fail.

export const isWiped = ({ buffer }: WebAssembly.Memory): boolean =>
  Buffer.from(buffer).equals(Buffer.alloc(buffer.byteLength));

/** Does the work, while no whole memory can be wiped, as on an exhausted stack. */
export function withoutRoom(work: () => unknown): void {
  const { fill } = Uint8Array.prototype;
  Uint8Array.prototype.fill = function (...given) {
    if (given.length === 1) throw new RangeError('Maximum call stack size exceeded');
    return Reflect.apply(fill, this, given);
  };
  try {
    work();
  } finally {
    Uint8Array.prototype.fill = fill;
  }
}

/** Does the work, and gives in hex the bytes over which it wrote zeros, a whole array at a time. */
export async function wipedBy(work: () => unknown): Promise<string[]> {
  const wiped: string[] = [];
  const prototypes = [Uint8Array.prototype, Buffer.prototype];
  const fills = prototypes.map(({ fill }) => fill);
  prototypes.forEach((prototype, i) => {
    prototype.fill = function (...given: unknown[]) {
      // A whole memory of WebAssembly is another matter.
      if (given[0] === 0 && given.length === 1 && this.length < 2 ** 16) wiped.push(Buffer.from(this).toString('hex'));
      return Reflect.apply(fills[i] as Buffer['fill'], this, given);
    };
  });
  try {
    await work();
  } finally {
    prototypes.forEach((prototype, i) => {
      prototype.fill = fills[i] as Buffer['fill'];
    });
  }
  return wiped;
}
