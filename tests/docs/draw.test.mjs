// The rule of the page, and the guide "Draw lots" in JavaScript and in Python, agree on lists as people write them, and
// on lists that were made to divide them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from '../../crate/build/run.mjs';
import { blocksOf } from '../../workshop/markdown.mjs';
import { PYTHON, pythonEnvironment } from '../../workshop/programs/python.mjs';
import { CHOICES, FASTEST, MARGIN } from '../../www/src/draw/fairness.ts';
import { canonicalNames, drawn, seedOf, textOf, wordOf } from '../../www/src/draw/rule.ts';
import { chiSquare, seedsOfForms, winsAfterAttack, winsWithoutWord } from '../support/fair-draws.ts';
import { leftOut } from '../support/left-out.mjs';
import { Random } from '../support/random.ts';

// Inside the repository, where it finds the package.
mkdirSync(join(root, 'target'), { recursive: true });
const folder = mkdtempSync(join(root, 'target/draw-'));
after(() => rmSync(folder, { recursive: true }));
const GUIDE = '18-draw-lots.md';
/** Writes a file that a guide shows, and gives its path. */
function written(guide, name) {
  const path = join(folder, name);
  const markdown = readFileSync(join(root, 'www/docs/guides', guide), 'utf8');
  writeFileSync(path, blocksOf(markdown).find((block) => block.name === name).code);
  return path;
}
const lots = await import(pathToFileURL(written(GUIDE, 'lots.mjs')).href);

/**
 * Reads [text, or null for a path; path; output in hex; words] from each line, and answers by the guide's `lots.py`.
 */
const ANSWER = `
import json, sys
from lots import names_in, names_of, order_of, seed_of
for line in sys.stdin:
    text, path, output, words = json.loads(line)
    try:
        names = names_of(path) if text is None else names_in(text)
        seed = seed_of(names, names_in(words), ${lots.ITERATIONS}, ${lots.SECONDS}).hex()
        print(json.dumps({"seed": seed, "order": order_of(names, int(output, 16))}))
    except UnicodeDecodeError:
        print(json.dumps("no UTF-8"))
    except ValueError as error:
        print(json.dumps(str(error)))
`;

const skip = leftOut(spawnSync(PYTHON, ['--version']).error && `${PYTHON} is not installed`);

