// The soak for a quarter of a minute in each place.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { places, problemsOf, soak, summary } from './soak.mjs';

describe('a pool whose workers die loses nothing', { concurrency: true }, () => {
  for (const place of places)
    test(place.name, async (t) => {
      const reason = place.missing();
      if (reason) {
        assert.notEqual(process.env.CI, 'true', reason);
        return t.skip(reason);
      }
      const total = await soak(place, { seconds: 15, roundSeconds: 3, seed: 1 });
      t.diagnostic(summary(total));
      assert.deepEqual(problemsOf(total), []);
    });
});
