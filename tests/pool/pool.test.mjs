// The pool in every engine.
import { testInEach } from '../engines/each.mjs';
import { engines } from '../engines/engines.mjs';

testInEach(engines, 'tests/pool/checks.js', undefined, ({ kernel }) => ({ kernel }));
