// The soak for a quarter of a minute in each place.
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

describe('the judgement of a soak', () => {
  const memory = (last) => ({ heap: [9, 4, 4, 4, 4, 4, last, last].map((megabytes) => megabytes * 2 ** 20) });
  const quiet = {
    problems: [],
    rounds: 8,
    right: { a: 1, b: 1, c: 1, d: 1, e: 1 },
    workers: { killed: 1, delayed: 1 },
    frozen: { times: 1, longest: 1000 },
    memory: memory(4.5),
  };

  test('is content with right results and flat memory', () => assert.deepEqual(problemsOf(quiet), []));

  for (const [what, change, problem] of [
    ['memory that grows', { memory: memory(6) }, /^heap grew from 4.0 MB to 6.0 MB$/],
    ['workers that live', { workers: { killed: 0, delayed: 1 } }, /^no worker was killed$/],
    ['messages that are punctual', { workers: { killed: 1, delayed: 0 } }, /^no message was late$/],
    ['a tab that is awake', { frozen: { times: 0, longest: 0 } }, /^the tab was never frozen$/],
    ['calls without results', { right: {} }, /^hardly any call gave a result$/],
    ['a wrong result', { problems: ['prove: 1 instead of 2'] }, /^prove: 1 instead of 2$/],
  ])
    test(`notices ${what}`, () => {
      const [found, ...others] = problemsOf({ ...quiet, ...change });
      assert.match(found, problem);
      assert.deepEqual(others, []);
    });
});
