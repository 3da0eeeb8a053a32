/**
 * The embedded wasm is deflated and then written in base64: of a 90 KB kernel a server that compresses sends 31 KB
 * (43 KB without our deflate), one that does not 42 KB (120 KB without).
 */

/** Raw deflate in base64, back to bytes. */
export async function inflateBase64(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const deflated = base64ToBytes(text);
  // Node's own zlib takes 1 ms where starting its web streams takes 7.
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
