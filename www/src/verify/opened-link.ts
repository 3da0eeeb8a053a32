// Verifies the proof that the page's own address carries, if the visitor opened a link to one.
import { byId } from '../dom.ts';
import { fragmentIn } from './fragment.ts';
import type { ResultList } from './result-list.ts';

export function startOpenedLink(results: ResultList) {
  const open = () => {
    const fragment = fragmentIn(location.hash);
    if (!fragment) return;
    results.verify([{ name: 'Proof in the link', source: { fragment } }]);
    byId('verify').scrollIntoView();
  };
  addEventListener('hashchange', open);
  open();
}
