// Runs modules in workerd: a new server for each call, because workerd bundles a program when it starts. It bundles as
// Cloudflare's tools do: with the export condition `workerd`, and WebAssembly files as modules.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../crate/build/run.mjs';
import { programVersion } from './runtime.mjs';

/** @returns {Promise<import('./engine.ts').OpenEngine>} */
export async function openWorkerd(program) {
  const folder = await mkdtemp(join(tmpdir(), 'powmod-workerd-'));
  return {
    version: `workerd ${await programVersion(program)}`,
    async call(module, argument) {
      await writeFile(
        join(folder, 'main.js'),
        `import body from ${JSON.stringify(join(root, module))};
export default { fetch: async (request) => Response.json((await body(await request.json())) ?? null) };
`,
      );
      const config = join(folder, 'wrangler.json');
      await writeFile(config, JSON.stringify({ name: 'powmod', main: 'main.js', compatibility_date: '2026-01-01' }));
      const server = await serveWorker(program, config);
      try {
        const response = await fetch(server.url, { method: 'POST', body: JSON.stringify(argument ?? null) });
        if (!response.ok) throw new Error(`status ${response.status}: ${await response.text()} ${server.output()}`);
        return await response.json();
      } finally {
        server.close();
      }
    },
    close: () => rm(folder, { recursive: true }),
  };
}

/**
 * Serves the worker that a wrangler.json describes, on a free port of loopback.
 *
 * @returns {Promise<{ url: string, output: () => string, close: () => void }>}
 */
export async function serveWorker(program, config) {
  const args = ['serve', config, '--socket-addr=http=127.0.0.1:0', '--control-fd=3'];
  const env = { ...process.env, WORKERD_ESBUILD: join(root, 'node_modules/.bin/esbuild') };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  child.on('error', (error) => {
    output += error;
  });
  for await (const line of createInterface({ input: child.stdio[3] })) {
    const { event, port } = JSON.parse(line);
    if (event !== 'listen') continue;
    return { url: `http://127.0.0.1:${port}/`, output: () => output, close: () => child.kill() };
  }
  throw new Error(`workerd does not start: ${output}`);
}
