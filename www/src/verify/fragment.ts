// Carries a proof in the fragment of a URL, the part after `#`, which browsers do not send to a server.
// The fragment is the proof's JSON, deflated, in base64url.
import { readAtMost } from './read-limited.ts';

const PREFIX = 'proof=';

/** Address bars and messengers still accept links of this length. */
const MAX_CHARACTERS = 1 << 15;

/** The fragment of an address, if it carries a proof. */
export function fragmentIn(address: string): string | undefined {
  return /#(proof=[\w-]+)$/.exec(address.trim())?.[1];
}

/** The fragment that carries a proof; undefined if it would be too long for a link. */
export async function toFragment(proof: unknown): Promise<string | undefined> {
  const stream = new Blob([JSON.stringify(proof)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const deflated = new Uint8Array(await new Response(stream).arrayBuffer());
  const fragment = PREFIX + toBase64Url(deflated);
  return fragment.length <= MAX_CHARACTERS ? fragment : undefined;
}

/** The JSON in a fragment. `maxBytes` limits it, since a hostile link may inflate to any size. */
export async function fromFragment(fragment: string, maxBytes: number): Promise<Uint8Array> {
  try {
    const deflated = new Blob([fromBase64Url(fragment.slice(PREFIX.length))]).stream();
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
