// What a figure is worth: `most` or `least` is what it must be, `goal` what it is to be.

/** @param {{ most?: number, least?: number, goal: number }} bounds */
export function verdict(value, { most, least, goal }) {
  if (value === undefined) return 'left out';
  const isWithin = (bound) => (most === undefined ? value >= bound : value <= bound);
  if (isWithin(goal)) return 'goal';
  return isWithin(most ?? least) ? 'reached' : 'missed';
}
