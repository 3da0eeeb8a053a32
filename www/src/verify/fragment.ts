// Carries a proof, a letter or a draw in the fragment of a URL, the part after `#`, which browsers do not send to a
// server. The fragment is a name and the JSON, deflated, in base64url. That of a letter has packed bytes instead.
import { readAtMost } from './read-limited.ts';

/** Address bars and messengers still accept links of this length. */
const MAX_CHARACTERS = 1 << 15;

/** The most parts into which a link may be broken, but for the first. */
const MOST_PARTS = 40;

type Kind = 'proof' | 'letter' | 'draw';

/**
 * The fragment in a text, if there is one that carries one of that kind: an address, or a link with words, brackets or
 * parameters around it. It is found as damaged as it may be.
 */
export function fragmentIn(text: string, kind: Kind = 'proof'): string | undefined {
  return fragmentsIn(text, kind)[0];
}

/**
 * All of them. Some programs write `#` and `=` as `%23` and `%3D`, and messengers break a link: the words behind it may
 * be its parts, and stay with it until {@link bytesIn} has tried them.
 */
export function fragmentsIn(text: string, kind: Kind = 'proof'): string[] {
  const found = text.matchAll(
    new RegExp(
      `(?:#|%23|&)${kind}(?:=|%3D)([\\w-]*(?:(?:\\s|%20|%0[AD])+[\\w-]+){0,${MOST_PARTS}})(?![\\w-]*[#/:?])`,
      'gi',
    ),
  );
  return Array.from(found, ([, carried = '']) => `${kind}=${carried.split(/(?:\s|%20|%0[AD])+/i).join('%20')}`);
}

/** The fragment that carries a value as deflated JSON; undefined if it would be too long for a link. */
export async function toFragment(value: unknown, kind: Kind = 'proof'): Promise<string | undefined> {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return fragmentOf(new Uint8Array(await new Response(stream).arrayBuffer()), kind);
}

/** The fragment that carries bytes; undefined if it would be too long for a link. */
export function fragmentOf(bytes: Uint8Array, kind: Kind): string | undefined {
  const fragment = `${kind}=${toBase64Url(bytes)}`;
  return fragment.length <= MAX_CHARACTERS ? fragment : undefined;
}

/** The JSON in a fragment. `maxBytes` limits it, since a hostile link may inflate to any size. */
export function jsonIn(fragment: string, maxBytes: number): Promise<string> {
  return bytesIn(fragment, async (bytes) => {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(await inflated(bytes, maxBytes));
    JSON.parse(json); // deflated bytes have no check sum: what is damaged may be anything
    return json;
  });
}

/** What `read` makes of the bytes in a fragment. @throws Error, which says that the link is damaged, if it throws */
export async function bytesIn<T>(fragment: string, read: (bytes: Uint8Array<ArrayBuffer>) => Promise<T>): Promise<T> {
  const parts = fragment.slice(fragment.indexOf('=') + 1).split('%20');
  let cause: unknown;
  for (let count = 1; count <= parts.length; count++) {
    const carried = parts.slice(0, count).join('');
    const [marks = ''] = /[-_]{0,2}$/.exec(carried) ?? [];
    // The last of these may belong to the text around the link: `_link_`.
    for (let kept = carried.length; kept >= carried.length - marks.length; kept--)
      try {
        return await read(fromBase64Url(carried.slice(0, kept)));
      } catch (error) {
        cause ??= error;
      }
  }
  throw new Error('the link is damaged: a part of it may be missing', { cause });
}

function inflated(deflated: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<Uint8Array> {
  const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return readAtMost(stream, maxBytes);
}

function toBase64Url(bytes: Uint8Array): string {
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
}
