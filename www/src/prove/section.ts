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
  const section = new ProveSection(verifier);
  return startEstimate(section.form, (modulus) => section.speedOf(modulus));
}

class ProveSection {
  readonly form = byId<HTMLFormElement>('delay-form');
  readonly #prover = new Prover((reply) => this.#onReply(reply));
  readonly #verifier: Verifier;
  /** Who waits for the speed modulo a number. */
  readonly #waiting = new Map<Task['modulus'], (perSecond: number | undefined) => void>();
  /** When the work began; undefined while nothing is made, and after a pause. */
  #since: number | undefined;

  constructor(verifier: Verifier) {
    this.#verifier = verifier;
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
    const ownModulus = byId('own-modulus');
    this.form.addEventListener('change', () => {
      ownModulus.hidden = new FormData(this.form).get('group') !== 'own';
    });
    for (const [button, kind] of Object.entries(REQUESTS))
      byId(button).addEventListener('click', () => this.#prover.send({ kind }));
  }

  /** The squarings of a second; undefined where powmod cannot compute with that modulus. */
  speedOf(modulus: Task['modulus']): Promise<number | undefined> {
    this.#prover.send({ kind: 'measure', modulus });
    return new Promise((resolve) => this.#waiting.set(modulus, resolve));
  }

  #submit() {
    clearProblems(this.form);
    try {
      const task = readTask(this.form);
      this.#since = performance.now();
      this.#prover.send({ kind: 'start', task });
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      showProblem(error);
    }
  }

  #elapsed() {
    return this.#since === undefined ? undefined : performance.now() - this.#since;
  }

  #onReply(reply: Reply) {
    switch (reply.kind) {
      case 'started':
        setState('running', `Under way: ${describeTask(reply.task)}.`);
        showMaking(this.#elapsed());
        return showStart();
      case 'progress':
        showMaking(this.#elapsed());
        return showProgress(reply.stage, reply.progress);
      case 'stopped':
        this.#since = undefined;
        return showStop(reply);
      case 'speed':
        return this.#waiting.get(reply.modulus)?.(reply.perSecond);
      case 'discarded':
        return setState('idle', '');
      case 'failed':
        return showFailure(reply.reason);
      case 'proved':
        setState('idle', '');
        return showProof(this.#verifier, reply.task, reply.json, this.#elapsed());
    }
  }
}

const REQUESTS = { cancel: 'cancel', resume: 'resume', forget: 'discard' } as const;

const bar = () => byId<HTMLProgressElement>('delay-bar');

/** The style sheet shows the buttons of each state. If the focused button disappears, another one takes the focus. */
function setState(state: 'idle' | 'running' | 'stopped', status: string) {
  const focused = document.activeElement;
  byId('make').dataset.state = state;
  byId('delay-status').textContent = status;
  // The body, which has no offset parent either, has the focus while nothing else has it.
  if (focused instanceof HTMLElement && focused !== document.body && focused.offsetParent === null)
    byId(state === 'running' ? 'cancel' : state === 'stopped' ? 'resume' : 'begin').focus();
}

function showStart() {
  byId('delay-stage').textContent = 'Starting';
  for (const fact of byId('delay-facts').querySelectorAll('dd')) fact.textContent = '…';
  bar().removeAttribute('value');
}

function showStop({ task, done, reason }: Extract<Reply, { kind: 'stopped' }>) {
  bar().max = task.iterations;
  bar().value = done;
  const place = `Stopped at ${percent({ done, total: task.iterations })}: ${describeTask(task)}.`;
  setState('stopped', reason ? `${place} The reason: ${reason}.` : place);
}

function showFailure(problem: string) {
  const [, field, reason] = /^(modulus|iterations|seed): (.*)$/s.exec(problem) ?? [];
  setState('idle', field ? '' : `Not done: ${problem}.`);
  if (field && reason) showProblem(new FieldError(field, `${capitalize(reason)}.`));
}

function showProgress(stage: Stage, progress: Progress) {
  bar().max = progress.total;
  bar().value = progress.done;
  byId('delay-stage').textContent = `${STAGES[stage]}: ${percent(progress)}`;
  byId('delay-done').textContent = `${progress.done.toLocaleString('en')} of ${formatCount(progress.total)}`;
  byId('delay-speed').textContent = `${Math.round(progress.perSecond).toLocaleString('en')} a second`;
  byId('delay-left').textContent = timeLeft(progress);
}

async function showProof(verifier: Verifier, { scheme, iterations }: Task, json: string, ms: number | undefined) {
  // The end of the output differs with the seed and the modulus.
  const name = `${scheme}-${iterations}-${String(JSON.parse(json).output).slice(-8)}.json`;
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
