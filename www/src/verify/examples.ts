// Verifies the example proofs of the package when the page opens.
import chia from 'powmod/examples/chia-mainnet.json?url';
import pietrzak from 'powmod/examples/pietrzak-rsa2048.json?url';
import wesolowski from 'powmod/examples/wesolowski-rsa2048.json?url';
import { byId, make } from '../dom.ts';
import { addAction, pendingItem, showVerdicts } from './result-item.ts';
import type { Verifier } from './verifier.ts';

const EXAMPLES = [
  { name: 'wesolowski-rsa2048.json', url: wesolowski },
  { name: 'pietrzak-rsa2048.json', url: pietrzak },
  { name: 'chia-mainnet.json', url: chia },
];

/** Resolves once they are verified, with the kernel that did it. */
export async function startExamples(verifier: Verifier): Promise<string> {
  const items = EXAMPLES.map(({ name }) => pendingItem(name));
  byId('example-results').replaceChildren(...items);
  const all = await Promise.all(
    EXAMPLES.map(async ({ name, url }, i) => {
      const verdicts = await verifier.verify({ url: new URL(url, document.baseURI).href });
      const shown = showVerdicts(items[i] as HTMLLIElement, name, verdicts);
      const link = make('a', 'quiet', 'Save this file');
      link.href = url;
      link.download = name;
      addAction(shown[0] as HTMLLIElement, link);
      return verdicts;
    }),
  );
  return all.flat().flatMap((verdict) => ('kernel' in verdict && verdict.kernel) || [])[0] ?? 'bigint';
}
