// The form of a draw: the names as they are typed or pasted, what looks wrong in them, and how words come.
import { formatDuration } from '../../../workshop/duration.js';
import { byId, make, selectExample } from '../dom.ts';
import { counted } from '../format.ts';
import type { Speeds } from '../prove/estimate.ts';
import { FASTEST } from './fairness.ts';
import { doublesNote, lookalikeNote, notesOn } from './lookalikes.ts';
import { canonicalNames, type Lots } from './rule.ts';

export interface DrawForm {
  /** What the form has; the words are those said in a room. */
  lots(): Lots;
  /** Shows how long the chosen squarings take on this device. */
  showTime(speeds: Speeds): Promise<void>;
  focus(): void;
}

/** `submit` gets what was asked for: a draw in a room, or an announcement. */
export function drawForm(submit: (lots: Lots) => void): DrawForm {
  const form = byId<HTMLFormElement>('draw-form');
  const field = byId<HTMLTextAreaElement>('names');
  const word = byId<HTMLInputElement>('word');
  let known: Speeds | undefined;

  function choice(): { iterations: number; seconds: number } {
    const [iterations = 0, seconds = 0] = String(new FormData(form).get('draw-choice')).split(' ').map(Number);
    return { iterations, seconds };
  }

  function lots(): Lots {
    const { seconds, iterations } = choice();
    return { names: showNames(), words: seconds === 0 ? canonicalNames(word.value) : [], seconds, iterations };
  }

  /** Shows how many lots the field has, and what looks wrong in them; or why it has none. */
  function showNames(): string[] {
    const say = (text: string, problem: string) => {
      byId('names-count').textContent = text;
      field.setCustomValidity(problem);
    };
    let names: string[] = [];
    try {
      names = canonicalNames(field.value);
      say(
        [`${counted(names.length, 'name')}.`, doublesNote(names) ?? ''].join(' ').trim(),
        names.length < 2 ? 'Write at least two names, one a line.' : '',
      );
    } catch (error) {
      const problem = `No draw: ${(error as Error).message}.`;
      say(problem, problem);
    }
    return names;
  }

  /** Below the names: what a spreadsheet left, with a button for each, and names that look alike. */
  async function showNotes() {
    const text = field.value;
    const notes = notesOn(text).map((note) => {
      const line = make('p', 'hint limit', `${note.text} `);
      const { fix } = note;
      if (!fix) return line;
      const button = make('button', 'link-like', fix.label);
      button.type = 'button';
      button.addEventListener('click', () => {
        field.value = fix.text;
        showAll();
        field.focus();
      });
      line.append(button);
      return line;
    });
    byId('names-notes').replaceChildren(...notes);
    const alike = await lookalikeNote(showNames()).catch(() => undefined); // its table may not load
    if (alike && field.value === text) byId('names-notes').append(make('p', 'hint limit', alike));
  }

  function showAll() {
    showNames();
    void showNotes();
  }

  /** A room has a word, said aloud; elsewhere words come after the announcement. */
  function showChoice() {
    const isRoom = choice().seconds === 0;
    byId('draw-room').hidden = !isRoom;
    byId('draw-begin').textContent = isRoom ? 'Draw' : 'Announce';
    checkWord();
    if (known) void showTime(known);
  }

  function checkWord() {
    let problem = '';
    try {
      if (canonicalNames(word.value).length === 0) problem = 'Ask somebody else for a word, and type it here.';
    } catch (error) {
      problem = `Not this word: ${(error as Error).message}.`;
    }
    word.setCustomValidity(choice().seconds === 0 ? problem : '');
  }

  async function showTime(speeds: Speeds) {
    known = speeds;
    const { iterations } = choice();
    const own = await speeds.timeOf(iterations);
    if (iterations !== choice().iterations) return;
    byId('draw-time').textContent =
      `${counted(iterations, 'squaring')}: ${formatDuration(iterations / FASTEST)} on the fastest computer ` +
      `that is assumed${own && `, ${own} on this device`}.`;
  }

  field.addEventListener('input', showAll);
  word.addEventListener('input', checkWord);
  form.addEventListener('change', showChoice);
  selectExample(field, () => field.value === field.defaultValue);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit(lots());
  });
  showNames();
  showChoice();
  return { lots, showTime, focus: () => field.focus() };
}
