// Curves in one or more panels side by side, with one legend for all of them.
import { COLOURS } from './chart.mjs';

/**
 * @typedef {object} Panel
 * @property {string} x the axis's name
 * @property {string} y
 * @property {boolean} [log] whether y is drawn by its logarithm; x always is, to the base 2
 * @property {Record<string, [x: number, y: number][]>} curves by name
 *
 * @param {{ title: string, panels: Panel[] }} parts
 * @returns an option of ECharts
 */
export function curves({ title, panels }) {
  const names = [...new Set(panels.flatMap(({ curves }) => Object.keys(curves)))];
  const width = 100 / panels.length;
  const axis = (name) => ({ name, nameLocation: 'middle', nameGap: 34, scale: true });
  return {
    title: { text: title, left: 'center', textStyle: { fontSize: 15 } },
    legend: { bottom: 0, data: names },
    grid: panels.map((_, i) => ({
      top: 46,
      bottom: 84,
      left: `${i * width + 7}%`,
      width: `${width - 9}%`,
    })),
    xAxis: panels.map(({ x }, i) => ({ ...axis(x), type: 'log', logBase: 2, gridIndex: i })),
    yAxis: panels.map(({ y, log }, i) => ({ ...axis(y), nameGap: 44, type: log ? 'log' : 'value', gridIndex: i })),
    series: panels.flatMap(({ curves }, i) =>
      Object.entries(curves).map(([name, data]) => ({ ...styleOf(name, names), name, data, ...at(i) })),
    ),
  };
}

const at = (i) => ({ type: 'line', xAxisIndex: i, yAxisIndex: i, silent: true, showSymbol: true });

/** Colours first, then dashes too. */
function styleOf(name, names) {
  const i = names.indexOf(name);
  const color = COLOURS[i % COLOURS.length];
  const type = i < COLOURS.length ? 'solid' : 'dashed';
  return { itemStyle: { color }, lineStyle: { color, type, width: 1.5 }, symbolSize: 4 };
}
