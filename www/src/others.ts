// The parts of the page that its first power does not wait for.
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

/** `opened`: the verdict on the link's proof, if it has one. `startAfter` starts what waits for the first power. */
export function startOthers() {
  const verifier = new Verifier();
  const results = new ResultList('results', verifier, readExpected);
  const draws = drawSection(verifier);
  startFilePicker(results, draws);
  startPaste(results, draws);
  const delays = startProveSection(verifier, draws.start);
  const opened = startOpenedLink(verifier);

  async function startAfter(computed: Promise<void>) {
    await computed;
    const kernel = await startExamples(verifier);
    await delays.showFirst();
    void draws.showTime(delays.speeds);
    const verdict = await opened;
    if (verdict?.kind === 'valid' && 'group' in verdict.claim && verdict.claim.group) {
      const time = await delays.speeds.timeOf(verdict.claim.iterations);
      if (time) byId('opened-delay').textContent = `To make it, this device would work for ${time}.`;
    }
    startOffline(kernel);
  }
  return { opened, startAfter };
}
