// Measure this device: the buttons, the progress, the charts.
import { byId } from '../dom.ts';
import { announce } from '../log.ts';
import { save } from '../save.ts';
import { kernelTable } from './bars.ts';
import { methodMap, verdictOnAuto } from './map.ts';
import type { Order, Reply } from './messages.ts';
import { type Measured, reportOf } from './report.ts';

const COARSE = [128, 512, 2048];
const FINE = [64, 128, 256, 512, 1024, 2048, 4096];

export function startMeasure() {
  const section = byId('measure');
  const bar = byId<HTMLProgressElement>('measure-bar');
  let worker: Worker | undefined;
  let measured: Measured | undefined;

  byId('measure-begin').addEventListener('click', () => {
    const sizes = byId<HTMLInputElement>('finer').checked ? FINE : COARSE;
    measured = { kernels: [], speed: undefined, mapKernel: undefined, sizes, cells: [] };
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => hear(data, measured as Measured));
    worker.addEventListener('error', (event) => end(`Not measured: ${event.message || 'the worker was lost'}.`));
    worker.postMessage({ sizes } satisfies Order);
    become('running', 'Measuring…');
    byId('measure-cancel').focus();
  });
  byId('measure-cancel').addEventListener('click', () => end('Cancelled. What was measured until then is shown.'));
  byId('export').addEventListener('click', () => {
    if (measured) save('powmod-device.json', reportOf(measured));
  });

  function hear(reply: Reply, measured: Measured) {
    switch (reply.kind) {
      case 'step':
        bar.max = reply.total;
        bar.value = reply.done;
        byId('measure-step').textContent = reply.what;
        return;
      case 'kernels':
        measured.kernels = reply.kernels;
        return show(measured);
      case 'speed':
        measured.speed = reply.speed;
        return show(measured);
      case 'cell':
        measured.mapKernel = reply.kernel;
        measured.cells.push(reply.cell);
        return show(measured);
      case 'finished':
        return end('Measured.');
      case 'failed':
        return end(`Not measured: ${reply.reason}.`);
    }
  }

  function end(words: string) {
    worker?.terminate();
    worker = undefined;
    const hadFocus = document.activeElement === byId('measure-cancel');
    become('idle', words);
    if (hadFocus) byId('measure-begin').focus();
  }

  function become(state: 'idle' | 'running', words: string) {
    section.dataset.state = state;
    bar.removeAttribute('value');
    byId('measure-step').textContent = '';
    byId('measure-status').textContent = words;
    announce(words);
  }

  function show({ kernels, speed, sizes, cells, mapKernel }: Measured) {
    byId('measured').hidden = false;
    byId('kernels').replaceChildren(kernelTable(kernels, speed));
    byId('maps').replaceChildren(...[1, 2].map((bases) => methodMap(bases, sizes, cells)));
    byId('map-verdict').textContent = cells.length > 0 ? `Kernel: ${mapKernel}. ${verdictOnAuto(cells)}` : '';
  }
}
