// A finished letter or proof: verified, with what its owner may do with it.
import { announce } from '../announce.ts';
import { make } from '../dom.ts';
import { formatTime, grouped } from '../format.ts';
import { saveFile } from '../save-file.ts';
import { addAction, copyLinkButton, otherReader, showVerdicts } from '../verify/result-item.ts';
import type { Verifier } from '../verify/verifier.ts';
import { letterOf, toHex, writeLetter } from './letter.ts';
import type { Finish } from './run-list.ts';
import { nameOf } from './task-text.ts';

export const finishProof =
  (verifier: Verifier): Finish =>
  async (run, proof, pending) => {
    const { task, ms, message, problem } = run;
    const name = nameOf(task, proof);
    const verdicts = await verifier.verify(new Blob([proof]));
    const [verdict] = verdicts;
    const [item = pending] = showVerdicts(pending, name, verdicts);
    const about = [...item.children].filter((child) => !child.matches('.actions'));
    if (message) announce(`The letter says: ${message}`);
    if (problem) item.prepend(make('p', 'problem', `${problem}.`));
    if (problem) announce(`${problem}.`);
    const check = verdict && 'ms' in verdict ? (verdict.warmMs ?? verdict.ms) : 0;
    if (ms && check) {
      const times = check < ms ? `, ${grouped(Number((ms / check).toPrecision(2)))} times as fast` : '';
      item.append(make('p', 'hint', `Made in ${formatTime(ms)}; checked in ${formatTime(check)}${times}.`));
    }
    const expected = `seed 0x${toHex(task.seed)}, T = ${grouped(task.iterations)}`;
    if (!task.letter) item.append(make('p', 'hint', `To expect of it: ${expected}.`));
    if (message) {
      about.push(...item.querySelectorAll(':scope > .hint'));
      item.prepend(
        make('blockquote', 'message', message),
        make(
          'p',
          'hint',
          'Whoever has opened this letter could seal another text under its key. A signature tells whose it is.',
        ),
        make('details', '', make('summary', '', 'How it was opened'), ...about),
      );
    }
    const save = make('button', 'quiet save', 'Save the proof');
    save.type = 'button';
    save.addEventListener('click', () => saveFile(name, proof));
    const fragment = task.letter
      ? await writeLetter(letterOf(task, proof))
      : verdict?.kind === 'valid' && verdict.fragment;
    if (fragment && task.letter)
      addAction(item, copyLinkButton(fragment, 'the letter', 'Copy the link that opens at once'));
    addAction(item, save);
    if (fragment) addAction(item, otherReader(fragment));
    return item;
  };
