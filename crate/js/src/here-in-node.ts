/** The export condition `node` loads this file first. `import.meta.url` is undefined in some formats of bundles. */
import { setHere } from './here.js';

setHere(import.meta.url);
