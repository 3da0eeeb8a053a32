/**
 * What the command line takes of the package: an entry of the library's bundle, so that dist/cli.js has no second copy
 * of the library. Nobody else imports it.
 */
export { profiles, schemes } from '../border/types.generated.js';
export { readBlock } from '../chia/block.js';
export { verifyVdf } from '../chia/index.js';
export { checkHex } from '../chia/proof.js';
export { readVdf } from '../chia/vdf.js';
export { MalformedProofError, PowmodError } from '../errors.js';
export { init } from '../init.js';
export { DEFAULT_MAX_BITS, IntegerReader } from '../input/integers.js';
export { readChoice } from '../input/reading.js';
export { engineHas } from '../kernels/probe.js';
export { variants } from '../kernels/verifiers.generated.js';
export { readProofTask } from '../pool/calls/task.js';
export { createPool } from '../pool/index.js';
export { parse } from '../vdf/fields.js';
export { groups, isGroupName } from '../vdf/groups.js';
export { DEFAULT_MAX_DELTA } from '../vdf/limits.generated.js';
export { DEFAULT_PROFILE } from '../vdf/options.js';
export { deltaOf, readProof } from '../vdf/proof-file.js';
