// Verifies the proof that the page's own address carries, if the visitor opened a link to one.
import { byId } from '../dom.ts';
import { fragmentIn } from './fragment.ts';
import type { Verdict } from './messages.ts';
import { ResultList } from './result-list.ts';
import type { Verifier } from './verifier.ts';

/** Resolves with the verdict on that proof once it is shown, or at once where there is none. */
export function startOpenedLink(verifier: Verifier): Promise<Verdict | undefined> {
  const results = new ResultList('opened-results', verifier);
  const open = async () => {
    const fragment = fragmentIn(location.hash);
    if (!fragment) return undefined;
    byId('opened-delay').textContent = '';
    byId('opened').hidden = false;
    byId('opened').scrollIntoView();
    const verdicts = await results.verify([{ name: 'Proof in the link', source: { fragment } }]);
    return verdicts?.[0];
  };
  addEventListener('hashchange', open);
  return open();
}
