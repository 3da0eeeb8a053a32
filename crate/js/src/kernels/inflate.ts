import { base64ToBytes, joinBytes } from '../bytes.js';

/**
 * Decodes the wasm in the package: raw deflate in base64. Deflate comes first, because base64 hides repetitions from a
 * server's compression. Servers without compression gain even more.
 */
export async function inflateBase64(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const deflated = base64ToBytes(text);
  // In Node, zlib: to start its web streams takes longer than everything else here.
  const zlib = globalThis.process?.getBuiltinModule?.('node:zlib');
  if (zlib) return new Uint8Array(zlib.inflateRawSync(deflated));

  // Neither a Blob nor a Response: in Chromium their bytes go through another process.
  const { writable, readable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  const written = Promise.all([writer.write(deflated), writer.close()]);
  const parts: Uint8Array[] = [];
  const reader = readable.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
  await written;
  return joinBytes(parts);
}
