// The section of draws: the form, an announced draw, and the draws of links and of this device.
import { byId } from '../dom.ts';
import { formatTime } from '../format.ts';
import { showWholePage } from '../opened.ts';
import type { Speeds } from '../prove/estimate.ts';
import { RunList } from '../prove/run-list.ts';
import type { Draws, Machinery } from '../prove/section.ts';
import { setTitle } from '../title.ts';
import { fragmentIn } from '../verify/fragment.ts';
import type { Opener } from '../verify/opener.ts';
import { addAction, copyLinkButton } from '../verify/result-item.ts';
import type { Verifier } from '../verify/verifier.ts';
import { drawForm } from './form.ts';
import { linkOf, lotsOf, readDraw, readLink, taskOf } from './link.ts';
import { checkSecure, OpenedDraw, scrollToWinner, titleOfWinner } from './opened-draw.ts';
import { DrawProgress } from './progress.ts';
import { fillDraw, listOf, saveButton } from './result.ts';
import type { Lots } from './rule.ts';

/** It opens a draw that somebody pasted or gave as a file. */
export interface DrawSection extends Opener {
  start(machinery: Machinery): Draws;
  showTime(speeds: Speeds): Promise<void>;
}

export function drawSection(verifier: Verifier): DrawSection {
  let machinery: Machinery | undefined;
  const form = drawForm((lots) => void (lots.seconds === 0 ? begin(lots) : announceDraw(lots)));
  const opened = new OpenedDraw(verifier, {
    begin,
    timeOf: async (iterations) => machinery?.speeds.timeOf(iterations),
  });

  async function begin(lots: Lots) {
    try {
      checkSecure();
      machinery?.send({ kind: 'start', task: await taskOf(lots) });
    } catch (error) {
      byId('draw-status').textContent = `No draw: ${(error as Error).message}.`;
    }
  }

  /** The announcement gets an address of its own, from which the browser goes back to the form. */
  async function announceDraw(lots: Lots) {
    const fragment = await linkOf(lots);
    if (fragment) history.pushState(undefined, '', `#${fragment}`);
    await opened.show(async () => lots);
  }

  /** Whether the address has a draw, which it then shows. */
  function openLink(): boolean {
    const fragment = fragmentIn(location.hash, 'draw');
    if (fragment) void opened.show(() => readLink(fragment));
    return fragment !== undefined;
  }

  byId('draw-own').addEventListener('click', () => {
    history.pushState(undefined, '', location.pathname + location.search);
    opened.leave();
    form.focus();
  });
  addEventListener('hashchange', () => {
    if (!openLink()) opened.leave();
  });

  return {
    start(given) {
      machinery = given;
      const list = drawnHere(given.send, verifier);
      openLink();
      return { view: new DrawProgress(showList), show: (all) => list.show(all), itemOf: (id) => list.itemOf(id) };
    },
    showTime: (speeds) => form.showTime(speeds),
    accepts: (text) => /^\s*\{\s*"names"\s*:/.test(text), // as this page saves it
    open(json) {
      showWholePage();
      return opened.show(async () => readDraw(json));
    },
  };
}

/** The draws of this device. */
function drawnHere(send: Machinery['send'], verifier: Verifier): RunList {
  return new RunList('drawn', 'draw-begin', send, async ({ task, ms, isNew }, proof, item) => {
    const draw = { ...lotsOf(task), proof: JSON.parse(proof) };
    const winner = await fillDraw(item, draw, verifier, () => (ms ? `${formatTime(ms)} of work.` : ''));
    if (!isNew) return item;
    scrollToWinner(item);
    if (!document.hidden) setTitle(titleOfWinner(winner));
    return item;
  });
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
