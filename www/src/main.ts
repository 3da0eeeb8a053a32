// The page, put together. Each part is a folder here and is started by one line.
import { startDelay } from './delay/start.ts';
import { byId } from './dom.ts';
import { startMeasure } from './measure/start.ts';
import { startOffline } from './offline/register.ts';
import { Verifier } from './verify/client.ts';
import { startExamples } from './verify/examples.ts';
import { Inbox } from './verify/inbox.ts';
import { startLink } from './verify/link.ts';
import { startPaste } from './verify/paste.ts';
import { startPicker } from './verify/picker.ts';

const verifier = new Verifier();
const inbox = new Inbox(verifier);

verifier.engine.then(
  ({ kernel, ms }) => {
    byId('engine').textContent = `Kernel: ${kernel}, ready after ${ms.toFixed(0)} ms. Verified in a worker.`;
  },
  (error: Error) => {
    const place = byId('engine');
    place.textContent = `powmod could not start here: ${error.message}`;
    place.classList.add('notice');
  },
);

startExamples(verifier);
startPicker(inbox);
startPaste(inbox);
startLink(inbox);
startDelay(verifier);
startMeasure();
startOffline();
