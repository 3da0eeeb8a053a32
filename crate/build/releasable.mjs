// The conditions of a release, beside code that works.
import { BuildError } from './run.mjs';

/**
 * @param {{ manifest: Record<string, unknown>, crates: { name: string, repository: string | null }[], readme: string,
 *   changelog: string, tag?: string }} given the manifest of the package, what `cargo metadata` says of the crates, the
 *   texts of README.md and CHANGELOG.md, and the tag of the release
 * @throws BuildError that says what is missing
 */
export function checkReleasable({ manifest, crates, readme, changelog, tag }) {
  const { version, homepage } = manifest;
  if (tag !== `v${version}`) throw new BuildError(`--tag: must be v${version}, the version of crate/js/package.json`);
  for (const field of ['repository', 'homepage', 'bugs'])
    if (!manifest[field])
      throw new BuildError(
        `crate/js/package.json: a release needs the field ${field}, for the links on the package's page`,
      );
  for (const { name, repository } of crates)
    if (!repository)
      throw new BuildError(
        `${name}: a release needs \`repository\` in its Cargo.toml, for the link on the crate's page`,
      );
  // The addresses of the page's picture and of others are made of it.
  if (!homepage.endsWith('/')) throw new BuildError('crate/js/package.json: homepage must end with a slash');
  if (!readme.includes(`[demo page](${homepage})`))
    throw new BuildError(`README.md: a release needs the demo page's address in its link: (${homepage})`);
  const [, heading] = /^## (.*)$/m.exec(changelog) ?? [];
  if (heading !== version) throw new BuildError(`CHANGELOG.md: the first heading must be ${version}`);
}
