// Starts each part of the page. The parts are the folders beside this file.
import { startCompute } from './compute/section.ts';
import { byId } from './dom.ts';
import { drawSection } from './draw/section.ts';
import { startOffline } from './offline/register.ts';
import { startProveSection } from './prove/section.ts';
import { startExamples } from './verify/examples.ts';
import { readExpected } from './verify/expected.ts';
import { startFilePicker } from './verify/file-picker.ts';
import { startOpenedLink } from './verify/opened-link.ts';
import { startPaste } from './verify/paste.ts';
import { ResultList } from './verify/result-list.ts';
import { Verifier } from './verify/verifier.ts';

// A long line scrolls by keyboard too.
for (const code of document.querySelectorAll('pre')) code.tabIndex = 0;

const verifier = new Verifier();
const results = new ResultList('results', verifier, readExpected);

const draws = drawSection(verifier);
startFilePicker(results, draws);
startPaste(results, draws);
const delays = startProveSection(verifier, draws.start);
const opened = startOpenedLink(verifier);
// One after another: what runs at the same time would slow the times down.
const computed = startCompute(opened);
computed
  .then(() => startExamples(verifier))
  .then(delays.showFirst)
  .then(async () => {
    const verdict = await opened;
    if (verdict?.kind !== 'valid' || !('group' in verdict.claim) || !verdict.claim.group) return;
    const time = await delays.speeds.timeOf(verdict.claim.iterations);
    if (time) byId('opened-delay').textContent = `To make it, this device would work for ${time}.`;
  })
  .then(() => computed)
  .then(startOffline);
