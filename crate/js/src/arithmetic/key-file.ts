/**
 * RSA private keys in files: PKCS #1 (RFC 8017, A.1.2) and PKCS #8 (RFC 5958), in DER and in PEM (RFC 7468). A bundle
 * of its own, which imports nothing. The time to read a file tells its layout, which lengths decide, and nothing of its
 * numbers.
 */

/** The numbers of a key: views of the file, or of its bytes behind base64. */
export type KeyFileNumbers = Record<(typeof ORDER)[number], Uint8Array>;

const ORDER = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qInv'] as const;

/**
 * The numbers of a private key of two primes. `wipeLater` gets the copies that are made of a text.
 *
 * @throws RangeError which says what else the file is
 */
export function readKeyFile(
  file: string | Uint8Array,
  maxBits: number,
  wipeLater: (bytes: Uint8Array) => void,
): KeyFileNumbers {
  // In DER the numbers of a key take less than a byte for each bit of n, in PEM too; certificates may stand before
  // them.
  const most = maxBits + 2 ** 16;
  if (file.length > most) throw new RangeError(`key: has more than ${most} bytes, too many for a key`);
  if (typeof file !== 'string' && file.at(0) === SEQUENCE) return readPrivateKey(file);
  let text = file;
  if (typeof text === 'string') {
    const characters = text;
    text = new Uint8Array(characters.length);
    wipeLater(text);
    for (let i = 0; i < text.length; i++) text[i] = characters.charCodeAt(i);
  }
  const der = base64Of(bodyOf(text), wipeLater);
  return readPrivateKey(der);
}

const ENCRYPTED = 'key: is encrypted: decrypt it first, in Node by createPrivateKey({ key, passphrase })';
const PUBLIC = 'key: is public, and the private one is needed';

/** The base64 between the lines of PEM. Other blocks, as certificates, may stand before those of the key. */
function bodyOf(text: Uint8Array): Uint8Array {
  let other: string | undefined;
  for (let begin = find(text, '-----BEGIN ', 0); begin >= 0; begin = find(text, '-----BEGIN ', begin + 1)) {
    const start = begin + '-----BEGIN '.length;
    const close = find(text.subarray(0, start + 64), '-----', start);
    if (close < 0) continue;
    const label = String.fromCharCode(...text.subarray(start, close));
    if (!label.endsWith('PRIVATE KEY')) {
      other ??= label;
      continue;
    }
    const body = text.subarray(close + '-----'.length);
    const end = find(body, `-----END ${label}-----`, 0);
    if (end < 0) throw new RangeError(`key: has no line -----END ${label}-----`);
    if (label === 'ENCRYPTED PRIVATE KEY' || find(body.subarray(0, end), 'ENCRYPTED', 0) >= 0)
      throw new RangeError(ENCRYPTED);
    if (label === 'OPENSSH PRIVATE KEY')
      throw new RangeError('key: has the form of OpenSSH; ssh-keygen -p -m PEM -f FILE writes PEM in its place');
    if (label !== 'PRIVATE KEY' && label !== 'RSA PRIVATE KEY')
      throw new RangeError(`key: must be of RSA, but begins with -----BEGIN ${label}-----`);
    return body.subarray(0, end);
  }
  if (other === undefined)
    throw new RangeError(
      'key: must be PKCS #1 or PKCS #8, in PEM with its line -----BEGIN …PRIVATE KEY-----, or in DER',
    );
  throw new RangeError(/PUBLIC KEY$|CERTIFICATE/.test(other) ? PUBLIC : NO_KEY);
}

/** The place of a text in bytes; −1 if it is not there. */
function find(bytes: Uint8Array, text: string, from: number): number {
  for (let at = from; at + text.length <= bytes.length; at++) {
    let i = 0;
    while (i < text.length && bytes[at + i] === text.charCodeAt(i)) i++;
    if (i === text.length) return at;
  }
  return -1;
}

/** The bytes of base64 with white space. Every digit is found by the same steps. */
function base64Of(text: Uint8Array, wipeLater: (bytes: Uint8Array) => void): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  wipeLater(bytes);
  let [digits, padding, held, wrong, length] = [0, 0, 0, 0, 0];
  for (const code of text) {
    if (code <= 0x20) continue;
    if (code === 0x3d) {
      padding++;
      continue;
    }
    const digit = digitOf(code);
    wrong |= digit | -padding;
    held = ((held << 6) | (digit & 63)) & 0xffff;
    digits++;
    if (digits % 4 !== 1) bytes[length++] = held >> (6 - 2 * ((digits + 3) % 4));
  }
  if (wrong < 0 || (digits + padding) % 4 !== 0 || padding > 2)
    throw new RangeError('key: its PEM is damaged: no base64');
  return bytes.subarray(0, length);
}

