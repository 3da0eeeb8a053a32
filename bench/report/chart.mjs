// Draws charts as SVG with ECharts, without a browser. The same table always gives the same file.
import * as echarts from 'echarts';
import { figure, numberOf } from './format.mjs';

/** Colours that colour-blind readers can tell apart (Okabe, Ito), on light and on dark ground. */
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#999999'];

/** Each of those that several charts have has one colour in all of them. */
const OWN = ['powmod', 'BigInt', 'OpenSSL'];
const colourOf = (name, i) => COLOURS[OWN.includes(name) ? OWN.indexOf(name) : i];

/** The ground is the page's, and text has the colour that the reader's scheme gives. */
const INK = '<style>svg{color:#1f2328}@media(prefers-color-scheme:dark){svg{color:#e6edf3}}</style>';
const FAINT = { lineStyle: { color: 'currentColor', opacity: 0.2 } };
const text = { color: 'currentColor', fontFamily: 'sans-serif', fontSize: 13, textBorderWidth: 0 };

/** The width of a chart. A phone shows a chart of this width at nearly full size, so that its text is legible. */
const WIDTH = 480;

/** A colour for each kind of method. Black figures are legible on them. */
const METHODS = {
  'binary, separate': '#e4e4e4',
  'mary, ary': '#e69f00',
  yll: '#56b4e9',
  'sliding, interleaved': '#7fd6b5',
};

/**
 * @param {'bars' | 'curves' | 'map'} kind
 * @param {{ lines: string[], columns: string[], at: (line: string, column: string) => object | undefined }} table of
 *   report.mjs
 * @param {{ x: string, y?: string }} names of the axes, with units
 */
export function drawChart(kind, { lines, columns, at }, names) {
  const known = { lines, columns, numberAt: (line, column) => at(line, column) && numberOf(at(line, column)) };
  const bars = Math.max(...placesOf(known)) + 1;
  const height = { bars: 100 + lines.length * (17 * bars + 12), curves: 400, map: 440 }[kind];
  const chart = echarts.init(
    null,
    { color: COLOURS, textStyle: text },
    { renderer: 'svg', ssr: true, width: WIDTH, height },
  );
  chart.setOption({
    animation: false,
    legend: legend(kind === 'curves' ? lines : columns),
    ...KINDS[kind](known, names),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `${plain(svg)}\n`;
}

const legend = (names) => ({ textStyle: text, itemGap: 14, top: 0, show: names.length > 1 });

const axis = (name, nameGap, more) => ({
  ...{ name, nameGap, nameLocation: 'middle', nameTextStyle: text },
  ...{ axisLabel: { ...text, ...more?.axisLabel }, axisLine: FAINT, axisTick: FAINT, splitLine: FAINT },
});

const KINDS = { bars, curves, map };

/** The place of each column in its group: columns that no line has both of share one. */
function placesOf({ lines, columns, numberAt }) {
  const places = [];
  return columns.map((name) => {
    const own = lines.filter((line) => numberAt(line, name) !== undefined);
    const free = places.findIndex((taken) => !own.some((line) => taken.has(line)));
    const place = free < 0 ? places.push(new Set()) - 1 : free;
    for (const line of own) places[place].add(line);
    return place;
  });
}

/** A group of bars for each line of the table, and its value behind each. Each column has its colour. */
function bars(table, { x }) {
  const { lines, columns, numberAt } = table;
  const places = placesOf(table);
  return {
    grid: { top: 34, bottom: 52, left: 172, right: 44 },
    xAxis: { ...axis(x, 30, { axisLabel: { hideOverlap: true } }), type: 'value' },
    yAxis: {
      ...axis('', 0, { axisLabel: { interval: 0, width: 164, overflow: 'break' } }),
      ...{ type: 'category', data: lines, inverse: true, splitLine: { show: false } },
    },
    legend: { ...legend(columns), icon: 'roundRect', data: columns },
    series: [...new Set(places)]
      .map((place) => ({
        ...{ type: 'bar', barGap: '5%', barCategoryGap: '22%' },
        label: { ...text, show: true, position: 'right', fontSize: 12, formatter: ({ value }) => figure(value, 2) },
        data: lines.map((line) => {
          const i = columns.findIndex((name, i) => places[i] === place && numberAt(line, name) !== undefined);
          return i < 0
            ? undefined
            : { value: numberAt(line, columns[i]), itemStyle: { color: colourOf(columns[i], i) } };
        }),
      }))
      .concat(
        columns.map((name, i) => ({ name, type: 'scatter', itemStyle: { color: colourOf(name, i), opacity: 1 } })),
      ), // for the legend
  };
}

/** A curve for each line, over columns that are powers of two. */
function curves({ lines, columns, numberAt }, { x, y }) {
  return {
    grid: { top: 44, bottom: 52, left: 56, right: 16 },
    xAxis: { ...axis(x, 30, { axisLabel: { hideOverlap: true } }), type: 'category', data: columns },
    yAxis: { ...axis(y, 40), type: 'value' },
    series: lines.map((name, i) => ({
      ...{ name, type: 'line', lineStyle: { type: i < COLOURS.length ? 'solid' : 'dashed' } },
      data: columns.map((column) => numberAt(name, column)),
    })),
  };
}

/** A map of methods: the colour of a cell is its method, the figure its window. */
function map({ lines, columns, numberAt }, { x, y }) {
  const kinds = Object.keys(METHODS);
  const cellOf = (name, place) => {
    const [method, window = ''] = name.split(' ');
    const kind = kinds.findIndex((names) => names.split(', ').includes(method));
    if (kind < 0) throw new Error(`${method} has no colour in METHODS`);
    return { value: [...place, kind], label: { formatter: window } };
  };
  return {
    legend: undefined,
    grid: { top: 10, bottom: 100, left: 64, right: 10 },
    xAxis: { ...axis(x, 30, { axisLabel: { interval: 0, fontSize: 11 } }), type: 'category', data: columns },
    yAxis: { ...axis(y, 46, { axisLabel: { interval: 0, fontSize: 11 } }), type: 'category', data: lines },
    visualMap: {
      ...{
        type: 'piecewise',
        textStyle: { ...text, fontSize: 12 },
        orient: 'horizontal',
        left: 'center',
        bottom: 0,
        itemSymbol: 'rect',
        itemWidth: 16,
        itemGap: 14,
      },
      pieces: kinds.map((label, value) => ({ value, color: METHODS[label], label })),
    },
    series: {
      ...{ type: 'heatmap', label: { show: true, color: '#000000' } },
      data: lines.flatMap((line, j) => columns.map((column, i) => cellOf(numberAt(line, column), [i, j]))),
    },
  };
}

/** Removes styles for the mouse, and the numbers in names that count earlier drawings of the process. */
function plain(svg) {
  return svg
    .replace(/<style[\s\S]*?<\/style>\n/, '')
    .replace(/ (class|ecmeta_\w+)="[^"]*"/g, '')
    .replace(/\bzr\d+-/g, 'zr-')
    .replace('>', `>${INK}`);
}
