// Makes the page of all errors: which message is of which cause, and what to do. messages.mjs reads the messages from
// the source, and a test finds one without a cause here.
import { messages } from './messages.mjs';

/** What a code or a class says of an error, in the order of the page. `reason` is one that several classes give. */
const KINDS = {
  ERR_MALFORMED_PROOF: 'a proof or another file that somebody gave is malformed; `field` and `reason` tell where',
  ERR_KERNEL_UNAVAILABLE: 'the engine cannot run the kernel that was asked for',
  ERR_LOAD: 'a file could not be loaded; a later call tries again',
  ERR_OUT_OF_MEMORY: 'WebAssembly or the engine has no memory left',
  ERR_FAULT: 'a result failed its check, or the engine stopped in the middle of a call',
  ERR_WORKER: 'a worker of a pool could not be started, or was lost',
  ERR_CHECKPOINT: 'a checkpoint is damaged, or of another task',
  TypeError: "the caller's mistake: an argument of a wrong type",
  RangeError: "the caller's mistake: an argument out of its range",
  UsageError: 'the command line: an option is missing or wrong; the exit code is 2',
};

/** Causes: their title, why it happens, what to do, and the messages that it gives. The first that fits counts. */
const CAUSES = [
  [
    'The kernel or the instance failed',
    'An engine, an extension or the machine stopped WebAssembly in the middle of a call, or a result ' +
      'failed its check.',
    'Make a new instance by `init`. If it comes again, take `init({ kernel: "bigint" })`, and report it.',
    [
      /^the WebAssembly instance failed|stack was exhausted|is gone, because its instance|and BigInt differ/,
      /is not done$|self-test failed/,
    ],
  ],
  [
    'Memory is exhausted',
    'The numbers together need more memory than the engine gives.',
    'Pass fewer numbers in one call, free tables that are done (`free`), or lower `maxBits`.',
    [/memory could not grow|more than this machine has|longer than … bytes together/, /tables? would be too large/],
  ],
  [
    'No kernel can be used here',
    'The engine or the policy of the page does not allow WebAssembly, or the engine lacks what the named ' +
      'kernel needs.',
    "Leave out `kernel`, so that `init` chooses. A page with a policy needs `script-src 'wasm-unsafe-eval'`.",
    [
      /no kernel works here|cannot be used: |kernel bigint|does not evaluate or prove/,
      /has no calls for secrets|SHA-256 cannot be computed|getRandomValues is missing/,
    ],
  ],
  [
    'A file of the package could not be loaded',
    'The file is not where the script looks for it, the server answers with an error, or it is of another version.',
    'Serve the files of `dist` beside the script, or name them with `wasm` or `worker`. [Bundlers, CDN, ' +
      'policies, workers](guides/12-platforms.md) has what each bundler needs.',
    [
      /could not be loaded|does not fit this version|holds the kernel|has status|not a WebAssembly file/,
      /not the file of this version|streams are damaged|found nowhere|results are no longer wanted/,
    ],
  ],
  [
    'A worker or the pool',
    'The worker has another script, was ended from outside, or the pool was closed while calls waited.',
    "The worker's script imports `powmod/worker`. Await the calls before `pool.close()`, and make a new " +
      'pool after a loss.',
    [
      /worker|pool was closed|pool: was closed|pool that createPool|ended with code/,
      /message could not be read|work could not be sent/,
    ],
  ],
  [
    'A freed object was used',
    'A table, a key or another kept object was freed, and used again.',
    'Free it after its last call, or make it anew.',
    [/was freed/],
  ],
  [
    'A private key where a public one is due',
    'The key is private. This call takes a public key, and gives it to others.',
    'Give the public half, which `openssl rsa -pubout` writes from the file of the private key.',
    [/is private, and the public one/],
  ],
  [
    'A key that cannot be read',
    'The key is public, encrypted, damaged, of another algorithm, or of a form that powmod does not read.',
    'Give the private RSA key as a JWK, or in PEM or DER of PKCS #1 or PKCS #8. `openssl rsa` and ' +
      '`ssh-keygen -p -m PEM` convert. Base64 without the lines of PEM is decoded first, in Node by ' +
      '`Buffer.from(text, "base64")`. [Secret exponents, RSA keys](guides/03-secrets.md) has the forms.',
    [
      /^key|a key has all or none|JWK|PKCS|in the key$|RSA private key|PEM|is encrypted|is public, and/,
      /another algorithm than RSA|more than two primes|DER is damaged|its version is unknown/,
      /its attributes are none|its public key is another/,
    ],
  ],
  [
    'The numbers of a key do not belong together',
    'A number of the RSA key was mistyped, cut, or is of another key.',
    'Export the key again, and pass all its numbers. Where `d` was among them and a result failed its check, the ' +
      'engine or the machine erred: make a new instance by `init`.',
    [
      /failed its check with e/,
      /p·q|dp and dq|agree with d|inverse of q modulo p|differ from p$|p − 1 or q − 1|private exponent of n/,
      /is longer than n$|longer than its prime|p and q have/,
    ],
  ],
  [
    'There is no inverse',
    'A number has a common factor with the modulus, or is 0 modulo it, so that it has no inverse and no ' +
      'negative power.',
    'Take another number, or a prime as the modulus.',
    [/inverse|must not be negative where|must not be 0 modulo/],
  ],
  [
    'The modulus does not allow it',
    'Secrets, tables of residues and delay proofs need an odd modulus; square roots need a prime; a ' +
      'group of a delay proof has an RSA modulus.',
    'Take a modulus of that kind. The name of the argument says which one it is.',
    [
      /modulus: must|must be an odd number|must be odd|must be a prime$|is not a prime$|must not be a prime/,
      /perfect power|no factor below|secret path|no safe prime|at least 1000 bits|at most 16384 bits/,
      /prime of at least/,
    ],
  ],
  [
    'A number is longer than the limit',
    'Each number is at most as long as `maxBits` of `init` allows, so that a stranger cannot make a call ' +
      'long; a table has the length for which it was made.',
    'Check where the number comes from. If it is yours, `init({ maxBits })` allows more. ' +
      '[Limits](guides/15-limits.md) has the costs.',
    [
      /more than … (bits|bytes|characters|…)|more bits than the table|longer than the table|is longer than …/,
      /is above what the verifier|this instance's maxBits|above … for this modulus|Maximum BigInt/,
      /must be below 2\^bits|must have at most|must not have more|must not hold more|too many for a key/,
    ],
  ],
  [
    'An argument of another type',
    'JavaScript does not convert numbers, strings and other objects to integers: some of them would lose digits.',
    'Integers are `bigint`, as `3n`, or `Uint8Array` with the highest byte first. `BigInt(text)` reads ' +
      'decimal text, `fromHex` and the like read bytes. A seed is bytes too: `new TextEncoder().encode(text)`.',
    [
      /must be an? (bigint|number|Uint8Array|string|function|array|iterable|object|AbortSignal|\[)/,
      /must be true or false|must be text|must give (a URL|bytes|a Worker|a Uint8Array|… bytes)|its iterator/,
      /could not be read|buffer was detached|must hold|hex|base64url|must be one number|must be digits/,
      /must be decimal digits|must be …, not …|must be from 0 to 2\^1024|even count/,
    ],
  ],
  [
    'A list of another length',
    'Lists that belong together have as many entries, and some must not be empty.',
    'Give an exponent for each base, and leave out empty calls.',
    [/as many as the bases|must not be empty|same length|for each proof|too few values/],
  ],
  [
    'A number out of its range',
    'The number is negative, 0, or beyond the least or greatest that the call takes.',
    'Reduce it first: `((x % n) + n) % n` is from 0 to n − 1.',
    [
      /must be positive|must not be negative|non-negative|must be > 0|MUST be > 0|whole number from/,
      /must be above|must be at (least|most)|must be from|multiple of 8|must not be above|must be below/,
      /must fit the type|2\^127|must not be zeros|must be 1 in/,
    ],
  ],
  [
    'An option that is not there',
    'An option has another name, belongs into another object, or two options exclude one another.',
    'The message lists the options; the API has each with its meaning.',
    [
      /is not an option|belongs into|is for results as bytes|must be 'comb'|must be one of/,
      /table of another modulus|without `as`|only `verify`|options\.challenge|either input or seed/,
      /for pietrzak only|for wesolowski|tokamak|gives bytes/,
    ],
  ],
  [
    'The command line',
    'An option is missing or wrong, or a file is there already or is used by another run.',
    '`npx powmod COMMAND --help` lists the options. [From the command line](guides/09-command-line.md) has examples.',
    [
      /^--|required|exists: give|is a folder|another run uses|lost its lock|another program meanwhile/,
      /regular file|no \.json file|fits no file|add --profile|number of seconds|32 bytes in hex/,
      /name of a file|is no folder yet|exclude one another|RSA-2048, or an integer/,
    ],
  ],
  [
    'A checkpoint is refused',
    'The checkpoint is of another task, of another version, or was cut.',
    'Resume with the same modulus, input and iterations, or begin anew without the checkpoint.',
    [
      /checkpoint|is unknown$|is another$|end of the evaluation|fit the iterations|begin with the input/,
      /modulus's length$/,
    ],
  ],
  [
    "A malformed proof of Chia's",
    'The bytes are no form of the discriminant in its only encoding.',
    "Check the discriminant and the order of the parts. [Chia's delay proofs](specification/2-chia.md) " +
      'has each byte.',
    [
      /form of the discriminant|canonical|\|b\||a > 0|unknown flag|end in zeros|common factor that/,
      /square modulo a|100 bytes|32 bytes|2 to 1024 bytes|its length is right|0 to 63/,
    ],
  ],
  [
    'A malformed delay proof',
    'A field of the proof is missing, unknown, of another width, or does not fit the others.',
    'The proof is not what its maker wrote: ask for it again. [Delay proofs in RSA ' +
      'groups](specification/1-rsa-groups.md) has each field.',
    [
      /proof|file:|…: is (empty$|longer than 262144)|not JSON|stands twice|name of the modulus/,
      /length of the modulus|built-in group/,
      /in lower-case hex|values|⌈log2|does not offer|differs from|power of two|wesolowski|elements/,
    ],
  ],
];

const causeOf = (text) => CAUSES.findIndex(([, , , fits]) => fits.some((one) => one.test(text)));

/** The place of a message in the page. */
export const placeOf = (text) =>
  `m-${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)}`;

/** The messages by their causes; those without one are last, in a group without a title. */
export function causes() {
  const groups = CAUSES.map(([title, why, remedy]) => ({ title, why, remedy, messages: [] }));
  const rest = { messages: [] };
  for (const message of messages()) (groups[causeOf(message.text)] ?? rest).messages.push(message);
  return { groups, rest };
}

const code = (text) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

/** The page. Its links count from www/docs. */
export function errorsPage() {
  const { groups, rest } = causes();
  const places = new Set();
  const line = ({ text, kinds }) => {
    let place = placeOf(text);
    while (places.has(place)) place += '-';
    places.add(place);
    const named = kinds.filter((kind) => kind !== 'reason' && kind !== 'Error');
    return `- <a id="${place}"></a>${code(text)}${named.length ? ` — ${named.map(code).join(', ')}` : ''}`;
  };
  const section = ({ title = 'Others', why = '', remedy = '', messages }) =>
    `## ${title}\n\n${why}\n\n${remedy ? `**What to do.** ${remedy}\n\n` : ''}${messages.map(line).join('\n')}\n`;
  const kinds = Object.entries(KINDS).map(([name, says]) => `- \`${name}\`: ${says}.`);
  return `# Errors

Every message of the package, of its command line and of the crates, with its cause and what to do. … stands for a
name, a number or a value of the call. An error that is not the caller's mistake is a \`PowmodError\` with a \`code\`:

${kinds.join('\n')}

${[...groups, rest]
  .filter(({ messages }) => messages.length)
  .map(section)
  .join('\n')}`;
}
