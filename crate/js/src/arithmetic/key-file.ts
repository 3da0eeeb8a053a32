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
    for (let i = 0; i < text.length; i++) text[i] = Math.min(characters.charCodeAt(i), NO_ASCII);
  }
  return readPrivateKey(base64Of(bodyOf(text), wipeLater));
}

/** In place of each character beyond ASCII: a note before the key may have them, PEM has none. */
const NO_ASCII = 0x80;

const ENCRYPTED = 'key: is encrypted: decrypt it first, in Node by createPrivateKey({ key, passphrase })';
const PUBLIC = 'key: is public, and the private one is needed';
const [BLANK, BRACE, BACKSLASH, N, R] = [0x20, 0x7b, 0x5c, 0x6e, 0x72];

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
  if (other !== undefined) throw new RangeError(/PUBLIC KEY$|CERTIFICATE/.test(other) ? PUBLIC : NO_KEY);
  throw new RangeError(
    text.find((code) => code > BLANK && code < NO_ASCII) === BRACE
      ? 'key: is JSON: give the JWK that JSON.parse makes of it'
      : 'key: must be PKCS #1 or PKCS #8, in PEM with its line -----BEGIN …PRIVATE KEY-----, or in DER as a Uint8Array',
  );
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

/**
 * The bytes of base64 with blanks, tabs and line ends, which may also be written out as \n and \r, as in the variables
 * of an environment. Every digit is found by the same steps.
 */
function base64Of(text: Uint8Array, wipeLater: (bytes: Uint8Array) => void): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  wipeLater(bytes);
  let [digits, padding, held, wrong, length] = [0, 0, 0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    const code = text[i] as number;
    if (code === BLANK || code === 9 || code === 10 || code === 13) continue;
    if (code === BACKSLASH) {
      const next = text[i + 1];
      if (next === N || next === R) i++;
      else if (next !== BACKSLASH) wrong = -1;
      continue;
    }
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
  const unused = held & ((1 << ((6 * digits) % 8)) - 1);
  if (wrong < 0 || unused !== 0 || (digits + padding) % 4 !== 0 || padding > 2)
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
  /** Where the next one begins. */
  end: number;
}

const [INTEGER, SEQUENCE] = [2, 0x30];
const NO_KEY = 'key: is no RSA private key in PKCS #1 or PKCS #8';

/** The numbers of a key in DER. */
function readPrivateKey(der: Uint8Array): KeyFileNumbers {
  const { list, tags } = sequenceOf(der, 'it ends too early');
  if (tags === '48 3' || tags === '2 2') throw new RangeError(PUBLIC);
  if (tags === '48 4') throw new RangeError(ENCRYPTED);
  if (!/^2 48 4( 160)?( 129)?$/.test(tags)) return readPkcs1(list, tags);
  const [version, algorithm, key, ...more] = list as [Element, Element, Element, ...Element[]];
  checkAlgorithm(algorithm);
  const [attributes, publicKey] = [160, 129].map((tag) => more.find((element) => element.tag === tag)?.content);
  // A file with a public key is of version 1.
  if (!(publicKey ? /^1$/ : /^[01]$/).test(version.content.join())) throw damaged('its version is unknown');
  if (attributes && !elementsOf(attributes).every((element) => element.tag === SEQUENCE && hasTags(element, /^6 49$/)))
    throw damaged('its attributes are none');
  const inner = sequenceOf(key.content, BEYOND);
  const numbers = readPkcs1(inner.list, inner.tags);
  if (publicKey && !isPublicKeyOf(publicKey, numbers)) throw damaged('its public key is another');
  return numbers;
}

/** What rsaEncryption and RSASSA-PSS begin with, 1.2.840.113549.1.1. */
const PKCS1_OIDS = '42,134,72,134,247,13,1,1,';

