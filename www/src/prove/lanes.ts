// Two bars on one scale: the time that a proof took to make, and the time that it takes to check.
import { byId } from '../dom.ts';
import { formatTime } from '../format.ts';
import type { Verdict } from '../verify/messages.ts';

/** A proof is being made, for `ms` so far; undefined if the making began in an earlier visit or was paused. */
export function showMaking(ms: number | undefined) {
  byId('made-in').textContent = ms === undefined ? '…' : seconds(ms);
  byId('checked-in').textContent = '…';
  byId('check-bar').hidden = true;
  byId('delay-verdict').replaceChildren();
}

/** A proof was made within `ms`, and then checked. */
export function showMade(ms: number | undefined, verdict: Verdict | undefined) {
  const bar = byId<HTMLProgressElement>('delay-bar');
  bar.value = bar.max;
  if (verdict?.kind !== 'valid') return;
  const check = verdict.warmMs ?? verdict.ms;
  byId('checked-in').textContent = `${formatTime(check)}, ${verdict.isCold && !verdict.warmMs ? 'cold' : 'warm'}`;
  if (ms === undefined) return;
  byId('made-in').textContent = seconds(ms);
  const checkBar = byId('check-bar');
  checkBar.hidden = false;
  checkBar.style.setProperty('width', `${(100 * check) / Math.max(ms, check)}%`);
  if (check < ms)
    byId('delay-verdict').textContent =
      `Checked ${Number((ms / check).toPrecision(2)).toLocaleString('en')} times as fast as made.`;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
