// A proof in the part of an address that follows `#`, which browsers keep to themselves: its JSON, deflated, in base64url.
import { readAtMost } from './read.ts';

const NAME = 'proof=';

/** What address bars and messengers still take. */
const MOST_CHARACTERS = 1 << 15;

/** The fragment in an address or of one, if it carries a proof. */
export function fragmentIn(address: string): string | undefined {
  return /#(proof=[\w-]+)$/.exec(address.trim())?.[1];
}

/** The fragment that carries a proof, unless that would be too long for a link. */
export async function toFragment(proof: unknown): Promise<string | undefined> {
  const stream = new Blob([JSON.stringify(proof)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const deflated = new Uint8Array(await new Response(stream).arrayBuffer());
  const fragment = NAME + toBase64Url(deflated);
  return fragment.length <= MOST_CHARACTERS ? fragment : undefined;
}

/** The JSON in a fragment; whoever made the link may have made it to burst. */
export async function fromFragment(fragment: string, mostBytes: number): Promise<Uint8Array> {
  try {
    const deflated = new Blob([fromBase64Url(fragment.slice(NAME.length))]).stream();
    return await readAtMost(deflated.pipeThrough(new DecompressionStream('deflate-raw')), mostBytes);
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