/** RSA without parameters, or RSASSA-PSS with those of RFC 8017 (A.2.3): such a key is for this padding alone. */
function checkAlgorithm(algorithm: Element): void {
  const [oid, parameters, ...more] = elementsOf(algorithm.content);
  const name = oid?.tag === 6 ? oid.content.join() : '';
  const [isRsa, isPss] = [1, 10].map((last) => name === PKCS1_OIDS + last);
  if (!isRsa && !isPss) throw new RangeError('key: is of another algorithm than RSA');
  const isRight =
    !parameters ||
    (isRsa
      ? parameters.tag === 5 && parameters.content.length === 0
      : parameters.tag === SEQUENCE &&
        hasTags(parameters, /^(160)? ?(161)? ?(162)? ?(163)?$/) &&
        elementsOf(parameters.content).every((each) => hasTags(each, each.tag < 162 ? /^48$/ : /^2$/)));
  if (!isRight || more.length > 0) throw damaged('the parameters of its algorithm are none');
}

/** Whether the bit string is the public key of these numbers. Nothing here is secret. */
function isPublicKeyOf(bits: Uint8Array, { n, e }: KeyFileNumbers): boolean {
  if (bits[0] !== 0 || bits[1] !== SEQUENCE) return false;
  const { list, tags } = sequenceOf(bits.subarray(1), BEYOND);
  return tags === '2 2' && list.map(({ content }) => content.join()).join(';') === `${n.join()};${e.join()}`;
}

function readPkcs1(list: Element[], tags: string): KeyFileNumbers {
  if (!/^2( 2){8}( 48)?$/.test(tags)) throw new RangeError(NO_KEY);
  const [version, ...numbers] = list.map(({ content }) => content) as [Uint8Array, ...Uint8Array[]];
  if (list.length > 9 || version.join() === '1')
    throw new RangeError('key: has more than two primes, and a key here has two');
  if (version.join() !== '0') throw damaged('its version is unknown');
  return Object.fromEntries(ORDER.map((name, i) => [name, numbers[i]])) as KeyFileNumbers;
}

/** The elements of the sequence that the bytes are, and their tags; `beyond` says that it is longer than the bytes. */
function sequenceOf(der: Uint8Array, beyond: string): { list: Element[]; tags: string } {
  if (der.at(0) !== SEQUENCE) throw new RangeError(NO_KEY);
  const { content, end } = elementAt(der, 0, beyond);
  const behind = der.subarray(end);
  if (behind.length > 0)
    throw damaged(
      behind.every((code) => code === 10 || code === 13)
        ? 'a line end stands behind it, as editors add it: give the bytes before it'
        : 'bytes stand behind its end',
    );
  const list = elementsOf(content);
  return { list, tags: tagsOf(list) };
}

const tagsOf = (list: Element[]): string => list.map(({ tag }) => tag).join(' ');
const hasTags = ({ content }: Element, tags: RegExp): boolean => tags.test(tagsOf(elementsOf(content)));

/** The most elements of a list in a key. */
const MOST_ELEMENTS = 16;

/** The elements of DER, one behind the other. */
function elementsOf(der: Uint8Array): Element[] {
  const list: Element[] = [];
  for (let at = 0; at < der.length && list.length < MOST_ELEMENTS; ) {
    const element = elementAt(der, at, BEYOND);
    list.push(element);
    at = element.end;
  }
  return list;
}

const BEYOND = 'a part is longer than the whole';

/** The element at this place. */
function elementAt(der: Uint8Array, start: number, beyond: string): Element {
  const [tag, first] = [der.at(start), der.at(start + 1)] as [number, number | undefined];
  if ((tag & 0x1f) === 0x1f) throw new RangeError(NO_KEY); // its number is in the next bytes
  let at = start + 2;
  let length = first ?? Infinity;
  if (length > 0x7f && length < 0x100) {
    const count = length & 0x7f;
    if (count === 0) throw damaged('it has an indefinite length');
    length = 0;
    for (let i = 0; i < Math.min(count, 4); i++) length = 256 * length + (der.at(at + i) ?? Infinity);
    if (count > 4 || length < 0x80 || der.at(at) === 0) throw damaged('a length has more bytes than it needs');
    at += count;
  }
  if (!(at + length <= der.length)) throw damaged(beyond);
  const content = der.subarray(at, at + length);
  if (tag === INTEGER) {
    const [high = 0x80, next = 0x80] = content;
    if (high > 0x7f || (high === 0 && next < 0x80)) throw damaged('a number is negative, empty or has zeros in front');
  }
  return { tag, content, end: at + length };
}

function damaged(what: string): RangeError {
  return new RangeError(`key: its DER is damaged: ${what}`);
}
