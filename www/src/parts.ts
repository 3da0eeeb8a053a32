// Starts each part of the page that works after the opening verdict. The parts are the folders beside this file.
import { byId } from './dom.ts';
import { startMeasureSection } from './measure/section.ts';
import { startOffline } from './offline/register.ts';
import { showTimes } from './opening/times.ts';
import { startProveSection } from './prove/section.ts';
import { startRace } from './race/section.ts';
import { startExamples } from './verify/examples.ts';
import { startFilePicker } from './verify/file-picker.ts';
import { startOpenedLink } from './verify/opened-link.ts';
import { startPaste } from './verify/paste.ts';
import { ResultList } from './verify/result-list.ts';
import { Verifier } from './verify/verifier.ts';

const verifier = new Verifier();
const results = new ResultList(verifier);

verifier.engine.then(
  ({ kernel, ms }) => {
    byId('engine').textContent = `Kernel: ${kernel}, ready after ${ms.toFixed(0)} ms. Proofs are verified in a worker.`;
  },
  (error: Error) => {
    const place = byId('engine');
    place.textContent = `powmod could not start here: ${error.message}`;
    place.classList.add('notice');
  },
);

const examples = startExamples(verifier);
startFilePicker(results);
startPaste(results);
startOpenedLink(results);
const makeSection = startProveSection(verifier);
startMeasureSection();
startOffline();
// One after another: what runs at the same time would slow the times down.
examples.then(showTimes).then(({ times, again }) => {
  makeSection.showEstimate();
  startRace(times, again);
});
