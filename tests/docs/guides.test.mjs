// Each guide is followed step by step as a stranger would, in an empty folder, with the packed package and crates: its
// files are written, its commands run, and they print what the guide shows.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { root } from '../../crate/build/run.mjs';
import { launch } from '../../workshop/browsers/chromium.ts';
import { until } from '../../workshop/browsers/driver.ts';
import { freePort, servePage } from '../../workshop/browsers/page-server.ts';
import { folder as installedFleet } from '../../workshop/fleet/install.mjs';
import { showsOutput, stepsOf } from '../../workshop/markdown.mjs';
import { missing } from '../../workshop/programs/installed.mjs';
import { installPacked } from '../apps/packed.mjs';
import { leftOut } from '../support/left-out.mjs';

const guides = join(root, 'www/docs/guides');
const PATIENCE = 300_000; // of the slowest guide, which compiles the crates
const isWindows = process.platform === 'win32';

const ADD_CRATES = 'cargo add --quiet powmod powmod-vdf';

/** The command that adds the crates as this repository packs them. */
function addCrates(folder) {
  // The versions that the lock file of this repository names
  copyFileSync(join(root, 'Cargo.lock'), join(folder, 'Cargo.lock'));
  const [kernel, core, vdf] = unpackCrates(['powmod-kernel', 'powmod', 'powmod-vdf'], join(folder, 'crates'));
  const paths = [`powmod-kernel.path = ${JSON.stringify(kernel)}`, `powmod.path = ${JSON.stringify(core)}`];
  mkdirSync(join(folder, '.cargo'));
  writeFileSync(join(folder, '.cargo/config.toml'), `[patch.crates-io]\n${paths.join('\n')}\n`);
  return [core, vdf].map((path) => `cargo add --quiet --offline --path '${path}'`).join(' && ');
}

/** Packs crates as cargo would publish them, and unpacks them in a folder outside the repository. */
function unpackCrates(names, folder) {
  mkdirSync(folder, { recursive: true });
  const packed = join(root, 'target/guides');
  // --allow-dirty, because the suite tests the files as they are.
  const options = ['--no-verify', '--allow-dirty', '--locked', '--quiet', '--target-dir', packed];
  execFileSync('cargo', ['package', ...names.flatMap((name) => ['-p', name]), ...options], { cwd: root });
  const [, version] = /^version = "(.*)"$/m.exec(readFileSync(join(root, 'Cargo.toml'), 'utf8'));
  return names.map((name) => {
    execFileSync('tar', ['-xf', join(packed, `package/${name}-${version}.crate`), '-C', folder]);
    return join(folder, `${name}-${version}`);
  });
}

async function lookAtPage(folder) {
  const reason = leftOut(missing('chromium'));
  if (reason) return console.log(`the page was not opened: ${reason}`);
  const server = await servePage(join(folder, 'dist'), '/');
  const browser = await launch();
  try {
    const page = await browser.open(server.url);
    const verdict = "document.querySelector('#verdict').textContent";
    assert.equal(await until(page, `${verdict} !== 'Verifying…' && ${verdict}`), 'Valid');
    assert.deepEqual(server.blocked, []);
  } finally {
    await browser.close();
    server.close();
  }
}

const [, channel] = /^channel = "(.*)"$/m.exec(readFileSync(join(root, 'rust-toolchain.toml'), 'utf8'));
const env = {
  ...process.env,
  RUSTUP_TOOLCHAIN: channel, // rustup finds rust-toolchain.toml in this repository only
  CARGO_TARGET_DIR: join(root, 'target/guides'),
  CARGO_NET_OFFLINE: 'true',
  CARGO_PROFILE_RELEASE_OPT_LEVEL: '1', // it compiles faster, and hardly computes
};

/** @type {Awaited<ReturnType<typeof installPacked>>} */
let packed;
before(async () => {
  packed = await installPacked();
  for (const tool of ['vite', 'esbuild'])
    for (const path of [tool, `.bin/${tool}`])
      symlinkSync(join(root, 'node_modules', path), join(packed.app, 'node_modules', path), 'junction');
});
after(() => packed?.remove());

for (const file of readdirSync(guides))
  test(file, { timeout: PATIENCE }, async (t) => {
    // Outside this repository, as the folder of a user: cargo would make the folder a member of our workspace.
    const folder = mkdtempSync(join(tmpdir(), 'powmod-guide-'));
    t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    symlinkSync(join(packed.app, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const [port, redisPort] = [await freePort(), await freePort()];
    const children = [];
    t.after(() => {
      for (const child of children) isWindows ? child.kill() : process.kill(-child.pid, 'SIGKILL');
    });

    const guide = readFileSync(join(guides, file), 'utf8');
    const reason = leftOut(/^\$ redis-server /m.test(guide) && missing('redis'));
    if (reason) return t.skip(reason);
    const steps = stepsOf(guide.replaceAll('8123', port).replace(/^\$ redis-server /gm, `$&--port ${redisPort} `));
    assert.ok(
      steps.some(({ command }) => command && !/^(npm install|cargo add) /.test(command)),
      'a guide without commands shows nothing',
    );
    for (const step of steps) {
      if (step.file) {
        mkdirSync(dirname(join(folder, step.file)), { recursive: true });
        writeFileSync(join(folder, step.file), step.text);
        continue;
      }
      const { command, output } = step;
      if (/^npm install powmod( vite| esbuild)?$/.test(command)) continue; // `before` has installed them
      if (command === 'npm ci --ignore-scripts --prefix fleet') {
        symlinkSync(join(installedFleet, 'node_modules'), join(folder, 'fleet/node_modules'), 'junction');
        continue;
      }
      if (command === 'npx vite preview') {
        await lookAtPage(folder);
        continue;
      }
      const line = command === ADD_CRATES ? addCrates(folder) : command.replace(/ &$/, '');
      const staysOpen = command.endsWith(' &');
      const child = spawn('sh', ['-c', line], {
        cwd: folder,
        env: { ...env, REDIS_URL: `redis://127.0.0.1:${redisPort}` },
        detached: staysOpen && !isWindows,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      if (staysOpen) {
        children.push(child);
        let printed = '';
        for await (const part of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
          printed += part;
          if (showsOutput(output, printed)) break;
        }
        child.stdout.resume();
        assert.ok(showsOutput(output, printed), `${command} printed ${printed}`);
        continue;
      }
      const [printed, problems, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      assert.equal(code, 0, `${command} ended with code ${code}\n${problems}`);
      assert.ok(showsOutput(output, printed), `${command} printed\n${printed}\nbut the guide shows\n${output}`);
    }
  });
