// The pool's worker in pages: its address where a bundler has written it, and what a page's trusted types let pass.
// Real pages under such policies are in tests/apps and tests/page.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Script, WorkerFile } from '../../../crate/js/src/pool/threads/script.ts';
import { workerFile } from '../../../crate/js/src/pool/threads/worker-file.ts';

const PAGE = 'http://localhost/assets/index.js';
const FILE = 'http://localhost/assets/powmod-worker-B1x.js';
const TYPES_ERROR = "Failed to construct 'Worker': This document requires 'TrustedScriptURL' assignment.";

test('the address of the file is what a bundler has written, and unknown where it is computed', (t) => {
  const own = workerFile.make;
  t.after(() => Object.assign(workerFile, { make: own }));
  assert.ok(workerFile.url?.endsWith('/pool/threads/powmod-worker.js'));
  const options = '{ type: "module" })';
  for (const [text, path] of [
    [
      '()=>new Worker(new URL(`/assets/powmod-worker-B1x.js`,``+import.meta.url),{type:`module`})',
      '/assets/powmod-worker-B1x.js',
    ],
    [`() => new Worker(new URL(/* @vite-ignore */ "/assets/w-1.js", import.meta.url), ${options}`, '/assets/w-1.js'],
    [`() => new Worker(new URL(\n/* @vite-ignore */\n'/a/w.js',\n'' + import.meta.url\n), ${options}`, '/a/w.js'],
    [`()=>new Worker(new URL(""+new URL("w-1.js",import.meta.url).href,""+import.meta.url),${options}`, '/w-1.js'],
    [
      `()=>new Worker(new URL("/w.js?worker_file&type=module",import.meta.url),${options}`,
      '/w.js?worker_file&type=module',
    ],
    ['()=>new Worker(new URL("worker-B1x.js",import.meta.url),{type:"module"})', '/worker-B1x.js'],
    ['()=>new Worker(new URL(r.p+r.u("297"),r.b),{type:void 0})', undefined],
    ['()=>new Worker(r.tu(new URL(r.p+r.u("297"),r.b)),{type:void 0})', undefined],
    ['()=>new Worker(e("./bundle-url").getBundleURL("x")+"w.js")', undefined],
    ['()=>new Worker(new URL(`$' + '{base}w.js`,import.meta.url))', undefined],
  ] as const) {
    Object.assign(workerFile, { make: { toString: () => text } });
    const { url } = workerFile;
    assert.ok(path === undefined ? url === undefined : url?.endsWith(path), `${text}: ${url}`);
  }
});

/** The scripts, and what the page reports, of a page whose policy requires trusted types. */
async function inPage(
  { allowed, byDefault }: { allowed: readonly string[]; byDefault?: (url: string) => string | null },
  use: (scriptOf: (given?: () => never, file?: WorkerFile) => Promise<Script>) => unknown,
) {
  const started: string[] = [];
  const reports: string[] = [];
  class TrustedScriptURL {
    readonly url: string;
    constructor(url: string) {
      this.url = url;
    }
    toString() {
      return this.url;
    }
  }
  type Rules = { createScriptURL(url: string): string | null };
  const policyOf = ({ createScriptURL }: Rules) => ({
    createScriptURL: (url: string) => new TrustedScriptURL(createScriptURL(url) ?? ''),
  });
  const globals = {
    location: new URL(PAGE),
    Worker: class {
      constructor(url: unknown) {
        const taken = url instanceof TrustedScriptURL ? `${url}` : byDefault?.(`${url}`);
        if (!taken) {
          reports.push('Worker');
          throw new TypeError(TYPES_ERROR);
        }
        started.push(taken);
      }
    },
    trustedTypes: {
      defaultPolicy: byDefault ? policyOf({ createScriptURL: byDefault }) : null,
      createPolicy(name: string, rules: Rules) {
        if (allowed.includes(name)) return policyOf(rules);
        reports.push(name);
        throw new TypeError(`Policy "${name}" disallowed.`);
      },
    },
    POWMOD_WORKER: '',
  };
  const { getBuiltinModule } = process;
  Object.assign(globalThis, globals);
  Object.assign(process, { getBuiltinModule: undefined });
  try {
    // A page has a module, with its policy, of its own.
    const { scriptOf } = await import(`../../../crate/js/src/pool/threads/script.ts?${Math.random()}`);
    await use(scriptOf);
  } finally {
    Object.assign(process, { getBuiltinModule });
    for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name);
  }
  return { started, reports };
}

const known = (url: string | undefined): WorkerFile => ({
  here: PAGE,
  url,
  isSure: true,
  make: () => new Worker(new URL(FILE)) as never,
});
const needsPolicy = /^no worker could be started: .* must have trusted-types powmod; .*POLICY\.createScriptURL\(/;

test('a page keeps the worker’s text once', async (t) => {
  const { mock } = t.mock.method(URL, 'createObjectURL');
  await inPage({ allowed: [] }, async (scriptOf) => {
    for (let pools = 0; pools < 3; pools++) await scriptOf();
  });
  assert.equal(mock.callCount(), 1);
});

describe('where the page requires trusted types', () => {
  for (const [name, policies] of [
    ['the policy powmod', { allowed: ['powmod'] }],
    ['the page’s default policy, which is asked first, as the engine asks it', { allowed: [], byDefault: String }],
    ['the policy powmod, if the default policy refuses it', { allowed: ['powmod'], byDefault: () => null }],
  ] as const)
    test(`the file starts by ${name}, and nothing is reported`, async () => {
      const { started, reports } = await inPage(policies, async (scriptOf) => {
        const { make } = await scriptOf(undefined, known(FILE));
        make();
        make();
      });
      assert.deepEqual([started, reports], [[FILE, FILE], []]);
    });

  test('the text starts where the file’s address is a bundler’s secret, whose code has no policy', async () => {
    const { started } = await inPage({ allowed: ['powmod'] }, async (scriptOf) => {
      const { make, next } = await scriptOf(undefined, known(undefined));
      assert.throws(make, new TypeError(TYPES_ERROR));
      (await next?.())?.make();
    });
    assert.match(`${started}`, /^blob:/);
  });

  test('without the policy the error names it, and the policy is asked for once', async () => {
    const { reports } = await inPage({ allowed: [] }, async (scriptOf) => {
      const { make } = await scriptOf(undefined, known(FILE));
      for (let workers = 0; workers < 2; workers++) assert.throws(make, { code: 'ERR_WORKER', message: needsPolicy });
      assert.throws((await scriptOf()).make, { code: 'ERR_WORKER', message: needsPolicy });
    });
    assert.deepEqual(reports, ['powmod', 'Worker', 'Worker', 'Worker']);
  });

  test('an address of options.worker by no policy is the same error; other errors are the caller’s', async () => {
    const { started } = await inPage({ allowed: ['powmod'] }, async (scriptOf) => {
      const { make } = await scriptOf(() => new Worker('mine.js') as never);
      assert.throws(make, { code: 'ERR_WORKER', message: needsPolicy });
      const own = new TypeError('x is not a function');
      const { make: wrong } = await scriptOf(() => {
        throw own;
      });
      assert.throws(wrong, (error) => error === own);
    });
    assert.deepEqual(started, []);
  });
});
