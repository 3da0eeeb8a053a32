// cargo-deny, by the rules of deny.toml.
import { run } from '../../crate/build/run.mjs';
import { installTool, toolEnvironment } from '../../crate/build/tools.mjs';

/** Fails with what cargo-deny finds. @param {string[]} checks */
export async function checkCrates(...checks) {
  await installTool({
    what: 'cargo-deny',
    crate: ['cargo-deny', '--locked'],
    program: 'cargo-deny',
    version: /^cargo-deny /,
    seconds: 120,
  });
  await run('cargo', ['deny', '--locked', 'check', ...checks], { env: toolEnvironment });
}
