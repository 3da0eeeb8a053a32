// Products of powers (Attias, Vigneri, Dimitrov): the operation count of each method, and the times that answer the questions which
// the paper leaves open. bench/methods has those of two bases. node bench/multi/run.mjs [--quick] [--json FILE]
import { inNode } from '../../workshop/engines/in-engines.mjs';
import { meanCounts } from '../counts.mjs';
import { readOptions, writeRows } from '../harness.mjs';

const options = readOptions();
const timing = options.quick
  ? { rounds: 5, sampleMs: 3, warmMs: 10, slowMs: 10 }
  : { rounds: 41, sampleMs: 10, warmMs: 150, slowMs: 50 };
const BASES = options.quick ? [4, 16, 64] : [4, 16, 64, 256];

const of = (method, windows) => windows.map((window) => ({ method, window }));
const CURVES = [{ method: 'separate' }, ...of('ary', [2, 3, 4]), ...of('yll', [2, 3, 4]), { method: 'interleaved' }];
const TABLE = [
  { method: 'separate' },
  ...of('ary', [1, 2, 3, 4]),
  ...of('yll', [1, 2, 3, 4]),
  ...of('interleaved', [2, 3, 4, 5, 6]),
];
const lengths = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((power) => 2 ** power);
const samples = options.quick ? 50 : 1000;
const nameOf = ({ method, window }) => (window ? `${method} ${window}` : method);
const rows = lengths.map((bits) => {
  const count = (chosen) => {
    const { squarings, products } = meanCounts({
      bits,
      bases: 2,
      samples: bits === 256 ? samples : samples / 5,
      ...chosen,
    });
    return squarings + products;
  };
  const counts = (bits === 256 ? TABLE : CURVES).map((chosen) => [nameOf(chosen), count(chosen)]);
  return { part: 'count', bits, values: Object.fromEntries(counts) };
});

const { engine, kernel, rows: times } = await inNode('bench/multi/measure.js', { bases: BASES, timing });
rows.push(...times.map(({ part, ...row }) => ({ part, engine, kernel, ...row })));
writeRows(options, rows);
