// The section "Make a proof": the form, the progress, cancel and resume, and the finished proof, verified at once.
import { announce } from '../announce.ts';
import { byId, make } from '../dom.ts';
import { capitalize, formatCount } from '../format.ts';
import { saveFile } from '../save-file.ts';
import { addAction, pendingItem, showVerdicts } from '../verify/result-item.ts';
import type { Verifier } from '../verify/verifier.ts';
import { startEstimate } from './estimate.ts';
import { clearProblems, FieldError, readTask, showProblem } from './form.ts';
import { showMade, showMaking } from './lanes.ts';
import type { Progress, Reply, Stage, Task } from './messages.ts';
import { Prover } from './prover.ts';
import { describeTask, percent, timeLeft } from './task-text.ts';

const STAGES: Record<Stage, string> = { evaluate: 'Squaring', prove: 'Making the proof' };

/** Returns the functions of {@link startEstimate}. */
export function startProveSection(verifier: Verifier) {
  const form = byId<HTMLFormElement>('delay-form');
  const bar = byId<HTMLProgressElement>('delay-bar');
  const prover = new Prover(onReply);
  const waiting = new Map<Task['modulus'], (perSecond: number | undefined) => void>();
  /** When the work began; undefined while nothing is made, and after a pause. */
  let since: number | undefined;
  const elapsed = () => (since === undefined ? undefined : performance.now() - since);

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearProblems(form);
    try {
      const task = readTask(form);
      since = performance.now();
      prover.send({ kind: 'start', task });
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      showProblem(error);
    }
  });
  const ownModulus = byId('own-modulus');
  form.addEventListener('change', () => {
    ownModulus.hidden = new FormData(form).get('group') !== 'own';
  });
  byId('cancel').addEventListener('click', () => prover.send({ kind: 'cancel' }));
  byId('resume').addEventListener('click', () => prover.send({ kind: 'resume' }));
  byId('forget').addEventListener('click', () => prover.send({ kind: 'discard' }));
  return startEstimate(form, (modulus) => {
    prover.send({ kind: 'measure', modulus });
    return new Promise((resolve) => waiting.set(modulus, resolve));
  });

  function onReply(reply: Reply) {
    switch (reply.kind) {
      case 'started':
        setState('running', `Under way: ${describeTask(reply.task)}.`);
        byId('delay-stage').textContent = 'Starting';
        for (const fact of byId('delay-facts').querySelectorAll('dd')) fact.textContent = '…';
        showMaking(elapsed());
        return bar.removeAttribute('value');
      case 'progress':
        showMaking(elapsed());
        return showProgress(reply.stage, reply.progress);
      case 'stopped': {
        since = undefined;
        const { task, done, reason } = reply;
        bar.max = task.iterations;
        bar.value = done;
        const place = `Stopped at ${percent({ done, total: task.iterations })}: ${describeTask(task)}.`;
        return setState('stopped', reason ? `${place} The reason: ${reason}.` : place);
      }
      case 'speed':
        return waiting.get(reply.modulus)?.(reply.perSecond);
      case 'discarded':
        return setState('idle', '');
      case 'failed': {
        const [, field, reason] = /^(modulus|iterations|seed): (.*)$/s.exec(reply.reason) ?? [];
        setState('idle', field ? '' : `Not done: ${reply.reason}.`);
        return field && reason ? showProblem(new FieldError(field, `${capitalize(reason)}.`)) : undefined;
      }
      case 'proved':
        setState('idle', '');
        return showProof(reply.task, reply.json, elapsed());
    }
  }

  /** The style sheet shows the buttons of each state. If the focused button disappears, another one takes the focus. */
  function setState(state: 'idle' | 'running' | 'stopped', status: string) {
    const focused = document.activeElement;
    byId('make').dataset.state = state;
    byId('delay-status').textContent = status;
    // The body, which has no offset parent either, has the focus while nothing else has it.
    if (focused instanceof HTMLElement && focused !== document.body && focused.offsetParent === null)
      byId(state === 'running' ? 'cancel' : state === 'stopped' ? 'resume' : 'begin').focus();
  }

  function showProgress(stage: Stage, progress: Progress) {
    bar.max = progress.total;
    bar.value = progress.done;
    byId('delay-stage').textContent = `${STAGES[stage]}: ${percent(progress)}`;
    byId('delay-done').textContent = `${progress.done.toLocaleString('en')} of ${formatCount(progress.total)}`;
    byId('delay-speed').textContent = `${Math.round(progress.perSecond).toLocaleString('en')} a second`;
    byId('delay-left').textContent = timeLeft(progress);
  }

  async function showProof({ scheme, iterations }: Task, json: string, ms: number | undefined) {
    const name = `${scheme}-${iterations}.json`;
    const item = pendingItem(name);
    byId('made').prepend(item);
    announce('The proof is made.');
    const verdicts = await verifier.verify(new Blob([json]));
    const [shown] = showVerdicts(item, name, verdicts);
    const [verdict] = verdicts;
    showMade(ms, verdict);
    if (!shown) return;
    const button = make('button', 'quiet', 'Save the proof');
    button.type = 'button';
    button.addEventListener('click', () => saveFile(name, json));
    addAction(shown, button);
    if (verdict?.kind !== 'valid' || !verdict.fragment) return;
    const link = make('a', 'quiet', 'Open the link as somebody else');
    link.href = `#${verdict.fragment}`;
    link.target = '_blank';
    link.rel = 'noopener';
    addAction(shown, link);
  }
}
