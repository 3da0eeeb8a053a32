// The first section of the page: a list of names, a draw among them, and the draw of a link.
import { byId, make, selectExample, showWholePage, startButton } from '../dom.ts';
import { formatTime } from '../format.ts';
import { RunList } from '../prove/run-list.ts';
import type { Draws, Machinery } from '../prove/section.ts';
import { nameOf } from '../prove/task-text.ts';
import { fragmentIn } from '../verify/fragment.ts';
import type { Opener } from '../verify/opener.ts';
import { addAction, copyLinkButton } from '../verify/result-item.ts';
import type { Verifier } from '../verify/verifier.ts';
import { type Draw, linkOf, readDraw, readLink, taskOf } from './link.ts';
import { DrawProgress } from './progress.ts';
import { fillDraw, listOf, saveButton } from './result.ts';
import { canonicalNames, type Lots } from './rule.ts';

const NO_RESULT = 'This link has a list, and no result. Whoever sent it may have drawn already.';

/** It opens a draw that somebody pasted or gave as a file. */
export interface DrawSection extends Opener {
  start(machinery: Machinery): Draws;
}

export function drawSection(verifier: Verifier): DrawSection {
  const form = byId<HTMLFormElement>('draw-form');
  const field = byId<HTMLTextAreaElement>('names');
  let machinery: Machinery | undefined;

  /** Shows how many lots the field has, and those that stand twice; or why it has none. */
  function showCount(): string[] {
    const say = (text: string, problem: string) => {
      byId('names-count').textContent = text;
      field.setCustomValidity(problem);
    };
    let names: string[];
    try {
      names = canonicalNames(field.value);
    } catch (error) {
      const problem = `No draw: ${(error as Error).message}.`;
      say(problem, problem);
      return [];
    }
    const twice = [...new Set(names.filter((name, i) => name === names[i - 1]))];
    const count = names.length === 1 ? '1 name' : `${names.length.toLocaleString('en')} names`;
    const note = twice.length > 0 ? ` Twice or more, each with a lot of its own: ${twice.slice(0, 3).join(', ')}.` : '';
    say(`${count}.${note}`, names.length < 2 ? 'Write at least two names, one a line.' : '');
    return names;
  }

  async function begin({ speeds, send }: Machinery) {
    const names = showCount();
    const say = (text: string) => {
      byId('draw-status').textContent = text;
    };
    try {
      checkSecure();
      say('Measuring this device…');
      const seconds = Number(new FormData(form).get('draw-seconds'));
      const iterations = await speeds.iterationsAtLeast(seconds);
      if (!iterations) throw new Error('powmod cannot compute here');
      send({ kind: 'start', task: await taskOf({ names, iterations }) });
    } catch (error) {
      say(`No draw: ${(error as Error).message}.`);
    }
  }

  /** The list and the seed of the draw under way, and a link that fixes both before anybody knows the winner. */
  async function showList(draw: Lots) {
    const item = byId('draw-list');
    item.replaceChildren();
    const { seed } = await taskOf(draw);
    item.replaceChildren(listOf(draw, seed));
    const fragment = await linkOf(draw);
    addAction(item, fragment ? copyLinkButton(fragment, 'the list', 'Copy the link of the list') : saveButton(draw));
  }

  /** Of a run that this device made. */
  const runs = (send: Machinery['send']) =>
    new RunList('drawn', 'draw-begin', send, async ({ task, ms, isNew }, proof, item) => {
      const draw = { names: task.names ?? [], iterations: task.iterations, proof: JSON.parse(proof) };
      await fillDraw(item, draw, verifier, (check) =>
        ms ? `${formatTime(ms)} of work, checked in ${check}.` : `Checked in ${check}.`,
      );
      if (isNew) scrollToWinner(item);
      return item;
    });

  async function show(read: () => Promise<Draw>) {
    showWholePage();
    const item = make('li', 'result');
    byId('draw').dataset.view = 'opened';
    byId('opened').hidden = true;
    byId('draw-opened').replaceChildren(item);
    byId('draw').scrollIntoView();
    try {
      checkSecure();
      const draw = await read();
      if (draw.proof) {
        await fillDraw(item, draw, verifier, workOf(draw));
        return scrollToWinner(item);
      }
      const task = await taskOf(draw);
      item.dataset.state = 'stopped';
      item.append(make('h3', 'name', nameOf(task)), make('p', '', NO_RESULT));
      item.append(listOf(draw, task.seed));
      const start = () => {
        write();
        machinery?.send({ kind: 'start', task });
      };
      for (const part of startButton('Draw now', start)) addAction(item, part);
      const time = await machinery?.speeds.timeOf(draw.iterations);
      if (time) item.append(make('p', 'hint', `To draw, this device squares for ${time}.`));
    } catch (error) {
      item.dataset.state = 'unreadable';
      item.replaceChildren(make('p', 'verdict', `No draw: ${(error as Error).message}.`));
    }
  }

  const workOf = (draw: Draw) => async (check: string) => {
    const time = await machinery?.speeds.timeOf(draw.iterations);
    return time
      ? `Checked in ${check}. To make it, this device would work for ${time}.`
      : `${draw.iterations.toLocaleString('en')} squarings, checked in ${check}.`;
  };

  /** From the draw of a link to a draw of one's own. */
  function write() {
    byId('draw').dataset.view = 'write';
    byId('draw-opened').replaceChildren();
  }

  function openLink() {
    const fragment = fragmentIn(location.hash, 'draw');
    if (fragment) void show(() => readLink(fragment));
  }

  field.addEventListener('input', showCount);
  selectExample(field, () => field.value === field.defaultValue);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (machinery) void begin(machinery);
  });
  byId('draw-own').addEventListener('click', () => {
    history.replaceState(undefined, '', location.pathname + location.search);
    write();
    field.focus();
  });
  addEventListener('hashchange', openLink);
  showCount();

  return {
    start(given) {
      machinery = given;
      const list = runs(given.send);
      openLink();
      return { view: new DrawProgress(showList), show: (all) => list.show(all), itemOf: (id) => list.itemOf(id) };
    },
    accepts: (text) => /^\s*\{\s*"names"\s*:/.test(text), // as this page saves it
    open: (json) => show(async () => readDraw(json)),
  };
}

function scrollToWinner(item: HTMLElement) {
  item.querySelector('.winner')?.scrollIntoView({ block: 'nearest' });
}

/** @throws Error on a page that is not secure, which has no hash */
function checkSecure() {
  if (!crypto.subtle) throw new Error('drawing and checking need a page from https or from this machine');
}
