/** In place of ./key-reader.ts, for a bundle that may import nothing: it has the reader of key files in it. */
import { readKeyFile } from './key-file.js';

export const keyFileReader = () => readKeyFile;

export async function loadKeyFileReader(): Promise<void> {}
