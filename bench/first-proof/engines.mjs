// The engines that verify a first proof. Each load is fresh: a runtime's own process, a browser's own profile.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { importDriver } from '../../workshop/engines/browser.mjs';
import { bunProgram, DENO_OPTIONS, denoProgram, missingProgram, nodeProgram } from '../../workshop/engines/engines.mjs';
import { programVersion } from '../../workshop/engines/runtime.mjs';
import { missing } from '../../workshop/programs/installed.mjs';
import { pageOf } from './pages.mjs';
import { serve } from './server.mjs';

/**
 * @typedef {object} Load milliseconds
 * @property {boolean} isValid
 * @property {number} start from the navigation or the start of the process to the verdict
 * @property {number} script from the script's first statement to the verdict
 * @property {number} [processor] those of the page's main thread
 * @property {number} [begin] from the navigation to the script's first statement
 * @property {number} [spin] those of a loop that is the same in all pages
 * @property {Record<string, number>} [steps] the time of each step
 *
 * @typedef {object} Fresh
 * @property {string} version
 * @property {(contender: string, condition: Condition) => Promise<Load>} load
 * @property {() => Promise<void>} close
 *
 * @typedef {{ name?: string, slow?: import('../../workshop/browsers/driver.ts').Slow }} Condition
 */

const processor = 4;
const network = { latency: 60, bitsPerSecond: 9e6 };

/** @type {Condition[]} */
const CONDITIONS = [
  {},
  { name: 'slow processor', slow: { processor } },
  { name: '4G', slow: { network } },
  { name: 'slow processor, 4G', slow: { processor, network } },
];

/**
 * Whether a condition held in a visit, which is left out otherwise: at times a slowed processor is not slow. The loop
 * then takes less than half of what it should, of `usual` milliseconds in pages that are not slowed; or the script has
 * come in less than the latency of its two requests in a row, for the page and for the script.
 */
export const held = ({ slow: { processor = 0, network } = {} }, { begin, spin }, usual) =>
  (!processor || spin >= (processor / 2) * usual) && (!network || begin >= 2 * network.latency);

/**
 * Modules of the folder contenders/, each with a function from a proof to whether all is right. `part` is that of the
 * rows: the time to a verdict, to a power, and the steps to one.
 */
export const contenders = [
  { part: 'time', name: 'bigint', title: 'BigInt' },
  { part: 'time', name: 'verify', title: 'verify' },
  { part: 'time', name: 'init', title: 'init, verify' },
  { part: 'power', name: 'bigint-power', title: 'BigInt' },
  { part: 'power', name: 'gmp-wasm', title: 'gmp-wasm' },
  { part: 'power', name: 'functions', title: 'modPow of powmod' },
  { part: 'power', name: 'power', title: 'powmod' },
  { part: 'power', name: 'powers', title: 'powmod/powers' },
  { part: 'steps', name: 'steps', inPages: true },
];

/**
 * @typedef {object} Place
 * @property {string} name
 * @property {object[]} contenders
 * @property {() => string | undefined} missing
 * @property {() => Promise<Fresh>} open
 * @property {Condition[]} [conditions]
 *
 * @type {Place[]}
 */
export const engines = [
  { ...browser('chromium', 'Chromium', inContexts), conditions: CONDITIONS },
  browser('firefox', 'Firefox', inContexts),
  browser('webkit', 'WebKit', inSessions),
  ...[20, 24, 26].map((major) => runtime(`Node ${major}`, nodeProgram(major))),
  runtime('Bun', bunProgram),
  runtime('Deno', denoProgram, DENO_OPTIONS),
];

function browser(file, name, openProfiles) {
  return {
    name,
    contenders,
    missing: () => missing(file),
    async open() {
      const pages = await Promise.all(contenders.map(({ name }) => pageOf(name)));
      const server = await serve(new Map(pages.flatMap((files) => [...files])));
      const { launch } = await importDriver(file);
      const profiles = await openProfiles(launch).catch((error) => {
        server.close();
        throw error;
      });
      return {
        version: profiles.version,
        async load(contender, { slow }) {
          const url = `${server.url}/${contender}/index.html`;
          const { verdict, script, ...rest } = await profiles.visit(url, slow, (visit) => server.timesOf(visit));
          return { ...rest, start: verdict, script: verdict - script, begin: script };
        },
        async close() {
          await profiles.close();
          server.close();
        },
      };
    },
  };
}

/** Chromium and Firefox: the driver opens each page in a context of its own, with its own caches and processes. */
async function inContexts(launch) {
  const browser = await launch();
  return {
    version: browser.version,
    async visit(url, slow, timesOf) {
      let page;
      const times = await timesOf(async () => {
        page = await browser.open(url, { slow });
      });
      const processor = await page.processorTime?.();
      const spin = await page.evaluate('spin()');
      await page.close();
      return { ...times, processor, spin };
    },
    close: () => browser.close(),
  };
}

/** WebKit: the pages of a session share caches and processes, so each page needs a session of its own. */
async function inSessions(launch) {
  const first = await launch();
  await first.close();
  return {
    version: first.version,
    async visit(url, slow, timesOf) {
      const browser = await launch();
      try {
        return await timesOf(() => browser.open(url, { slow }));
      } finally {
        await browser.close();
      }
    },
    close: async () => {},
  };
}

const program = fileURLToPath(new URL('in-runtime.mjs', import.meta.url));

/**
 * The start of a process and the verdict are times of this process's clock, since runtimes differ in what they know.
 */
function runtime(name, path, options = []) {
  return {
    name,
    contenders: contenders.filter(({ inPages }) => !inPages),
    missing: () => missingProgram(path),
    open: async () => ({
      version: `${name.split(' ')[0]} ${await programVersion(path)}`,
      async load(contender) {
        const start = performance.now();
        const child = spawn(path, [...options, program, contender], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        let end;
        let output = '';
        child.stdout.setEncoding('utf8').on('data', (text) => {
          end ??= performance.now();
          output += text;
        });
        const [code] = await once(child, 'close');
        if (code !== 0) throw new Error(`${name} ended with ${code}`);
        const { isValid, verdict } = JSON.parse(output);
        return { isValid, start: end - start, script: verdict };
      },
      close: async () => {},
    }),
  };
}
