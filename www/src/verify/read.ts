/** All that a stream gives, unless it is more than `most` bytes: then it is read no further. */
export async function readAtMost(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const reader = stream.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error(`larger than ${most >> 20} MiB`);
    }
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
}
