// Evaluates and proves: the form, the progress, cancel and resume, and the proof, verified at once.
import { byId, make } from '../dom.ts';
import { announce } from '../log.ts';
import { save } from '../save.ts';
import type { Verifier } from '../verify/client.ts';
import { addAction, pending, show } from '../verify/result.ts';
import { capital, count } from '../words.ts';
import { Prover } from './client.ts';
import { clearProblems, FieldError, readTask, showProblem } from './form.ts';
import type { Progress, Reply, Stage, Task } from './messages.ts';
import { describe, percent, timeLeft } from './words.ts';

const STAGES: Record<Stage, string> = { evaluate: 'Squaring', prove: 'Making the proof' };

export function startDelay(verifier: Verifier) {
  const form = byId<HTMLFormElement>('delay-form');
  const bar = byId<HTMLProgressElement>('delay-bar');
  const prover = new Prover(hear);

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearProblems(form);
    try {
      const task = readTask(form);
      prover.ask({ kind: 'start', task });
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      showProblem(error);
    }
  });
  const own = byId('own-modulus');
  form.addEventListener('change', () => {
    own.hidden = new FormData(form).get('group') !== 'own';
  });
  byId('cancel').addEventListener('click', () => prover.ask({ kind: 'cancel' }));
  byId('resume').addEventListener('click', () => prover.ask({ kind: 'resume' }));
  byId('forget').addEventListener('click', () => prover.ask({ kind: 'forget' }));

  function hear(reply: Reply) {
    switch (reply.kind) {
      case 'started':
        become('running', `Under way: ${describe(reply.task)}.`);
        byId('delay-stage').textContent = 'Starting';
        byId('delay-facts').hidden = true;
        return bar.removeAttribute('value');
      case 'progress':
        return showProgress(reply.stage, reply.progress);
      case 'stopped': {
        const { task, done, reason } = reply;
        bar.max = task.iterations;
        bar.value = done;
        const place = `Stopped at ${percent({ done, total: task.iterations })}: ${describe(task)}.`;
        return become('stopped', reason ? `${place} The reason: ${reason}.` : place);
      }
      case 'forgotten':
        return become('idle', '');
      case 'failed': {
        const [, field, reason] = /^(modulus|iterations|seed): (.*)$/s.exec(reply.reason) ?? [];
        become('idle', field ? '' : `Not done: ${reply.reason}`);
        return field && reason ? showProblem(new FieldError(field, `${capital(reason)}.`)) : undefined;
      }
      case 'proved':
        become('idle', '');
        return deliver(reply.task, reply.json);
    }
  }

  /** Which buttons there are is the style sheet's matter; a button that had the keyboard hands it on. */
  function become(state: 'idle' | 'running' | 'stopped', words: string) {
    const had = document.activeElement;
    byId('make').dataset.state = state;
    byId('delay-status').textContent = words;
    if (had instanceof HTMLElement && had.offsetParent === null)
      byId(state === 'running' ? 'cancel' : state === 'stopped' ? 'resume' : 'begin').focus();
  }

  function showProgress(stage: Stage, progress: Progress) {
    bar.max = progress.total;
    bar.value = progress.done;
    byId('delay-stage').textContent = `${STAGES[stage]}: ${percent(progress)}`;
    byId('delay-done').textContent = `${progress.done.toLocaleString('en')} of ${count(progress.total)}`;
    byId('delay-speed').textContent = `${Math.round(progress.perSecond).toLocaleString('en')} a second`;
    byId('delay-left').textContent = timeLeft(progress);
    byId('delay-facts').hidden = false;
  }

  async function deliver({ scheme, iterations }: Task, json: string) {
    const name = `${scheme}-${iterations}.json`;
    const item = pending(name);
    byId('made').prepend(item);
    announce('The proof is made.');
    const [shown] = show(item, name, await verifier.verify(new Blob([json])));
    const button = make('button', 'quiet', 'Save the proof');
    button.type = 'button';
    button.addEventListener('click', () => save(name, json));
    if (shown) addAction(shown, button);
  }
}
