/** The reader of key files (./key-file.ts): a bundle of its own, since few pages have keys in files. */
import { partLoaded } from '../errors.js';

type ReadKeyFile = typeof import('./key-file.js').readKeyFile;

let reader: ReadKeyFile | undefined;

/** The reader, if it is loaded. In Node it is from the start. */
export function keyFileReader(): ReadKeyFile | undefined {
  return reader;
}

export function useKeyFileReader(read: ReadKeyFile): void {
  reader = read;
}

/** Loads the reader. @throws PowmodError `ERR_LOAD` */
export async function loadKeyFileReader(): Promise<void> {
  if (reader) return;
  const { readKeyFile } = await partLoaded('the reader of key files', () => import('./key-file.js'));
  useKeyFileReader(readKeyFile);
}
