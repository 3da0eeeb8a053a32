// A proof that the page's own address carries.
import { byId } from '../dom.ts';
import { fragmentIn } from './fragment.ts';
import type { Inbox } from './inbox.ts';

export function startLink(inbox: Inbox) {
  const open = () => {
    const fragment = fragmentIn(location.hash);
    if (!fragment) return;
    inbox.verify([{ name: 'Proof in the link', source: { fragment } }]);
    byId('verify').scrollIntoView();
  };
  addEventListener('hashchange', open);
  open();
}
