// How long `npm start` takes.

export default function section({ cores, load, first, second }, { table }) {
  const seconds = (time) => `${time.toFixed(time < 10 ? 1 : 0)} s`;
  const rows = [
    ['first', first],
    ['second', second],
  ].filter(([, measured]) => measured);
  return `
\`npm start\` until it serves the page, on ${cores} cores. The first time, in a clean clone, it compiles its tools and all
kernels; rustup's toolchain and all downloads are there before. The load was ${load.toFixed(1)} when the bench began:
from ${cores} on, other programs take a part of the time.

${table(
  ['time', 'until the page is served', 'processor time'],
  rows.map(([time, measured]) => [time, seconds(measured.seconds), seconds(measured.processor)]),
)}
`;
}
