// Bytes as printable text, for a script. A server's gzip makes the text as small as it makes the bytes, because a byte
// has the same text everywhere: base64 would hide repetitions.

/**
 * The characters that are safe in a quoted string and in HTML: printable ASCII without quotes, the backslash, the
 * backquote, `$` and `<`. The last two are prefixes.
 */
const CHARACTERS = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter(
  (character) => !'\'"\\`$<'.includes(character),
);
const SINGLE = CHARACTERS.slice(0, -2);
const PREFIXES = ['', ...CHARACTERS.slice(-2)];

/**
 * The text of the bytes, which `crate/js/src/kernels/printable.ts` decodes. It begins with the 87 most frequent bytes,
 * two hexadecimal digits each. Each of these is one character in what follows. The other bytes, in rising order, are a
 * prefix and a character.
 *
 * @param {Uint8Array} bytes
 */
export function encodePrintable(bytes) {
  const counts = new Array(256).fill(0);
  for (const byte of bytes) counts[byte]++;
  const falling = [...counts.keys()].sort((a, b) => counts[b] - counts[a] || a - b);
  const frequent = falling.slice(0, SINGLE.length);
  const others = falling.slice(SINGLE.length).sort((a, b) => a - b);
  const texts = [];
  for (const [place, byte] of [...frequent, ...others].entries())
    texts[byte] = PREFIXES[Math.floor(place / SINGLE.length)] + SINGLE[place % SINGLE.length];
  return Buffer.from(frequent).toString('hex') + Array.from(bytes, (byte) => texts[byte]).join('');
}
