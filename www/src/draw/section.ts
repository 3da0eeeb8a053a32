// The section of draws: the form, an announced draw, and the draws of links and of this device.
import { byId, make } from '../dom.ts';
import { formatTime, shortened } from '../format.ts';
import { showWholePage } from '../opened.ts';
import type { Speeds } from '../prove/estimate.ts';
import { RunList } from '../prove/run-list.ts';
import type { Draws, Machinery } from '../prove/section.ts';
import { setTitle } from '../title.ts';
import { fragmentIn } from '../verify/fragment.ts';
import type { Opener } from '../verify/opener.ts';
import { addAction, copyLinkButton } from '../verify/result-item.ts';
import type { Verifier } from '../verify/verifier.ts';
import { fillAnnouncement } from './announcement.ts';
import { drawForm } from './form.ts';
import { type Draw, linkOf, lotsOf, readDraw, readLink, taskOf } from './link.ts';
import { DrawProgress } from './progress.ts';
import { fillDraw, listOf, saveButton, titleOf } from './result.ts';
import type { Lots } from './rule.ts';

/** It opens a draw that somebody pasted or gave as a file. */
export interface DrawSection extends Opener {
  start(machinery: Machinery): Draws;
  showTime(speeds: Speeds): Promise<void>;
}

export function drawSection(verifier: Verifier): DrawSection {
  let machinery: Machinery | undefined;
  const form = drawForm((lots) => void (lots.seconds === 0 ? begin(lots) : announceDraw(lots)));

  const say = (text: string) => {
    byId('draw-status').textContent = text;
  };

  async function begin(lots: Lots) {
    try {
      checkSecure();
      machinery?.send({ kind: 'start', task: await taskOf(lots) });
    } catch (error) {
      say(`No draw: ${(error as Error).message}.`);
    }
  }

  /** The announcement gets an address of its own, from which the browser goes back to the form. */
  async function announceDraw(lots: Lots) {
    const fragment = await linkOf(lots);
    if (fragment) history.pushState(undefined, '', `#${fragment}`);
    await show(async () => lots);
  }

  /** Of a run that this device made. */
  const runs = (send: Machinery['send']) =>
    new RunList('drawn', 'draw-begin', send, async ({ task, ms, isNew }, proof, item) => {
      const draw = { ...lotsOf(task), proof: JSON.parse(proof) };
      const winner = await fillDraw(item, draw, verifier, () => (ms ? `${formatTime(ms)} of work.` : ''));
      if (isNew) scrollToWinner(item);
      if (isNew && winner && !document.hidden) setTitle(`${shortened(winner)} wins`);
      return item;
    });

  /** Shows a draw that came with a link or a file, or is announced. */
  async function show(read: () => Promise<Draw>) {
    const item = make('li', 'result');
    setTitle();
    byId('draw').dataset.view = 'opened';
    byId('opened').hidden = true;
    byId('draw-opened').replaceChildren(item);
    byId('draw').scrollIntoView();
    try {
      checkSecure();
      const draw = await read();
      if (!draw.proof) {
        setTitle(titleOf(draw));
        return await fillAnnouncement(item, draw, (draw) => {
          write();
          void begin(draw);
        });
      }
      const winner = await fillDraw(item, draw, verifier, () => workOf(draw));
      setTitle(winner ? `${shortened(winner)} wins` : 'No winner');
      scrollToWinner(item);
    } catch (error) {
      item.dataset.state = 'unreadable';
      item.replaceChildren(make('p', 'verdict', `No draw: ${(error as Error).message}.`));
    }
  }

  async function workOf({ iterations }: Draw): Promise<string> {
    const time = await machinery?.speeds.timeOf(iterations);
    return time ? `To make it, this device would work for ${time}.` : '';
  }

  /** From the draw of a link to a draw of one's own. */
  function write() {
    showWholePage();
    byId('draw').dataset.view = 'write';
    byId('draw-opened').replaceChildren();
    setTitle();
  }

  function openLink() {
    const fragment = fragmentIn(location.hash, 'draw');
    if (fragment) void show(() => readLink(fragment));
    else if (!location.hash) write();
  }

  byId('draw-own').addEventListener('click', () => {
    history.pushState(undefined, '', location.pathname + location.search);
    write();
    form.focus();
  });
  addEventListener('hashchange', openLink);

  return {
    start(given) {
      machinery = given;
      const list = runs(given.send);
      openLink();
      return { view: new DrawProgress(showList), show: (all) => list.show(all), itemOf: (id) => list.itemOf(id) };
    },
    showTime: (speeds) => form.showTime(speeds),
    accepts: (text) => /^\s*\{\s*"names"\s*:/.test(text), // as this page saves it
    open(json) {
      showWholePage();
      return show(async () => readDraw(json));
    },
  };
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

function scrollToWinner(item: HTMLElement) {
  item.querySelector('.winner')?.scrollIntoView({ block: 'nearest' });
}

/** @throws Error on a page that is not secure, which has no hash */
function checkSecure() {
  if (!crypto.subtle) throw new Error('drawing and checking need a page from https or from this machine');
}
