/** What the export condition `node` loads first. The address is undefined in some formats of bundles. */
import { setHere } from './here.js';

setHere(import.meta.url);
