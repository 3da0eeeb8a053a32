/** Reads a whole stream. Stops and throws once it has given more than `maxBytes` bytes. */
export async function readAtMost(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const reader = stream.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      throw new Error(`larger than ${maxBytes >> 20} MiB`);
    }
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
}