/** The value of a digit in base64; −1 for another character. Each line is for a range of characters. */
function digitOf(code: number): number {
  let digit = -1;
  digit += (((0x40 - code) & (code - 0x5b)) >> 8) & (code - 0x40);
  digit += (((0x60 - code) & (code - 0x7b)) >> 8) & (code - 0x46);
  digit += (((0x2f - code) & (code - 0x3a)) >> 8) & (code + 5);
  digit += (((0x2a - code) & (code - 0x2c)) >> 8) & 63;
  digit += (((0x2e - code) & (code - 0x30)) >> 8) & 64;
  return digit;
}

/** An element of DER. */
interface Element {
  tag: number;
  content: Uint8Array;
}

const SEQUENCE = 0x30;
const NO_KEY = 'key: is no RSA private key in PKCS #1 or PKCS #8';

/** The numbers of a key in DER. */
function readPrivateKey(der: Uint8Array): KeyFileNumbers {
  const { list, tags } = sequenceOf(der);
  if (tags === '48 3' || tags === '2 2') throw new RangeError(PUBLIC);
  if (tags === '48 4') throw new RangeError(ENCRYPTED);
  if (!/^2 48 4( 160)?( 161| 129)?$/.test(tags)) return readPkcs1(list, tags);
  const [, algorithm, key] = list as [Element, Element, Element];
  const [oid] = elementsOf(algorithm.content);
  if (oid?.tag !== 6 || !OIDS.includes(oid.content.join()))
    throw new RangeError('key: is of another algorithm than RSA');
  const inner = sequenceOf(key.content);
  return readPkcs1(inner.list, inner.tags);
}

/** 1.2.840.113549.1.1.1 and .10: an RSA key, and one for the padding PSS alone. */
const OIDS = ['42,134,72,134,247,13,1,1,1', '42,134,72,134,247,13,1,1,10'];

function readPkcs1(list: Element[], tags: string): KeyFileNumbers {
  if (!tags.startsWith('2 2 2 2 2 2 2 2 2')) throw new RangeError(NO_KEY);
  const [version, ...numbers] = list as [Element, ...Element[]];
  if (list.length > 9 || version.content.join() !== '0')
    throw new RangeError('key: has more than two primes, and a key here has two');
  const read = {} as KeyFileNumbers;
  numbers.forEach(({ content }, i) => {
    if ((content.at(0) ?? 0x80) & 0x80) throw new RangeError('key: its DER is damaged: a number is negative or empty');
    read[ORDER[i] as keyof KeyFileNumbers] = content;
  });
  return read;
}

/** The elements of the sequence that the bytes are, and their tags. */
function sequenceOf(der: Uint8Array): { list: Element[]; tags: string } {
  const outer = elementsOf(der);
  const [{ tag, content }] = outer as [Element];
  if (tag !== SEQUENCE) throw new RangeError(NO_KEY);
  if (outer.length > 1) throw new RangeError('key: its DER is damaged: bytes stand behind its end');
  const list = elementsOf(content);
  return { list, tags: list.map(({ tag }) => tag).join(' ') };
}

/** The most elements of a list in a key. */
const MOST_ELEMENTS = 16;

/** The elements of DER, one behind the other. */
function elementsOf(der: Uint8Array): Element[] {
  const list: Element[] = [];
  for (let at = 0; at < der.length && list.length < MOST_ELEMENTS; ) {
    const [tag, first] = [der.at(at), der.at(at + 1)] as [number, number | undefined];
    at += 2;
    let length = first ?? Infinity;
    if (length > 0x7f) {
      const count = (first ?? 0xff) & 0x7f;
      if (count === 0) throw new RangeError('key: its DER is damaged: it has an indefinite length');
      length = 0;
      for (let i = 0; i < Math.min(count, 5); i++) length = 256 * length + (der.at(at + i) ?? Infinity);
      at += count;
      if (length < 0x80 || der.at(at - count) === 0)
        throw new RangeError('key: its DER is damaged: a length has zeros in front');
    }
    if (!(at + length <= der.length)) throw new RangeError('key: its DER is damaged: it ends too early');
    list.push({ tag, content: der.subarray(at, at + length) });
    at += length;
  }
  if (list.length === 0) throw new RangeError(NO_KEY);
  return list;
}
