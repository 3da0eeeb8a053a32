// An announced draw, as its link shows it: the list that is public, a word to post, and the posted lines to draw with.
import { formatDuration } from '../../../workshop/duration.js';
import { copyButton } from '../copy.ts';
import { make, startButton } from '../dom.ts';
import { shortened } from '../format.ts';
import { nameOf } from '../prove/task-text.ts';
import { addAction, copyLinkButton } from '../verify/result-item.ts';
import { trustOf, weaknessOf } from './fairness.ts';
import { type Draw, linkOf, taskOf } from './link.ts';
import { listOf, saveButton, warningLines } from './result.ts';
import { noteSeen, seenLike } from './seen.ts';
import { randomWord, wordsIn } from './words.ts';

/** Fills an item. `start` draws. */
export async function fillAnnouncement(item: HTMLElement, draw: Draw, start: (draw: Draw) => void) {
  const { names, iterations, seconds } = draw;
  const seen = seenLike(draw);
  noteSeen(draw);
  const [task, warnings] = await Promise.all([taskOf(draw), warningLines(names)]);
  item.dataset.state = 'stopped';
  const time =
    seconds > 0 ? `Words may come for ${formatDuration(seconds)} after the list is posted` : 'Words are said aloud';
  const sentence = `${time}, then ${iterations.toLocaleString('en')} squarings choose. No winner yet.`;
  item.append(make('h3', 'name', nameOf(task)), make('p', '', sentence));
  if (seen)
    item.append(
      seen.differs.length > 0
        ? make('p', 'limit', `This is not the list you saw at ${seen.at}. It differs in: ${seen.differs.join('; ')}.`)
        : make('p', 'hint', `You opened this announcement at ${seen.at}.`),
    );
  item.append(...warnings, wordToPost(names), linesToDraw(draw, start), listOf(draw, task.seed));
  const fragment = await linkOf({ ...draw, words: [] });
  addAction(item, fragment ? copyLinkButton(fragment, 'the announcement', 'Copy the announcement') : saveButton(draw));
}

/** Offers a random word for one of the names, as a line to post. */
function wordToPost(names: readonly string[]): HTMLElement {
  const options = [...new Set(names)].map((name) =>
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
  const copy = copyButton('Copy', 'the line', 'Copied', () => line.value);
  const why =
    'Post this line where the list was announced. With your word in it nobody can have tried the draw before.';
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
    const count = now.words.length === 1 ? '1 word' : `${now.words.length} words`;
    const words = now.words.length > 0 ? `${count}: ${now.words.map(shortened).join(', ')}. ` : 'No word yet. ';
    const left = unused.length > 0 ? `Not used: ${unused.slice(0, 3).map(shortened).join(' / ')}. ` : '';
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
