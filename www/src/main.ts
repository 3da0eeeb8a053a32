// The page, put together. Each part is a folder beside `verify` and is started here by one line.
import { byId } from './dom.ts';
import { Verifier } from './verify/client.ts';
import { startExamples } from './verify/examples.ts';
import { startPicker } from './verify/picker.ts';

const verifier = new Verifier();

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
startPicker(verifier);
