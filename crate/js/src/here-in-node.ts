/**
 * The entries for Node load this file first: those of the export condition `node`, and those of CommonJS. `import.meta.url` is
 * undefined in some formats of bundles.
 */
import { setHere } from './here.js';

setHere(import.meta.url);
