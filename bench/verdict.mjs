// Compares a figure with its bounds: `most` or `least` is the requirement, `goal` the aim.

/** @param {{ most?: number, least?: number, goal: number }} bounds */
export function verdict(value, { most, least, goal }) {
  if (value === undefined) return 'left out';
  const isWithin = (bound) => (most === undefined ? value >= bound : value <= bound);
  if (isWithin(goal)) return 'goal';
  return isWithin(most ?? least) ? 'reached' : 'missed';
}
