/**
 * Decodes the wasm in the package's scripts, which `crate/build/printable.mjs` has written as text. Nothing is to be
 * inflated: the streams of a browser take longer for it than this loop.
 */

/** The characters of one byte: printable ASCII from the space to `|`, without `"`, `$`, `'`, `<`, `\` and the backquote. */
const SINGLE = Array.from({ length: 93 }, (_, i) => 32 + i).filter(
  (code) => ![0x22, 0x24, 0x27, 0x3c, 0x5c, 0x60].includes(code),
);

/** `}` and `~` are prefixes: a character after them is a byte of the second or third row. */
const FIRST_PREFIX = 0x7d;

/** The bytes in a text. */
export function decodePrintable(text: string): Uint8Array<ArrayBuffer> {
  const count = SINGLE.length;
  const frequent = SINGLE.map((_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
  const others = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !frequent.includes(byte));
  const byteOf = new Uint8Array(3 * 128);
  for (const [place, byte] of [...frequent, ...others].entries())
    byteOf[128 * Math.floor(place / count) + (SINGLE[place % count] as number)] = byte;

  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let i = 2 * count, row = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= FIRST_PREFIX) {
      row = 128 * (code - FIRST_PREFIX + 1);
    } else {
      bytes[length++] = byteOf[row + code] as number;
      row = 0;
    }
  }
  return bytes.subarray(0, length);
}
