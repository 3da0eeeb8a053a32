// Maps of the fastest method, side by side, with one legend. The colour of a cell is its method, the figure its window.

/** A colour for each kind of method. Colour-blind readers can tell them apart, and black figures are legible on them. */
const KINDS = [
  { methods: ['binary', 'separate'], color: '#e4e4e4' },
  { methods: ['mary', 'ary'], color: '#e69f00' },
  { methods: ['yll'], color: '#56b4e9' },
  { methods: ['sliding', 'interleaved'], color: '#7fd6b5' },
];

/**
 * @param {object} parts
 * @param {string} parts.title
 * @param {number[]} parts.sizes the lengths in bits, for both axes
 * @param {{ name: string, best: string[][] }[]} parts.maps rows are moduli, columns exponents, cells `METHOD WINDOW`
 * @returns an option of ECharts
 */
export function heatMaps({ title, sizes, maps }) {
  const labels = sizes.map((bits) => `${bits}`);
  const width = 100 / maps.length;
  const axis = { type: 'category', data: labels, nameLocation: 'middle' };
  return {
    title: [
      { text: title, left: 'center', textStyle: { fontSize: 16 } },
      ...maps.map(({ name }, i) => ({
        text: name,
        left: `${(i + 0.5) * width + 1.5}%`,
        top: 32,
        textAlign: 'center',
        textStyle: { fontSize: 13, fontWeight: 'normal' },
      })),
    ],
    grid: maps.map((_, i) => ({ top: 62, bottom: 96, left: `${i * width + 5}%`, width: `${width - 6}%` })),
    xAxis: maps.map((_, i) => ({
      ...axis,
      name: 'bits of the exponents',
      nameGap: 40,
      axisLabel: { interval: 0, rotate: 45 },
      gridIndex: i,
    })),
    yAxis: maps.map((_, i) => ({
      ...axis,
      name: i === 0 ? 'bits of the modulus' : '',
      nameGap: 42,
      axisLabel: { interval: 0 },
      gridIndex: i,
    })),
    visualMap: {
      type: 'piecewise',
      pieces: KINDS.map(({ methods, color }, value) => ({ value, color, label: methods.join(', ') })),
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      itemSymbol: 'rect',
      itemGap: 30,
    },
    series: maps.map(({ best }, i) => ({
      type: 'heatmap',
      xAxisIndex: i,
      yAxisIndex: i,
      silent: true,
      itemStyle: { borderColor: '#ffffff', borderWidth: 1 },
      label: { show: true, color: '#000000' },
      data: best.flatMap((row, y) => row.map((name, x) => cellOf(name, x, y))),
    })),
  };
}

function cellOf(name, x, y) {
  const [method, window = ''] = name.split(' ');
  const kind = KINDS.findIndex(({ methods }) => methods.includes(method));
  return { value: [x, y, kind], label: { formatter: window } };
}
