// How many times as fast as BigInt a power was, and the bars of both; or why there is no race.
import { byId, make } from '../dom.ts';
import { grouped } from '../format.ts';
import type { NoRace, Times } from './messages.ts';
import { raceBars } from './race-bars.ts';

const NO_RACE: Record<NoRace, string> = {
  long: 'No race: one power of these numbers takes long.',
  trivial: 'No race: nobody needs a library for this power.',
  short: 'No race: BigInt is as fast for a power this short, so powmod leaves it to BigInt.',
  unmeasured: 'No race: the steps of this browser’s clock are longer than this power takes.',
};

export function showFigure(times: Times | NoRace, kernel: string, isSecret: boolean) {
  if (typeof times === 'string') {
    byId('race').replaceChildren();
    byId('figure').textContent = NO_RACE[times];
    return;
  }
  const { powmod, bigint } = times;
  const [faster, ratio] = [powmod <= bigint, powmod <= bigint ? bigint / powmod : powmod / bigint];
  const factor = grouped(Number(ratio.toPrecision(2)));
  const figure = `${factor} times as ${faster ? 'fast' : 'long'} as BigInt in this browser`;
  byId('race').replaceChildren(
    ...raceBars([
      [isSecret ? 'powmod, e stays secret' : 'powmod', powmod],
      [isSecret ? 'BigInt, its time tells e' : 'BigInt', bigint],
    ]),
  );
  byId('figure').replaceChildren(
    make('strong', '', figure),
    kernel === 'bigint' ? '. Without WebAssembly, BigInt computes.' : ', measured just now, warm.',
  );
}
