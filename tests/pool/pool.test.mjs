// The pool in every engine.

import { engines } from '../../workshop/engines/engines.mjs';
import { testInEach } from '../each-engine.mjs';

testInEach(engines, 'tests/pool/checks.js', undefined, ({ kernel }) => ({ kernel }));
