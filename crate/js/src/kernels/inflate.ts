/**
 * Decodes the wasm in the package: raw deflate in base64. Deflate comes first, because base64 hides repetitions from a
 * server's compression. Servers without compression gain even more.
 */
export async function inflateBase64(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const deflated = base64ToBytes(text);
  // In Node, zlib: to start its web streams takes longer than everything else here.
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
