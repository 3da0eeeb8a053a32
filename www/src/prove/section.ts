// The section of letters and delay proofs: the forms, the run of this tab, and the list of runs.
import { readIterations, readSeed } from '../../../workshop/typed.js';
import { announce } from '../announce.ts';
import { byId } from '../dom.ts';
import { check, textOf } from '../fields.ts';
import { capitalize, formatCount } from '../format.ts';
import type { Verifier } from '../verify/verifier.ts';
import { Speeds, startEstimate } from './estimate.ts';
import { startLetters } from './letters.ts';
import type { Progress, Reply, Request, Stage, Task } from './messages.ts';
import { RunList } from './run-list.ts';
import { describeTask, percent, timeLeft } from './task-text.ts';

const STAGES: Record<Stage, string> = { evaluate: 'Squaring', prove: 'Making the proof' };

const title = document.title;
const bar = () => byId<HTMLProgressElement>('delay-bar');

/** `showFirst` chooses the first delay of the form and shows its estimate. */
export function startProveSection(verifier: Verifier) {
  const form = byId<HTMLFormElement>('delay-form');
  // The package comes later than the first picture of the page.
  const prover = import('./prover.ts').then(({ startProver }) => startProver(onReply));
  const runs = new RunList(verifier, send);
  const speeds = new Speeds();
  startLetters(speeds, send);
  let task: Task | undefined;
  let perSecond = 0;

  function send(request: Request) {
    if (request.kind === 'start') setState('running', 'Starting…');
    prover.then(
      (perform) => perform(request),
      ({ message }) => onReply({ kind: 'failed', reason: message }),
    );
  }

  function onReply(reply: Reply) {
    switch (reply.kind) {
      case 'runs':
        return runs.show(reply.runs);
      case 'started':
        task = reply.task;
        perSecond = 0;
        showStart();
        return setState('running', `Under way: ${describeTask(task)}.`);
      case 'progress':
        if (reply.stage === 'evaluate') perSecond = reply.progress.perSecond;
        byId('delay-stored').hidden = !reply.isStored;
        byId('delay-unstored').hidden = reply.isStored;
        return showProgress(reply.stage, reply.progress);
      case 'stopped':
        end(reply.reason ? `Stopped. The reason: ${reply.reason}.` : '');
        return runs.itemOf(reply.id)?.querySelector<HTMLElement>('.resume')?.focus();
      case 'failed':
        return end(`Not done: ${reply.reason}.`);
      case 'proved':
        end('');
        announce('The proof is made.');
        return byId('made').scrollIntoView({ block: 'nearest' });
    }
  }

  function end(status: string) {
    setState('idle', status);
    document.title = title;
    if (task && perSecond > 0) speeds.learn(task.modulus, perSecond);
    task = undefined;
  }

  check('iterations', readIterations);
  check('seed', readSeed);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const scheme = new FormData(form).get('scheme') === 'pietrzak' ? 'pietrzak' : 'wesolowski';
    const [iterations, seed] = [readIterations(textOf('iterations')), readSeed(textOf('seed'))];
    send({ kind: 'start', task: { modulus: 'RSA-2048', scheme, iterations, seed } });
  });
  byId('cancel').addEventListener('click', () => send({ kind: 'cancel' }));
  const showFirst = startEstimate(speeds);
  return { showFirst, speeds };
}

/** The style sheet shows the buttons of each state. If the focused button disappears, another one takes the focus. */
function setState(state: 'idle' | 'running', status: string) {
  const focused = document.activeElement;
  byId('make').dataset.state = state;
  byId('delay-status').textContent = status;
  // The body, which has no offset parent either, has the focus while nothing else has it.
  if (focused instanceof HTMLElement && focused !== document.body && focused.offsetParent === null)
    byId(state === 'running' ? 'cancel' : 'seal').focus();
}

function showStart() {
  byId('delay-stage').textContent = 'Starting';
  for (const fact of byId('delay-facts').querySelectorAll('dd')) fact.textContent = '…';
  bar().removeAttribute('value');
}

function showProgress(stage: Stage, progress: Progress) {
  bar().max = progress.total;
  bar().value = progress.done;
  byId('delay-stage').textContent = `${STAGES[stage]}: ${percent(progress)}`;
  byId('delay-done').textContent = `${progress.done.toLocaleString('en')} of ${formatCount(progress.total)}`;
  byId('delay-speed').textContent = `${Math.round(progress.perSecond).toLocaleString('en')} a second`;
  byId('delay-left').textContent = timeLeft(progress);
  document.title = `${capitalize(timeLeft(progress))} left: powmod`;
}
