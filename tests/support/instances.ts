// An instance of every kernel that Node runs.
import './built.mjs';
import { init } from 'powmod';
import { available } from './available.js';

export const instances = await available(init);
