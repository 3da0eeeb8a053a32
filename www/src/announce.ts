// Sentences for screen readers: read aloud when they appear, and kept so that the reader can go back to them.
import { byId, make } from './dom.ts';

const MAX_SENTENCES = 50;

export function announce(sentence: string) {
  const log = byId('log');
  log.append(make('p', '', sentence));
  while (log.childElementCount > MAX_SENTENCES) log.firstElementChild?.remove();
}
