// An announced draw, as its link shows it: the list that is public, a word to post, and the posted lines to draw with.
import { formatDuration } from '../../../workshop/duration.js';
import { copyButton } from '../copy.ts';
import { make, startButton } from '../dom.ts';
import { counted, shortened } from '../format.ts';
import { nameOf } from '../prove/task-text.ts';
import { addAction, copyLinkButton } from '../verify/result-item.ts';
import { trustOf, weaknessOf } from './fairness.ts';
import { type Draw, linkOf, taskOf } from './link.ts';
import { some } from './lookalikes.ts';
import { listOf, saveButton, warningLines } from './result.ts';
import { noteCopied, noteSeen, seenNote } from './seen.ts';
import { randomWord, wordsIn } from './words.ts';

/** Fills an item. `start` draws. */
export async function fillAnnouncement(item: HTMLElement, draw: Draw, start: (draw: Draw) => void) {
  const { names, words, iterations, seconds } = draw;
  const seen = seenNote(draw);
  noteSeen(draw);
  const [task, warnings] = await Promise.all([taskOf(draw), warningLines(names, words)]);
  item.dataset.state = 'stopped';
  const isGiven = words.length > 0; // the squarings are under way where the link is from
  const time = isGiven
    ? `The words are given: ${some(words)}`
    : seconds > 0
      ? `Words may come for ${formatDuration(seconds)} after the list is posted`
      : 'Words are said aloud';
  const squarings = counted(iterations, 'squaring');
  const sentence = `${time}${isGiven ? '. Now' : ', then'} the draw takes ${squarings}. No winner yet.`;
  item.append(make('h3', 'name', nameOf(task)), make('p', '', sentence));
  if (seen) item.append(make('p', seen.isWarning ? 'limit' : 'hint', seen.text));
  item.append(
    ...warnings,
    ...(isGiven ? startButton('Draw', () => start(draw)) : [wordToPost(draw), linesToDraw(draw, start)]),
    listOf(draw, task.seed),
  );
  const fragment = await linkOf(draw);
  const [of, label] = isGiven
    ? ['the list', 'Copy the link of the list']
    : ['the announcement', 'Copy the announcement'];
  addAction(item, fragment ? copyLinkButton(fragment, of, label) : saveButton(draw));
}

/** Offers a random word for one of the names, as a line to post. */
function wordToPost(draw: Draw): HTMLElement {
  const options = [...new Set(draw.names)].map((name) =>
    Object.assign(make('option', '', shortened(name)), { value: name }),
  );
  const choice = make('select', '', ...options);
  choice.id = 'word-name';
  const label = make('label', '', 'Your name');
  label.htmlFor = choice.id;
  const word = randomWord();
  const line = make('output', 'number');
  const show = () => {
    line.value = `${choice.value}: ${word}`;
  };
  choice.addEventListener('change', show);
  show();
  const copy = copyButton('Copy', 'the line', 'Copied', () => {
    noteCopied(draw, line.value);
    return line.value;
  });
  const why =
    (draw.seconds > 0 ? 'Post this line where the list was announced. ' : 'Say this word aloud. ') +
    'With your word in it nobody can have tried the draw before.';
  return make('div', 'paste', label, choice, line, copy, make('p', 'hint', why));
}

/** The field for what was posted, and the button that draws with it. */
function linesToDraw(draw: Draw, start: (draw: Draw) => void): HTMLElement {
  const field = make('textarea', '');
  field.id = 'posted';
  field.rows = 4;
  field.spellcheck = false;
  const label = make('label', '', 'When the time is up: the posted lines, as the chat has them');
  label.htmlFor = field.id;
  const found = make('p', 'hint');
  found.setAttribute('aria-live', 'polite');
  const lots = () => ({ ...draw, words: wordsIn(field.value, draw.names).words });
  const show = () => {
    const { unused } = wordsIn(field.value, draw.names);
    const now = lots();
    const count = counted(now.words.length, 'word');
    const words = now.words.length > 0 ? `${count}: ${now.words.map(shortened).join(', ')}. ` : 'No word yet. ';
    const lines = unused.slice(0, 3).map(shortened).join(' / ');
    const left = unused.length > 0 ? `Not used, since a name of the list has one word, its first: ${lines}. ` : '';
    found.textContent = words + left + (now.words.length > 0 ? (weaknessOf(now) ?? trustOf(now)) : '');
    field.setCustomValidity(
      now.words.length > 0 ? '' : 'Paste at least one posted line: a name of the list, a colon, a word.',
    );
  };
  field.addEventListener('input', show);
  show();
  const begin = () => {
    if (field.reportValidity()) start(lots());
  };
  return make('div', 'paste', label, field, found, ...startButton('Draw', begin));
}
