// The section "Measure this device": buttons, progress and results.
import { MAX_NAME } from '../../../workshop/device-line.js';
import { announce } from '../announce.ts';
import { copy } from '../copy.ts';
import { byId } from '../dom.ts';
import { saveFile } from '../save-file.ts';
import { deviceReport, lineOf, type Measured } from './device-report.ts';
import { kernelTable } from './kernel-table.ts';
import { type Reply, SIZES } from './messages.ts';
import { methodMap, verdictOnAuto } from './method-map.ts';

export function startMeasureSection() {
  const section = byId('measure');
  const bar = byId<HTMLProgressElement>('measure-bar');
  let worker: Worker | undefined;
  let measured: Measured | undefined;

  byId('measure-begin').addEventListener('click', () => {
    const next: Measured = { kernels: [], choice: undefined, speed: undefined, cells: [] };
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => onReply(data, next));
    worker.addEventListener('error', (event) => end(`Not measured: ${event.message || 'the worker was lost'}.`));
    setState('running', 'Measuring…');
    byId('measure-cancel').focus();
  });
  byId('measure-cancel').addEventListener('click', () =>
    end(byId('measured').hidden ? 'Cancelled.' : 'Cancelled. The last results are shown below.'),
  );
  byId('export').addEventListener('click', () => {
    if (measured) saveFile('powmod-device.json', deviceReport(measured));
  });

  const name = byId<HTMLInputElement>('device-name');
  name.maxLength = MAX_NAME;
  byId('device-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const place = byId('device-line');
    place.replaceChildren();
    const line = measured && lineOf(measured, name.value);
    if (!line) return;
    const isCopied = await copy(line, 'Line copied', (field) => {
      field.setAttribute('aria-label', 'The line, to copy');
      place.replaceChildren(field);
    });
    if (isCopied) place.textContent = 'Copied. Add the line to bench/DEVICES.md.';
  });

  /** `next` replaces what was measured before once it has something to show. */
  function onReply(reply: Reply, next: Measured) {
    switch (reply.kind) {
      case 'step':
        bar.max = reply.total;
        bar.value = reply.done;
        byId('measure-step').textContent = reply.what;
        return;
      case 'kernels':
        measured = Object.assign(next, { kernels: reply.kernels, choice: reply.choice });
        return show(next);
      case 'speed':
        next.speed = reply.speed;
        return show(next);
      case 'cell':
        next.cells.push(reply.cell);
        return show(next);
      case 'finished':
        return end('Measured.');
      case 'failed':
        return end(`Not measured: ${reply.reason}.`);
    }
  }

  function end(status: string) {
    worker?.terminate();
    worker = undefined;
    const hadFocus = document.activeElement === byId('measure-cancel');
    setState('idle', status);
    if (hadFocus) byId('measure-begin').focus();
  }

  function setState(state: 'idle' | 'running', status: string) {
    section.dataset.state = state;
    bar.removeAttribute('value');
    byId('measure-step').textContent = '';
    byId('measure-status').textContent = status;
    announce(status);
  }

  function show(measured: Measured) {
    const { kernels, speed, cells, choice } = measured;
    byId('measured').hidden = false;
    byId('kernels').replaceChildren(kernelTable(kernels, speed));
    byId('choice').textContent = choice ? `powmod chooses ${choice.kernel} here (${choice.reason}).` : '';
    byId('maps').replaceChildren(...[1, 2].map((bases) => methodMap(bases, SIZES, cells)));
    byId('device-form').hidden = lineOf(measured, '') === undefined;
    byId('device-line').replaceChildren();
    byId('map-verdict').textContent = cells.length > 0 ? `Kernel: ${choice?.kernel}. ${verdictOnAuto(cells)}` : '';
  }
}
