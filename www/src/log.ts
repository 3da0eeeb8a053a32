// What a screen reader hears, and can go back through.
import { byId, make } from './dom.ts';

const LINES = 50;

export function announce(sentence: string) {
  const log = byId('log');
  log.append(make('p', '', sentence));
  while (log.childElementCount > LINES) log.firstElementChild?.remove();
}
