// Carries a proof or a letter in the fragment of a URL, the part after `#`, which browsers do not send to a server.
// The fragment is a name and the JSON, deflated, in base64url.
import { readAtMost } from './read-limited.ts';

/** Address bars and messengers still accept links of this length. */
const MAX_CHARACTERS = 1 << 15;

type Kind = 'proof' | 'letter';

/** The fragment of an address, if it carries a proof, or a letter. */
export function fragmentIn(address: string, kind: Kind = 'proof'): string | undefined {
  return new RegExp(`#(${kind}=[\\w-]+)$`).exec(address.trim())?.[1];
}

/** The fragment that carries a value; undefined if it would be too long for a link. */
export async function toFragment(value: unknown, kind: Kind = 'proof'): Promise<string | undefined> {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const deflated = new Uint8Array(await new Response(stream).arrayBuffer());
  const fragment = `${kind}=${toBase64Url(deflated)}`;
  return fragment.length <= MAX_CHARACTERS ? fragment : undefined;
}

/** The JSON in a fragment. `maxBytes` limits it, since a hostile link may inflate to any size. */
export async function fromFragment(fragment: string, maxBytes: number): Promise<Uint8Array> {
  try {
    const deflated = new Blob([fromBase64Url(fragment.slice(fragment.indexOf('=') + 1))]).stream();
    return await readAtMost(deflated.pipeThrough(new DecompressionStream('deflate-raw')), maxBytes);
  } catch (cause) {
    throw new Error('the link is damaged: a part of it may be missing', { cause });
  }
}

function toBase64Url(bytes: Uint8Array): string {
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
}
