// The section of letters and delay proofs: the forms, the run of this tab, and the list of runs. Draws run here too,
// and are shown in their own section.
import { readIterations, readSeed } from '../../../workshop/typed.js';
import { announce } from '../announce.ts';
import { byId, make } from '../dom.ts';
import { check, textOf } from '../fields.ts';
import { capitalize, formatCount, grouped } from '../format.ts';
import { setTitle } from '../title.ts';
import type { Verifier } from '../verify/verifier.ts';
import { Speeds, startEstimate } from './estimate.ts';
import { finishProof } from './finished.ts';
import { startLetters } from './letters.ts';
import type { Progress, Reply, Request, ShownRun, Stage, Task } from './messages.ts';
import { RunList } from './run-list.ts';
import { describeTask, percent, timeLeft } from './task-text.ts';

const STAGES: Record<Stage, string> = { evaluate: 'Squaring', prove: 'Making the proof' };

/** Where a run of this tab is shown. One runs at a time: the other sections are then busy. */
export interface RunView {
  /** The ids of the section, of the button that pauses, and of the one that starts another run. */
  section: string;
  pause: string;
  first: string;
  start(task: Task): void;
  progress(stage: Stage, progress: Progress): void;
  end(): void;
  say(status: string): void;
}

/** What the draws need of this section, and what it needs of them. */
export interface Draws {
  view: RunView;
  show(runs: ShownRun[]): void;
  itemOf(id: string): HTMLElement | undefined;
}

export interface Machinery {
  speeds: Speeds;
  send(request: Request): void;
}

const bar = () => byId<HTMLProgressElement>('delay-bar');

/** `showFirst` chooses the first delay of the form and shows its estimate. */
export function startProveSection(verifier: Verifier, startDraws: (machinery: Machinery) => Draws) {
  const form = byId<HTMLFormElement>('delay-form');
  // The package comes later than the first picture of the page.
  const prover = import('./prover.ts').then(({ startProver }) => startProver(onReply));
  const runs = new RunList('made', 'seal', send, finishProof(verifier));
  const speeds = new Speeds();
  startLetters(speeds, send);
  const draws = startDraws({ speeds, send });
  const views = [letterView, draws.view];
  let view: RunView = letterView;
  let task: Task | undefined;
  let perSecond = 0;
  let isBusy = false;
  /** The run that stopped last, whose reason is shown until another tab has ended it. */
  let stopped: string | undefined;

  function send(request: Request) {
    if (request.kind === 'start') {
      const wanted = request.task.names ? draws.view : letterView;
      if (isBusy) return wanted.say('Not begun: another run is under way.');
      isBusy = true;
      view = wanted;
      setState(views, view);
      view.say('Starting…');
      // What was tapped is gone, and stood below.
      byId(view.section).querySelector('.run')?.scrollIntoView({ block: 'nearest' });
    }
    prover.then(
      (perform) => perform(request),
      ({ message }) => onReply({ kind: 'failed', reason: message }),
    );
  }

  function onReply(reply: Reply) {
    switch (reply.kind) {
      case 'runs':
        if (reply.runs.some(({ id, proof }) => id === stopped && proof)) view.say('');
        draws.show(reply.runs.filter((run) => run.task.names));
        return runs.show(reply.runs.filter((run) => !run.task.names));
      case 'started':
        task = reply.task;
        perSecond = 0;
        view.start(task);
        setState(views, view);
        return view.say(`Under way: ${describeTask(task)}.`);
      case 'progress':
        if (reply.stage === 'evaluate') perSecond = reply.progress.perSecond;
        for (const part of document.querySelectorAll<HTMLElement>('.is-stored')) part.hidden = !reply.isStored;
        for (const part of document.querySelectorAll<HTMLElement>('.is-unstored')) part.hidden = reply.isStored;
        if (perSecond > 0) setTitle(`${capitalize(timeLeft(reply.progress))} left`);
        return view.progress(reply.stage, reply.progress);
      case 'stopped':
        stopped = reply.id;
        end(reply.reason ? `Stopped. The reason: ${reply.reason}.` : '');
        return (runs.itemOf(reply.id) ?? draws.itemOf(reply.id))?.querySelector<HTMLElement>('.resume')?.focus();
      case 'failed':
        return end(`Not done: ${reply.reason}.`);
      case 'proved':
        end(reply.isKnown ? 'This was made before, with the same numbers: here it is, the same.' : '');
        showDone();
        announce(reply.task.letter ? 'The letter is open.' : 'The proof is made.');
        return (runs.itemOf(reply.id) ?? draws.itemOf(reply.id))?.scrollIntoView({ block: 'nearest' });
    }
  }

  function end(status: string) {
    isBusy = false;
    setState(views, undefined, view);
    view.end();
    view.say(status);
    setTitle();
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
  for (const { pause } of views) byId(pause).addEventListener('click', () => send({ kind: 'cancel' }));
  const showFirst = startEstimate(speeds);
  return { showFirst, speeds };
}

/** The title tells somebody who looks at another tab, until they come back. */
function showDone() {
  if (!document.hidden) return;
  setTitle('Done');
  document.addEventListener('visibilitychange', () => setTitle(), { once: true });
}

/**
 * The style sheet shows the buttons of each state. If the focused button disappears, another one takes the focus: that
 * of the section whose run begins, or has ended.
 */
function setState(views: RunView[], running: RunView | undefined, ended?: RunView) {
  const focused = document.activeElement;
  for (const view of views) byId(view.section).dataset.state = view === running ? 'running' : running ? 'busy' : 'idle';
  // The body, which has no offset parent either, has the focus while nothing else has it.
  if (focused instanceof HTMLElement && focused !== document.body && focused.offsetParent === null)
    byId(running?.pause ?? ended?.first ?? 'seal').focus();
}

const showLetterLeft = (time: string) => byId('letter-left').replaceChildren(make('strong', '', time), ' left');

const letterView: RunView = {
  section: 'make',
  pause: 'cancel',
  first: 'seal',
  start() {
    byId('delay-stage').textContent = 'Starting';
    showLetterLeft('…');
    for (const fact of byId('delay-facts').querySelectorAll('dd')) fact.textContent = '…';
    bar().removeAttribute('value');
  },
  progress(stage, progress) {
    bar().max = progress.total;
    bar().value = progress.done;
    byId('delay-stage').textContent = `${STAGES[stage]}: ${percent(progress)}`;
    byId('delay-done').textContent = `${grouped(progress.done)} of ${formatCount(progress.total)}`;
    byId('delay-speed').textContent = `${grouped(Math.round(progress.perSecond))} a second`;
    byId('delay-left').textContent = timeLeft(progress);
    showLetterLeft(timeLeft(progress));
  },
  end() {},
  say(status) {
    byId('delay-status').textContent = status;
  },
};
