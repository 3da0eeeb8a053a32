// What the choice between native BigInt and WebAssembly costs.
import { figure, time } from '../report/format.mjs';

/** Shorter powers may cost anything, and no longer one more than this times BigInt's time. */
const [FREE, BOUND] = [20, 1.3];

export default function section(rows, { table }) {
  const nameOf = ({ engine, kernel }) => `${engine}, \`${kernel}\``;
  const names = [...new Set(rows.map(nameOf))];
  return `
For short numbers the way into WebAssembly takes longer than the power itself. There native BigInt computes, by a model of both costs:
\`crate/js/src/arithmetic/crossover.ts\`. Its numbers are ratios of the products here: the time of a product modulo a number of 2048
bits in the kernel, in BigInt with a modulus that comes again, and in BigInt with another modulus each time. The last columns
have powmod's time over that of BigInt, and over the better of BigInt and the kernel, each where BigInt takes ${FREE} µs or longer: the
first may be at most ${BOUND}.

${table(
  ['', 'product', 'BigInt, again', 'BigInt, fresh', 'most over BigInt', 'where', 'most over the better', 'where'],
  names.map((name) => {
    const cells = rows.filter((row) => nameOf(row) === name);
    return [
      name,
      ...[product(cells, 'kept', 'kernel'), product(cells, 'kept', 'BigInt'), product(cells, 'fresh', 'BigInt')].map(
        time,
      ),
      ...worst(cells, (timings) => timings.BigInt.min),
      ...worst(cells, (timings) => Math.min(timings.BigInt.min, timings.kernel.min)),
    ];
  }),
)}`;
}

/** The time of a product: the difference of a long power and of a short one, which have the same other costs. */
function product(cells, state, way) {
  const own = cells.filter((cell) => cell.bits === 2048 && cell.form === 'bigint' && cell.state === state);
  const [short, long] = [own[0], own.at(-1)];
  return (long.timings[way].min - short.timings[way].min) / (1.25 * (long.exponentBits - short.exponentBits));
}

function worst(cells, base) {
  const [cost, cell] = cells
    .filter(({ timings }) => timings.BigInt.min >= FREE)
    .map((cell) => [cell.timings.powmod.min / base(cell.timings), cell])
    .reduce((one, other) => (other[0] > one[0] ? other : one), [0]);
  return cell ? [figure(cost), `${cell.bits}/${cell.exponentBits}, ${cell.form}, ${cell.state}`] : ['–', ''];
}
