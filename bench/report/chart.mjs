// Draws charts as SVG with ECharts, without a browser. The same table always gives the same file.
import * as echarts from 'echarts';

/** Colours that colour-blind readers can tell apart (Okabe, Ito). */
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#999999'];

const THEME = {
  color: COLOURS,
  backgroundColor: '#ffffff', // readable on light and on dark pages
  textStyle: { fontFamily: 'sans-serif' },
};

/** A colour for each kind of method. Black figures are legible on them. */
const METHODS = {
  'binary, separate': '#e4e4e4',
  'mary, ary': '#e69f00',
  yll: '#56b4e9',
  'sliding, interleaved': '#7fd6b5',
};

/**
 * @param {'bars' | 'curves' | 'map'} kind
 * @param {{ lines: string[], columns: string[], numberAt: (line: string, column: string) => number | string | undefined }} table
 * @param {{ title: string, x?: string, y?: string, log?: boolean }} names
 */
export function drawChart(kind, table, names) {
  const height = { bars: 130 + 14 * table.lines.length * (table.columns.length + 1), curves: 440, map: 520 }[kind];
  const chart = echarts.init(null, THEME, { renderer: 'svg', ssr: true, width: kind === 'map' ? 620 : 860, height });
  const title = { text: names.title, left: 'center', textStyle: { fontSize: 15 } };
  const legend = { bottom: 0, itemGap: 22 };
  chart.setOption({ animation: false, title, legend, ...KINDS[kind](table, names) });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `${plain(svg)}\n`;
}

const KINDS = { bars, curves, map };

/** A group of bars for each line of the table. */
function bars({ lines, columns, numberAt }, { log }) {
  return {
    grid: { top: 50, bottom: 70, left: 30, right: 40, containLabel: true },
    xAxis: { type: log ? 'log' : 'value' },
    yAxis: { type: 'category', data: lines, axisLabel: { interval: 0 }, inverse: true },
    series: columns.map((name) => ({ name, type: 'bar', data: lines.map((line) => numberAt(line, name)) })),
  };
}

/** A curve for each line, over columns that are powers of two. */
function curves({ lines, columns, numberAt }, { x, y, log }) {
  return {
    grid: { top: 46, bottom: 84, left: 70, right: 30 },
    xAxis: { type: 'category', data: columns, name: x, nameLocation: 'middle', nameGap: 30 },
    yAxis: { type: log ? 'log' : 'value', name: y, nameLocation: 'middle', nameGap: 44, scale: true },
    series: lines.map((name, i) => ({
      name,
      type: 'line',
      lineStyle: { type: i < COLOURS.length ? 'solid' : 'dashed' },
      data: columns.map((column) => numberAt(name, column)),
    })),
  };
}

/** A map of methods: the colour of a cell is its method, the figure its window. */
function map({ lines, columns, numberAt }, { x, y }) {
  const kinds = Object.keys(METHODS);
  const cellOf = (name, at) => {
    const [method, window = ''] = name.split(' ');
    return {
      value: [...at, kinds.findIndex((kind) => kind.split(', ').includes(method))],
      label: { formatter: window },
    };
  };
  const axis = (data, name, nameGap) => ({
    type: 'category',
    data,
    name,
    nameLocation: 'middle',
    nameGap,
    axisLabel: { interval: 0 },
  });
  return {
    legend: undefined,
    grid: { top: 46, bottom: 96, left: 70, right: 20 },
    xAxis: axis(columns, x, 30),
    yAxis: axis(lines, y, 46),
    visualMap: {
      type: 'piecewise',
      pieces: kinds.map((label, value) => ({ value, color: METHODS[label], label })),
      ...{ orient: 'horizontal', left: 'center', bottom: 0, itemSymbol: 'rect', itemGap: 30 },
    },
    series: {
      type: 'heatmap',
      itemStyle: { borderColor: '#ffffff', borderWidth: 1 },
      label: { show: true, color: '#000000' },
      data: lines.flatMap((line, j) => columns.map((column, i) => cellOf(numberAt(line, column), [i, j]))),
    },
  };
}

/** Removes styles for the mouse, and the numbers in names that count earlier drawings of the process. */
function plain(svg) {
  return svg
    .replace(/<style[\s\S]*?<\/style>\n/, '')
    .replace(/ (class|ecmeta_\w+)="[^"]*"/g, '')
    .replace(/\bzr\d+-/g, 'zr-');
}
