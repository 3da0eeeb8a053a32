// Curves in one or more panels side by side, with one legend for all panels.
import { COLOURS } from './chart.mjs';

/**
 * @typedef {object} Panel
 * @property {string} x the name of the axis
 * @property {string} y
 * @property {boolean} [log] whether the scale of y is logarithmic. That of x always is: its values are powers of two
 * @property {Record<string, [x: number, y: number][]>} curves by name
 *
 * @param {{ title: string, panels: Panel[] }} parts
 * @returns an option of ECharts
 */
export function curves({ title, panels }) {
  const names = [...new Set(panels.flatMap(({ curves }) => Object.keys(curves)))];
  const width = 100 / panels.length;
  const named = (name, nameGap) => ({ name, nameLocation: 'middle', nameGap });
  return {
    title: { text: title, left: 'center', textStyle: { fontSize: 15 } },
    legend: { bottom: 0, itemGap: 22, data: names },
    grid: panels.map((_, i) => ({
      top: 46,
      bottom: 84,
      left: `${i * width + 7}%`,
      width: `${width - 9}%`,
    })),
    xAxis: panels.map(({ x, curves }, i) => ({ ...named(x, 42), ...powers(curves), gridIndex: i })),
    yAxis: panels.map(({ y, log }, i) => ({ ...named(y, 44), type: log ? 'log' : 'value', scale: true, gridIndex: i })),
    series: panels.flatMap(({ curves }, i) =>
      Object.entries(curves).map(([name, data]) => ({
        ...styleOf(name, names),
        name,
        data: data.map(([x, y]) => [Math.log2(x), y]),
        ...at(i),
      })),
    ),
  };
}

const at = (i) => ({ type: 'line', xAxisIndex: i, yAxisIndex: i, silent: true, showSymbol: true });

/** An axis with a mark at each power of two. The logarithmic axis of ECharts would mark few. */
function powers(curves) {
  const all = Object.values(curves).flatMap((points) => points.map(([x]) => Math.log2(x)));
  const axisLabel = { rotate: 45, formatter: (power) => `${2 ** power}` };
  return { type: 'value', min: Math.min(...all), max: Math.max(...all), interval: 1, axisLabel };
}

/** A colour for each curve. When the colours run out, they come again with dashed lines. */
function styleOf(name, names) {
  const i = names.indexOf(name);
  const color = COLOURS[i % COLOURS.length];
  const type = i < COLOURS.length ? 'solid' : 'dashed';
  return { itemStyle: { color }, lineStyle: { color, type, width: 1.5 }, symbolSize: 4 };
}
