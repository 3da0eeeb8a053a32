/**
 * The entries for Node load this file first: those of the export condition `node`, and those of CommonJS. So the reader
 * of key files is at hand there. `import.meta.url` is undefined in some formats of bundles.
 */
import { readKeyFile } from './arithmetic/key-file.js';
import { useKeyFileReader } from './arithmetic/key-reader.js';
import { setHere } from './here.js';

setHere(import.meta.url);
useKeyFileReader(readKeyFile);
