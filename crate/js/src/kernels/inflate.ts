/**
 * The embedded wasm is deflated and then written in base64: less to send for a server that compresses, because base64
 * hides from it what our deflate still saw, and far less for one that does not.
 */

/** Raw deflate in base64, back to bytes. */
export async function inflateBase64(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const deflated = base64ToBytes(text);
  // Starting Node's web streams takes longer than all the rest of this.
  const zlib = globalThis.process?.getBuiltinModule?.('node:zlib');
  if (zlib) return new Uint8Array(zlib.inflateRawSync(deflated));

  const inflated = new Blob([deflated]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(inflated).arrayBuffer());
}

function base64ToBytes(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}