/** The answers of one process of Python. */
function python(asked) {
  written(GUIDE, 'lots.py');
  written('16-verify-elsewhere.md', 'verify.py');
  const { stdout, stderr, status } = spawnSync(PYTHON, ['-c', ANSWER], {
    cwd: folder,
    env: { ...pythonEnvironment, PYTHONIOENCODING: 'utf-8' },
    encoding: 'utf8',
    input: asked.map((row) => `${JSON.stringify(row)}\n`).join(''),
    maxBuffer: 2 ** 28,
  });
  assert.equal(status, 0, stderr);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** What a reader of lists says: seed and order of the names, or why the list or a word is refused. */
async function answer(read, readWords, seedOfNames, orderOfNames) {
  let names;
  let words;
  try {
    [names, words] = [read(), readWords()];
  } catch (error) {
    return error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'no UTF-8' : error.message;
  }
  return { seed: Buffer.from(await seedOfNames(names, words)).toString('hex'), order: await orderOfNames(names) };
}

const { ITERATIONS: iterations, SECONDS: seconds } = lots;
const byGuide = (read, output, words = '') =>
  answer(
    read,
    () => lots.namesIn(words),
    lots.seedOf,
    (names) => lots.orderOf(names, BigInt(output)),
  );
const byPage = (text, output, words = '') =>
  answer(
    () => canonicalNames(text),
    () => canonicalNames(words),
    (names, given) => seedOf({ names, words: given, iterations, seconds }),
    (names) => drawn(names, names.length, wordOf(output)),
  );

const LISTS = [
  'Sofia\nAda\nGrace',
  'Sofia \r\nAda\r\n\r\n\tGrace', // of Windows, without a last line end
  '\ufeffb\u00a0\ne\u0301\n\u00e9\nB', // a byte order mark; one name in two forms
  '\u{1f600}\n\uff5e\nz\n\u{10ffff}', // the order of JavaScript differs
  'Ada\nAda\rAda: blue\u2028Ada', // twice is two lots
  Array.from({ length: 600 }, (_, i) => `name ${i}`).join('\n'), // i takes more than one byte
];

test('the rule of the guide and that of the page give the same seed and order', async () => {
  for (const [i, list] of LISTS.entries()) {
    const names = canonicalNames(list);
    assert.deepEqual(lots.namesIn(list), names);
    for (const words of [[], canonicalNames('Ada: tapolu\nblue')]) {
      const given = { names, words, iterations, seconds };
      assert.equal(lots.listOf(names, words), textOf(given));
      assert.deepEqual(new Uint8Array(lots.seedOf(names, words)), await seedOf(given));
    }
    const output = (BigInt(i) << 2000n) + 5n; // the hash has its leading zeros too
    const hex = `0x${output.toString(16).padStart(512, '0')}`;
    assert.deepEqual(lots.orderOf(names, output), await drawn(names, names.length, wordOf(hex)));
  }
});

const REFUSED = /^take U\+[0-9A-F]{4,5} out of line \d+, for it is not seen, or no whole character$/;

const LINE_ENDS = ['\n', '\n', '\n', '\r\n', '\r', '\n\r', '\u2028', '\u2029'];
/** What a language may trim or take for the end of a line. */
const BLANKS = [
  ...[...'\t \u00a0\u1680\u202f\u205f\u3000\ufeff'],
  ...Array.from({ length: 11 }, (_, i) => String.fromCharCode(0x2000 + i)),
];
/** Of these blocks all characters are older than any system that runs the test. */
const BLOCKS = [
  ...[
    [0x21, 0x7e],
    [0xae, 0x24f],
    [0x300, 0x34e],
    [0x370, 0x3ff],
    [0x900, 0x94d],
    [0x1161, 0x11ff],
  ], // accents, Jamo
  ...[
    [0x1e00, 0x1fff],
    [0x2010, 0x2027],
    [0x2126, 0x212b],
    [0x3041, 0x30ff],
    [0xac00, 0xd7a3],
  ], // NFC composes these
  ...[
    [0xe000, 0xe00f],
    [0xf900, 0xfad9],
    [0xfb1d, 0xfb4e],
    [0xff01, 0xff9f],
    [0xfffd, 0xffff],
  ], // above surrogates
  ...[
    [0x1d15e, 0x1d164],
    [0x1f600, 0x1f64f],
    [0x2f800, 0x2fa1d],
    [0x10fffe, 0x10ffff],
  ], // beyond U+FFFF
];
const FORBIDDEN = [
  ...[
    [0, 8],
    [0xb, 0xc],
    [0xe, 0x1f],
    [0x7f, 0x9f],
    [0xd800, 0xdfff],
    [0xd800, 0xdfff],
  ], // controls, halves
  ...[
    [0xad, 0xad],
    [0x34f, 0x34f],
    [0x61c, 0x61c],
    [0x115f, 0x1160],
    [0x17b4, 0x17b5],
    [0x180b, 0x180f],
    [0x200b, 0x200f],
    [0x202a, 0x202e],
    [0x2060, 0x206f],
    [0x2800, 0x2800],
    [0x3164, 0x3164],
    [0xfe00, 0xfe0f],
    [0xffa0, 0xffa0],
    [0xfff0, 0xfffb],
    [0x1bca0, 0x1bca3],
    [0x1d173, 0x1d17a],
    [0xe0000, 0xe0fff],
  ], // not seen
];

function hostileList(random) {
  const among = (ranges) => String.fromCodePoint(random.between(...random.pick(ranges)));
  const isClean = random.between(0, 2) > 0;
  const piece = () => {
    const kind = random.between(0, 9);
    if (kind < 2) return random.pick(['a', 'A', 'b', 'e', 'Ada']);
    if (kind < 5) return random.pick(BLANKS);
    return kind === 5 && !isClean ? among(FORBIDDEN) : among(BLOCKS);
  };
  const line = () => Array.from({ length: random.between(0, 5) }, piece).join('') + random.pick(LINE_ENDS);
  return random.pick(['', '', '\ufeff']) + Array.from({ length: random.between(1, 7) }, line).join('');
}

test('page, JavaScript and Python say the same of 10,000 hostile lists', { skip }, async () => {
  const random = new Random();
  const lists = Array.from({ length: 10_000 }, () => {
    const output = BigInt(random.word()) << BigInt(random.between(0, 2015));
    const words = random.between(0, 3) > 0 ? hostileList(random) : '';
    return [hostileList(random), null, `0x${output.toString(16).padStart(512, '0')}`, words];
  });
  const answers = python(lists);
  assert.equal(answers.length, lists.length);
  let refused = 0;
  for (const [i, [text, , output, words]] of lists.entries()) {
    const what = `POWMOD_SEED=${random.seed}, list ${i}: ${JSON.stringify([text, words])}`;
    const page = await byPage(text, output, words);
    assert.deepEqual(await byGuide(() => lots.namesIn(text), output, words), page, what);
    assert.deepEqual(answers[i], page, what);
    if (typeof page === 'object') continue;
    assert.match(page, REFUSED, what);
    refused += 1;
  }
  assert.ok(refused > 1000 && refused < 7000, `${refused} refused`);
});

test('each character has the part that the rule gives it by number', () => {
  const isIn = (code, ranges) => ranges.some(([first, last = first]) => code >= first && code <= last);
  const ENDS = [[0xa], [0xd], [0x2028, 0x2029]];
  const BLANK = [[9], [0x20], [0xa0], [0x1680], [0x2000, 0x200a], [0x202f], [0x205f], [0x3000], [0xfeff]];
  const partOf = (namesOf, character) => {
    try {
      const names = namesOf(`a${character}${character}b`);
      if (names.length === 2) return 'ends a line';
      const isBlank = namesOf(`${character}a${character}`)[0] === 'a';
      assert.equal(names[0] === 'a b', isBlank);
      return isBlank ? 'a blank' : 'kept';
    } catch ({ message }) {
      const code = character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
      assert.match(message, REFUSED);
      assert.ok(message.startsWith(`take U+${code} out of line 1,`), message);
      return 'refused';
    }
  };
  const last = 0x10000 + 0xe1000;
  for (let code = 0; code < last; code += code < 0x20000 || code >= 0xdff00 ? 1 : 0x100) {
    let part = 'kept';
    if (isIn(code, ENDS)) part = 'ends a line';
    else if (isIn(code, BLANK)) part = 'a blank';
    else if (isIn(code, FORBIDDEN)) part = 'refused';
    for (const namesOf of [canonicalNames, lots.namesIn])
      assert.equal(partOf(namesOf, String.fromCodePoint(code)), part, `U+${code.toString(16)}`);
  }
});

test('a byte order mark changes nothing, and a file in another encoding is refused', { skip }, async () => {
  const files = {
    plain: Buffer.from('Zo\u00eb\nAda'),
    marked: Buffer.from('\ufeffZo\u00eb\r\nAda\r\n'),
    markedTwice: Buffer.from('\ufeff\ufeffZo\u00eb\n\ufeffAda'),
    latin: Buffer.from('Zo\u00eb\nAda', 'latin1'),
    wide: Buffer.from('\ufeffZo\u00eb\nAda', 'utf16le'),
    wideUnmarked: Buffer.from('Zo\nAda', 'utf16le'),
    surrogate: Buffer.from('41eda0800a42', 'hex'), // U+D800 as some programs write it
  };
  const output = `0x${'7'.padStart(512, '0')}`;
  const asked = Object.entries(files).map(([name, bytes]) => {
    writeFileSync(join(folder, name), bytes);
    return [null, join(folder, name), output, ''];
  });
  const answers = python(asked);
  for (const [i, [, path]] of asked.entries())
    assert.deepEqual(await byGuide(() => lots.namesOf(path), output), answers[i], path);
  const [plain, marked, markedTwice, ...others] = answers;
  assert.deepEqual([marked, markedTwice], [plain, plain]);
  assert.deepEqual(await byPage('\ufeffZoe\u0308\nAda', output), plain);
  const noName = 'take U+0000 out of line 1, for it is not seen, or no whole character';
  assert.deepEqual(others, ['no UTF-8', 'no UTF-8', noName, 'no UTF-8']);
});

test('a list without words has the seed that it had before draws had words', async () => {
  const lines = ['\ufeffAda Lovelace\u00a0\r\n', 'Zoe\u0308: blue\n', 'Emmy\u2003\r'];
  const list = [...lines, '\u{1f600}\nGrace\n\uff5e \ufffd\n'].join('');
  const given = { names: canonicalNames(list), words: [], iterations: 200_000, seconds };
  assert.equal(
    Buffer.from(await seedOf(given)).toString('hex'),
    'ea3488e799fad6b969caab004cdac82a32990d283e796c2b9e0f850247b0bdb4',
  );
  // A link holds the names in their order, and gives them as lines again.
  assert.deepEqual(canonicalNames(given.names.join('\n')), given.names);
});

test('who knows the list before the word, and drew it as often as he liked, does not choose the winner', async () => {
  const random = new Random();
  const counts = await winsAfterAttack(() => random.word());
  assert.ok(chiSquare(counts) < 40, `POWMOD_SEED=${random.seed}: ${counts}`);
  // Of somebody who gives the word himself the test sees that he chooses.
  const biased = await winsWithoutWord(() => random.word());
  assert.ok(chiSquare(biased) > 1000, `${biased}`);
});

test('after the list and the word nothing is left to choose: form, order and presses give one draw', async () => {
  const { alike, hidden } = await seedsOfForms();
  assert.equal(new Set(alike).size, 1, alike.join('\n'));
  assert.match(alike[0], /^\d+(,\d+){31}$/);
  for (const message of hidden) assert.match(message, REFUSED);
  // No measured speed is among what is hashed: each choice of the page is a number that it names.
  assert.deepEqual(new Set(CHOICES.map(({ iterations: t }) => t)).size, CHOICES.length);
  for (const choice of CHOICES) assert.ok(choice.iterations >= MARGIN * FASTEST * Math.max(choice.seconds, 0.1));
});

test('the guide has the numbers of squarings that the page offers', () => {
  const guide = readFileSync(join(root, 'www/docs/guides', GUIDE), 'utf8');
  const [, table] = /^\| words come within .*\n.*\n((?:\|.*\n)+)/m.exec(guide);
  const squarings = Array.from(
    table.matchAll(/\| (\d+) (million|billion) \|$/gm),
    ([, count, unit]) => count * { million: 1e6, billion: 1e9 }[unit],
  );
  assert.deepEqual(
    squarings,
    CHOICES.map(({ iterations: t }) => t),
  );
});

test('a word that would favour the first names is skipped', async () => {
  for (const count of [3, 5, 7, 600]) {
    const names = Array.from({ length: count }, (_, i) => `name ${i}`);
    const fair = 2 ** 32 - (2 ** 32 % count);
    const words = [fair, 2 ** 32 - 1, fair - 1];
    assert.deepEqual(await drawn(names, 1, async (attempt) => words[attempt]), [names.at(-1)]);
  }
});
