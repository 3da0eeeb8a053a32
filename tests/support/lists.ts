// Lists that come later, and results that do.

export async function* later<T>(list: Iterable<T>): AsyncGenerator<T, void> {
  yield* list;
}

export async function collect<T>(results: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of results) all.push(one);
  return all;
}
